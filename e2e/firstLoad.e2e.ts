import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { FIRST_LOAD_KB, SIGN_IN_KB, watchScripts } from '../testing/loadedScripts.ts'
import { documentsAddress, PORTFOLIO } from './support/room.ts'
import { rowNames } from './support/table.ts'
import { expect, test } from './support/test.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What stands in every page, or shows a folder; anything else is loaded with what shows it. */
const PACKAGES = new Set([
  ...['react', 'react-dom', 'react-is', 'scheduler', 'react-router', 'prop-types'],
  ...['@apollo/client', '@wry/caches', '@wry/context', '@wry/equality', '@wry/trie', 'graphql', 'optimism'],
  ...['rxjs', 'tslib', 'clsx', '@babel/runtime', '@tabler/icons-react', '@fontsource-variable/ibm-plex-sans'],
  ...['@mui/material', '@mui/private-theming', '@mui/styled-engine', '@mui/system', '@mui/utils', 'stylis'],
  ...['@emotion/cache', '@emotion/hash', '@emotion/is-prop-valid', '@emotion/memoize', '@emotion/react'],
  ...['@emotion/serialize', '@emotion/sheet', '@emotion/styled', '@emotion/unitless', '@emotion/utils'],
  ...['@emotion/use-insertion-effect-with-fallbacks', '@emotion/weak-memoize'],
])
/** Ours: the frame of every page, the funds that folders belong to, and of the documents what is no view of its own. */
const PARTS = [
  /^web\/[^/]+$/,
  /^web\/(addresses|graphql|ui|pages)\//,
  /^web\/telemetry\/index\.ts$/,
  /^shared\//,
  /^web\/features\/(shell|funds)\//,
]
const DOCUMENTS =
  /^web\/features\/documents\/(?!analytics\/|columnsView\/|(history|preview)\/.*\.tsx$|preview\/[a-z]+\/|uploads\/(engine|httpPort))/

const LISTENING = /\/web\/(features\/shell\/sessionWatch|graphql\/liveTopic|addresses\/session)\.ts$/

/** The package of a module, or its path in the project. */
function partOf(id: string): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]
  return inPackage ?? path.relative(ROOT, id.replace(/\?.*/, '')).split(path.sep).join('/')
}

/** The scripts of a page that is visited for the first time, and the modules in them. */
async function firstVisit(page: Page, address: string, isThere: () => Promise<unknown>) {
  const scripts = await watchScripts(page)
  // Signing in has filled the browser's cache.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.goto(address)
  await isThere()
  // What would be loaded ahead for the next click counts as well.
  await page.waitForTimeout(1500)
  const modules = JSON.parse(readFileSync(path.join(ROOT, '.cache/scripts.json'), 'utf8')) as Record<
    string,
    string[]
  >
  // Listens for the end of the session, once a page has stood for seconds: on a busy machine it may stand so long by now.
  const listens = (script: string) => (modules[script] ?? ['']).every((id) => LISTENING.test(id))
  const loaded = scripts().filter((script) => !listens(script.path))
  expect(loaded.length).toBeGreaterThan(0)
  return {
    kilobytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    parts: new Set(
      loaded.flatMap((script) => modules[script.path] ?? [`nothing known of ${script.path}`]).map(partOf),
    ),
  }
}

test('a first visit to a folder loads 225 KB of scripts at most, and nothing of what other pages show', async ({
  open,
}) => {
  const page = await open('viewer')
  const { kilobytes, parts } = await firstVisit(page, documentsAddress(), () =>
    expect.poll(async () => (await rowNames(page)).length).toBeGreaterThan(3),
  )
  expect(kilobytes).toBeLessThanOrEqual(FIRST_LOAD_KB)
  const isOurs = (part: string) => DOCUMENTS.test(part) || PARTS.some((each) => each.test(part))
  // Helpers of the build itself have no file.
  const isHelper = (part: string) => part.includes('\0')
  expect([...parts].filter((part) => !PACKAGES.has(part) && !isOurs(part) && !isHelper(part))).toEqual([])
})

for (const { where, persona, address, atMost } of [
  { where: 'home', persona: 'viewer', address: '/', atMost: FIRST_LOAD_KB },
  { where: 'the deal rooms', persona: 'bidder', address: '/dealroom', atMost: FIRST_LOAD_KB },
  { where: 'the sign-in page', persona: null, address: '/login', atMost: SIGN_IN_KB },
] as const) {
  test(`a first visit to ${where} loads ${atMost} KB of scripts at most, and nothing that shows documents`, async ({
    open,
  }) => {
    const page = await open(persona)
    const { kilobytes, parts } = await firstVisit(page, address, () =>
      expect(page.getByRole('heading').first()).toBeVisible(),
    )
    expect(kilobytes).toBeLessThanOrEqual(atMost)
    // Uploads go on from page to page.
    const isOfDocuments = (part: string) => /^web\/features\/documents\/(?!uploads\/)/.test(part)
    expect([...parts].filter(isOfDocuments)).toEqual([])
  })
}

for (const address of ['/', `/portfolios/${PORTFOLIO.slug}/overview`])
  test(`${address} asks once when it is opened cold: the page carries its viewer (SHELL-39)`, async ({
    open,
  }) => {
    const page = await open('viewer')
    const asked: string[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/graphql')) return
      const { operationName, query } = request.postDataJSON() as { operationName: string; query: string }
      // A timeline that the text of an overview embeds asks for itself; what waits for a person holds up no page.
      const isBeside = operationName === 'OverviewTimeline' || operationName === 'WaitingForMe'
      if (query.startsWith('query') && !isBeside) asked.push(operationName)
    })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // On a busy machine a page may be quiet before it asks.
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(1)
  })
