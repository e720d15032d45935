import type { Page } from '@playwright/test'
import { Room } from '../../testing/room.ts'
import { findBrowser, openPage, startBrowser, traceTasks } from '../support/browser.ts'
import type { Figure, Measure } from '../support/measure.ts'
import type { Stage } from '../support/stage.ts'
import { median } from '../support/statistics.ts'

/** Folders that one call makes. */
const FOLDERS_PER_CALL = 50
/** Turns of the wheel from one end of the list to the other. */
const TURNS = 120
/** Between two turns, in ms. */
const PAUSE = 30
/** What a task may take before it is felt, in ms. */
const LONG_TASK = 50

const NAME = 'Folder of many'
const FIRST = 'Entry 1'

/** A view of a folder, and how one gets there. */
interface View {
  readonly title: string
  readonly query: string
  /** Opens the folder from its parent. */
  readonly open: (page: Page) => Promise<void>
  /** What all rows of the folder stand in. */
  readonly rows: string
}

const VIEWS: readonly View[] = [
  {
    title: 'list',
    query: '',
    open: (page) => page.getByRole('link', { name: NAME }).click(),
    rows: `[aria-label="${NAME}"] [data-row]`,
  },
  {
    title: 'columns',
    query: '?view=columns',
    open: (page) => page.getByRole('treeitem', { name: NAME }).click(),
    rows: `[role="group"][aria-label="${NAME}"] [data-row]`,
  },
]

/** A long folder in a browser: from the click to its first rows, and the longest task while it is scrolled through. */
export const folder: Measure = {
  name: 'folder',
  run: async (stage, { quick }) => {
    const executable = findBrowser()
    if (executable === undefined) {
      console.log('There is no Chromium on this machine: the folder in the browser is not measured.')
      return []
    }
    const opened = await stage()
    const entries = quick ? 1000 : 10_000
    await makeFolder(opened, entries)
    const browser = await startBrowser(executable)
    try {
      const page = await openPage(browser, await opened.signIn(opened.world.viewer))
      const address = `${opened.product.origin}/portfolios/${opened.world.empty.slug}/storage/documents`
      const figures: Figure[] = []
      for (const view of VIEWS) figures.push(...(await measure(page, address, view, entries, quick ? 2 : 7)))
      return figures
    } finally {
      await browser.close()
    }
  },
}

async function makeFolder({ world, signIn }: Stage, entries: number): Promise<void> {
  const room = new Room(await signIn(world.contributor), world.empty.treeId)
  const [made] = await room.createFolders([NAME])
  for (let from = 1; from <= entries; from += FOLDERS_PER_CALL) {
    const names = Array.from({ length: FOLDERS_PER_CALL }, (_, index) => `Entry ${from + index}`)
    await room.createFolders(names, made?.id ?? null)
  }
}

async function measure(
  page: Page,
  address: string,
  view: View,
  entries: number,
  rounds: number,
): Promise<Figure[]> {
  const firstRows: number[] = []
  const longest: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${address}${view.query}`)
    await page.getByText(NAME).first().waitFor()
    await watch(page, view.rows)
    await view.open(page)
    firstRows.push(await page.evaluate<number>('window.firstRow'))
    longest.push(await scrollThrough(page, view.rows, entries))
  }
  const size = entries.toLocaleString('en')
  return [
    {
      title: `${size} entries, click to first rows (${view.title})`,
      ours: `at most ${Math.round(Math.max(...firstRows))} ms`,
      floor: '',
      value: median(firstRows),
      shown: `${Math.round(median(firstRows))} ms`,
      target: { atMost: 1000 },
      targetShown: '≤ 1000 ms',
    },
    {
      title: `the same, longest task while scrolling (${view.title})`,
      ours: `at most ${Math.round(Math.max(...longest))} ms`,
      floor: '',
      value: median(longest),
      shown: median(longest) < LONG_TASK ? `none of ${LONG_TASK} ms` : `${Math.round(median(longest))} ms`,
      target: { atMost: LONG_TASK },
      targetShown: `≤ ${LONG_TASK} ms`,
    },
  ]
}

/**
 * From the next click on waits for the first row; written for the browser, whose types are not those of Node.
 */
const watch = (page: Page, rows: string): Promise<unknown> =>
  page.evaluate(`
    window.firstRow = new Promise((resolve) => {
      window.addEventListener('click', ({ timeStamp }) => {
        const look = () => {
          const there = document.querySelector(${JSON.stringify(rows)})?.textContent.includes('${FIRST}')
          requestAnimationFrame(there ? () => resolve(performance.now() - timeStamp) : look)
        }
        look()
      }, { capture: true, once: true })
    })
    null`)

/** Turns the wheel from the first row to the last. @returns the longest task of the page on the way, in ms */
async function scrollThrough(page: Page, rows: string, entries: number): Promise<number> {
  const first = page.locator(rows).first()
  await first.hover()
  const height = (await first.boundingBox())?.height ?? 0
  const step = Math.ceil((height * entries) / TURNS)
  const longest = await traceTasks(page)
  for (let turn = 0; turn <= TURNS; turn += 1) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(PAUSE)
  }
  await page.locator(`${rows.replace('[data-row]', `[data-row="${entries - 1}"]`)}[data-id]`).waitFor()
  return longest()
}
