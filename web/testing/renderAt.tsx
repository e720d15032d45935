import { type RenderResult, render } from '@testing-library/react'
import { createMemoryRouter, type DataRouter } from 'react-router'
import { vi } from 'vitest'
import type { SavedFirst } from '../../shared/conflicts.ts'
import { App, report } from '../App.tsx'
import type { Page } from '../graphql/page.ts'
import { ROUTES } from '../routes.tsx'
import { loadMenu } from '../ui/index.ts'
import { noteImpossibleAnswer } from './impossibleAnswers.ts'
import { impossibleIn } from './possibleAnswer.ts'

// A pointer that comes to a button has its menu loaded; here buttons are pressed out of nowhere.
await loadMenu()

/** What the scripted server answers to operations, by their names. */
export type Answers = Readonly<Record<string, Answer | Answering>>

type Answering = (variables: Record<string, unknown>) => Answer | Promise<Answer>

/** An answer that is made for each call; may throw, as fetch does when there is no connection. */
export const by = (answering: Answering): Answering => answering

/** No server can be reached. */
export const NO_CONNECTION = by(() => {
  throw new TypeError('Failed to fetch')
})

export interface Answer {
  data?: object | null
  errors?: readonly { message: string; extensions: { code: string } & Record<string, unknown> }[]
  /** Of HTTP; 200 unless given. */
  status?: number
}

/** An answer that fails as a whole. */
export const refused = (code: string, message: string): Answer => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})

/** What the server says to whoever saves second. */
export const savedFirst = (
  conflict: SavedFirst,
  message = 'Someone else has just changed this.',
): Answer => ({
  data: null,
  errors: [{ message, extensions: { code: 'CONFLICT', ...conflict } }],
})

export const SERVER_ERROR = refused('INTERNAL', 'A server error has occurred')

export const PAGE: Page = {
  user: {
    id: 'person-1',
    firstName: 'Maya',
    lastName: 'Okafor',
    fullName: 'Maya Okafor',
    email: 'maya.okafor@meridiansolar.example',
    agreements: { acceptedEula: true },
  },
  config: {
    environmentName: 'live',
    checklists: true,
    supportEmail: 'support@fund.example',
    privacyUrl: 'https://fund.example/privacy',
    termsUrl: 'https://fund.example/terms',
    maxUploadBytes: 5_368_709_120,
    analyticsUrl: null,
    errorReportsUrl: null,
    passkeysNeedPublicUrl: false,
    sendsTexts: true,
    directUploads: false,
    map: null,
  },
}

export interface RenderedPage extends RenderResult {
  router: DataRouter
  /** Names of the operations so far, in their order. */
  asked: readonly string[]
}

/**
 * Renders the product at an address, all of it but the server: answers are scripted beneath fetch. An
 * operation without an answer gets a server error.
 */
export function renderAt(address: string, answers: Answers, page: Page = PAGE): RenderedPage {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) => {
    const { operationName, variables, query } = operationOf(init.body)
    asked.push(operationName)
    const scripted = answers[operationName] ?? SERVER_ERROR
    const answer = typeof scripted === 'function' ? await scripted(variables ?? {}) : scripted
    // An answer that the server would never give proves nothing.
    if (answer.data && !answer.errors) {
      for (const problem of impossibleIn(query, variables ?? {}, answer.data)) {
        noteImpossibleAnswer(`${operationName}: ${problem}`)
      }
    }
    const { status = 200, ...body } = answer
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  // Nothing is laid out here; parts that ask for their room get that of the window.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => window.innerWidth)
  const router = createMemoryRouter(ROUTES, { initialEntries: [address] })
  const result = render(<App page={page} router={router} />, { onCaughtError: report })
  return { ...result, router, asked }
}

/** The operation of a call; files stand among its variables, as they were given. */
function operationOf(body: unknown) {
  if (!(body instanceof FormData)) return JSON.parse(String(body))
  const operation = JSON.parse(String(body.get('operations')))
  const map: Record<string, string[]> = JSON.parse(String(body.get('map')))
  for (const [name, paths] of Object.entries(map)) {
    for (const path of paths) operation.variables[path.replace('variables.', '')] = body.get(name)
  }
  return operation
}

/** Sets the width of the browser window in px. */
export function setWindowWidth(width: number) {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }
  happyDOM.setViewport({ width })
}

/**
 * Stops the timers, for tests of what happens after a while: `pass` lets the time go by, in ms. What then
 * shows is awaited by `vi.waitFor`. Goes on by itself after the test.
 */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  // Time passes outside of React's test scopes, as it does in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  return { pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}
