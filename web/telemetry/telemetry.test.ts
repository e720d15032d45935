import { createMemoryRouter, type DataRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '../graphql/page.ts'
import { PAGE, stopClock } from '../testing/renderAt.tsx'

const ANALYTICS = 'https://analytics.example/in'
const ERRORS = 'https://errors.example/in'
const { id, firstName, lastName, fullName, email } = PAGE.user ?? {}
const IDENTIFY = { type: 'identify', user: { id, firstName, lastName, fullName, email } }

let sent: { url: string; init: RequestInit; body: Record<string, unknown> }[] = []
let router: DataRouter
let pass: (ms: number) => Promise<unknown>

beforeEach(() => {
  sent = []
  ;({ pass } = stopClock())
  vi.spyOn(window, 'addEventListener')
  localStorage.clear()
  vi.resetModules()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init, body: JSON.parse(String(init.body)) })
    throw new TypeError('Failed to fetch')
  })
  router = createMemoryRouter(
    [{ path: '/' }, { path: 'portfolios/:slug', children: [{ path: 'storage/documents/:documentId?' }] }],
    { initialEntries: ['/portfolios/prairie-sun?q=price'] },
  ).initialize()
})
afterEach(() => {
  router.dispose()
  // The next test is another load of the page, to which nothing of this one listens.
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls) {
    window.removeEventListener(type, listener)
  }
})

const bodies = (url: string) => sent.filter((call) => call.url === url).map(({ body }) => body)

/** A load of the page with services set. */
async function load(config: Partial<Page['config']>, user: Page['user'] = PAGE.user) {
  const { startTelemetry, reportError } = await import('./index.ts')
  startTelemetry({ user, config: { ...PAGE.config, ...config } }, router)
  await vi.dynamicImportSettled()
  return reportError
}

test('SHELL-40 the identity fields go out in one call after each sign-in, whichever pages are loaded then', async () => {
  await load({ analyticsUrl: ANALYTICS })
  await load({ analyticsUrl: ANALYTICS })
  expect(bodies(ANALYTICS)).toEqual([IDENTIFY])
  expect(sent[0]?.init).toMatchObject({ method: 'POST', credentials: 'omit', referrerPolicy: 'no-referrer' })
  // Signed out, then in again.
  await load({ analyticsUrl: ANALYTICS }, null)
  expect(sent).toHaveLength(1)
  await load({ analyticsUrl: ANALYTICS })
  expect(bodies(ANALYTICS)).toEqual([IDENTIFY, IDENTIFY])
})

test('SHELL-40 nothing of a person goes out before the licence agreement is accepted', async () => {
  const user = PAGE.user && { ...PAGE.user, agreements: { acceptedEula: false } }
  await load({ analyticsUrl: ANALYTICS }, user)
  await pass(1000)
  expect(sent).toEqual([])
})

test('SHELL-40 of pages opened within 300 ms the last is told of, by its kind and without names', async () => {
  await load({ analyticsUrl: ANALYTICS })
  await pass(299)
  await router.navigate('/portfolios/prairie-sun/storage/documents/secret-id?q=price')
  await pass(299)
  expect(bodies(ANALYTICS)).toEqual([IDENTIFY])
  await pass(1)
  const event = (page: string) => ({
    type: 'event',
    name: 'page_opened',
    userId: id,
    page,
    environment: 'live',
    at: expect.any(String),
  })
  const documents = event('/portfolios/:slug/storage/documents/:documentId?')
  expect(bodies(ANALYTICS)).toEqual([IDENTIFY, documents])
  // What is searched in a page opens none; what is waiting goes out as the page is left.
  await router.navigate('?q=terms')
  await pass(1000)
  await router.navigate('/')
  window.dispatchEvent(new Event('pagehide'))
  expect(bodies(ANALYTICS)).toEqual([IDENTIFY, documents, event('/')])
  await pass(1000)
  expect(sent).toHaveLength(3)
})

test('SHELL-40 errors are reported from the start, each once, twenty at most, without what people have written', async () => {
  const { reportError, startTelemetry } = await import('./index.ts')
  startTelemetry({ user: PAGE.user, config: { ...PAGE.config, errorReportsUrl: ERRORS } }, router)
  // Before the part that reports has loaded.
  const early = new TypeError('x is not a function')
  reportError(early)
  expect(sent).toEqual([])
  await vi.dynamicImportSettled()
  reportError(early)
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('Lazard bid 4.2\nat Lazard 1') }))
  expect(bodies(ERRORS)).toEqual([
    expect.objectContaining({
      type: 'error',
      name: 'TypeError',
      message: 'x is not a function',
      page: '/portfolios/:slug',
      stack: expect.arrayContaining([expect.stringMatching(/telemetry\.test\.ts.*:\d+:\d+/)]),
    }),
    expect.objectContaining({ name: 'Error', message: null }),
  ])
  expect(JSON.stringify(sent)).not.toMatch(/Lazard|Okafor|person-1|prairie-sun|price/)
  for (let n = 0; n < 30; n += 1) reportError(new RangeError(`Invalid length ${n}`))
  reportError('a text')
  expect(sent).toHaveLength(20)
})

test('ERR-04 what is logged only goes to the console and to the error reports, without what people have written', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await load({ errorReportsUrl: ERRORS })
  const { logOnly } = await import('./index.ts')
  const failed = (cause: string) => new Error('The deal room could not be removed.', { cause })
  logOnly(failed('Lazard bid 4.2'))
  logOnly(new Error('The template could not be made.'))
  expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
    'Error: The deal room could not be removed.',
    'Error: The template could not be made.',
  ])
  expect(bodies(ERRORS)).toHaveLength(2)
  expect(JSON.stringify(sent)).not.toContain('Lazard')
  await load({})
  logOnly(failed(''))
  expect(logged).toHaveBeenCalledTimes(3)
})

test('SHELL-41 without addresses nothing is sent, whatever happens', async () => {
  const reportError = await load({})
  reportError(new TypeError('x is not a function'))
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('x') }))
  await router.navigate('/')
  await pass(1000)
  expect([sent, localStorage.length]).toEqual([[], 0])
})
