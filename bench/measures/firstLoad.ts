import type { Browser } from '@playwright/test'
import { FIRST_LOAD_KB, type LoadedScript, SIGN_IN_KB, watchScripts } from '../../testing/loadedScripts.ts'
import { findBrowser, openPage, startBrowser } from '../support/browser.ts'
import type { Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'
import { median } from '../support/statistics.ts'

/** Bytes of a kilobyte as browsers count it. */
const KB = 1000
/** How long a page may go on loading after its first rows are there, in ms. */
const SETTLED_AFTER = 1500

interface Load {
  /** Bytes of JavaScript as it came over the wire, compressed, without what HTTP says about it. */
  readonly script: number
  /** Bytes of the headers of those answers. */
  readonly headers: number
  readonly files: number
  /** Milliseconds until the largest part of the page was painted. */
  readonly paint: number
}

/** The first visit to a folder with 200 rows, and to the page for signing in, with nothing in the browser's cache. */
export const firstLoad: Measure = {
  name: 'firstLoad',
  run: async (stage, { quick }) => {
    const opened = await stage()
    const browser = await startBrowser(findBrowser())
    try {
      const loads: Load[] = []
      for (let round = 0; round < (quick ? 2 : 7); round += 1) {
        loads.push(await visit(browser, opened))
      }
      const script = median(loads.map((load) => load.script)) / KB
      const headers = median(loads.map((load) => load.headers)) / KB
      const files = median(loads.map((load) => load.files))
      const paint = median(loads.map((load) => load.paint))
      const signIn = (await scriptsOfSignIn(browser, opened)) / KB
      const line = { ours: '', floor: '' }
      return [
        {
          ...line,
          title: 'JavaScript of a first visit to a folder, compressed',
          value: script,
          shown: `${Math.round(script)} KB`,
          target: { atMost: FIRST_LOAD_KB },
          targetShown: `≤ ${FIRST_LOAD_KB} KB`,
        },
        { ...line, title: 'its files', value: files, shown: `${files}` },
        { ...line, title: 'their headers', value: headers, shown: `${headers.toFixed(1)} KB` },
        { ...line, title: 'its largest paint', value: paint, shown: `${Math.round(paint)} ms` },
        {
          ...line,
          title: 'JavaScript of the page for signing in, compressed',
          value: signIn,
          shown: `${Math.round(signIn)} KB`,
          target: { atMost: SIGN_IN_KB },
          targetShown: `≤ ${SIGN_IN_KB} KB`,
        },
      ]
    } finally {
      await browser.close()
    }
  },
}

/** @returns bytes, with what is loaded ahead */
async function scriptsOfSignIn(browser: Browser, { product }: Stage): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const scripts = await watchScripts(page)
  await page.goto(`${product.origin}/login`)
  await page.getByRole('button').first().waitFor({ timeout: 20_000 })
  await page.waitForTimeout(SETTLED_AFTER)
  const bytes = scripts().reduce((sum, script) => sum + script.bytes, 0)
  await context.close()
  return bytes
}

async function visit(browser: Browser, { product, world, signIn }: Stage): Promise<Load> {
  const page = await openPage(browser, await signIn(world.viewer))
  const scripts = await watchScripts(page)
  const [folder] = world.small.folders
  await page.goto(`${product.origin}/portfolios/${world.small.slug}/storage/documents/${folder}`)
  await page.getByRole('row').nth(5).waitFor({ timeout: 20_000 })
  // What is loaded ahead for the next click counts as well.
  await page.waitForTimeout(SETTLED_AFTER)
  const paint = await page.evaluate<number>(LARGEST_PAINT)
  const loaded = scripts()
  await page.context().close()
  const total = (of: (script: LoadedScript) => number) => loaded.reduce((sum, each) => sum + of(each), 0)
  return {
    script: total(({ bytes }) => bytes),
    headers: total((each) => each.headers),
    files: loaded.length,
    paint,
  }
}

/** Runs in the page: when its largest part was painted, in ms since the visit began. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`
