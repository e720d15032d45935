import type { Locator, Page } from '@playwright/test'
import { watchScripts } from '../../testing/loadedScripts.ts'
import { Room } from '../../testing/room.ts'
import { findBrowser, openPage, startBrowser } from '../support/browser.ts'
import { headersOf } from '../support/folderList.ts'
import { type Call, Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { contract, opened, openPagesRoom, picture } from '../support/pagesRoom.ts'
import type { Stage } from '../support/stage.ts'
import { median, medianRatio } from '../support/statistics.ts'
import { FOLDER_PAGES, READING_REPORT } from '../support/texts.ts'

/** Openings that report, each as often as the page does, in ms. */
const REPORTING = 200
const REPORT_MS = 15_000
/** People whose openings they are. */
const READERS = 8
const CONNECTIONS = 4
const KB = 1000
/** A file without pages. */
const PLAIN = 'Archive.zip'
/** How long a page may go on loading, in ms. */
const SETTLED_AFTER = 1500

/** Lists of a viewer with levels, lists beside readers who report, and what the reader loads. */
export const readers: Measure = {
  name: 'readers',
  run: async (stage, { quick }) => {
    const opening = await stage()
    const rounds = quick ? { rounds: 4, ms: 400 } : { rounds: 15, ms: 1000 }
    return [await lists(opening, rounds), ...(await beside(quick))]
  },
}

/** Lists a second, round by round, of one way and of the other. */
async function rounds(
  calls: readonly Call[],
  origin: string,
  { rounds: count, ms }: { rounds: number; ms: number },
  [one, other]: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<{ one: number[]; other: number[] }> {
  const caller = new Caller(origin, CONNECTIONS)
  let next = 0
  const run = async (forMs: number): Promise<number> => {
    const began = performance.now()
    let answers = 0
    await inParallel(CONNECTIONS, Array.from({ length: CONNECTIONS }), async () => {
      while (performance.now() - began < forMs) {
        const call = calls[next % calls.length]
        next += 1
        if (call) await caller.send(call)
        answers += 1
      }
    })
    return answers / ((performance.now() - began) / 1000)
  }
  const rates: { one: number[]; other: number[] } = { one: [], other: [] }
  await run(ms * 4)
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const)
    for (const which of order) {
      await (which === 'one' ? one() : other())
      rates[which].push(await run(ms))
    }
  }
  caller.close()
  return rates
}

const ratio = (
  title: string,
  ours: readonly number[],
  floor: readonly number[],
  atLeast: number,
): Figure => ({
  title,
  ours: `${Math.round(median(ours))} /s`,
  floor: `${Math.round(median(floor))} /s`,
  value: medianRatio(ours, floor),
  target: { atLeast },
})

const listsOf = (room: Room, folders: readonly (string | null)[]): Call[] =>
  folders.map((documentId) => ({
    method: 'POST',
    path: '/graphql',
    headers: headersOf(room.client),
    body: JSON.stringify({ query: FOLDER_PAGES.levels, variables: { treeId: room.treeId, documentId } }),
  }))

/** The 200-row list of a viewer, with levels against without. */
async function lists({ world, product, signIn }: Stage, options: { rounds: number; ms: number }) {
  const { small } = world
  const viewer = new Room(await signIn(world.viewer), small.treeId)
  const admin = new Room(await signIn(world.admin), small.treeId)
  const usual = (level: string) => () =>
    admin.call(
      'mutation($treeId: ID!, $level: DocumentLevel!) { updateTreeViewing(treeId: $treeId, usualLevel: $level) { errors { message } } }',
      { level },
    )
  const { one, other } = await rounds(listsOf(viewer, small.folders), product.origin, options, [
    usual('VIEW'),
    usual('ORIGINAL'),
  ])
  await usual('ORIGINAL')()
  return ratio('folder list, 200 rows, of a viewer with levels against before', one, other, 0.98)
}

/** Lists beside readers who report, and what the browser loads with the first page of a file. */
async function beside(quick: boolean): Promise<Figure[]> {
  const room = await openPagesRoom(READERS + 1, 'VIEW', { unlimited: true })
  try {
    const [lister, ...people] = room.readers
    if (!lister) throw new Error('There is nobody to list.')
    const file = await room.put('Contract.pdf', await contract(3, 'Contract'))
    await room.put(PLAIN, Buffer.from('x'))
    for (let at = 0; at < 198; at += 1) await room.put(`Note ${at}.txt`, Buffer.from(`Note ${at}`))
    const openings: { reader: Room; id: string }[] = []
    for (let at = 0; at < REPORTING; at += 1) {
      const reader = people[at % READERS]
      if (!reader) continue
      const { openingId, pages } = await opened(reader, file, { width: 160 })
      await picture(reader, pages[0]?.url)
      openings.push({ reader, id: openingId })
    }
    // As a browser elsewhere would: what it costs to ask is not what it costs to answer.
    const reporter = new Caller(room.product.address, READERS)
    const reports = openings.map(
      ({ reader, id }): Call => ({
        method: 'POST',
        path: '/graphql',
        headers: headersOf(reader.client),
        body: JSON.stringify({
          query: READING_REPORT,
          variables: { openingId: id, pages: [{ page: 1, ms: 15_000 }] },
        }),
      }),
    )
    let failed = 0
    let timer: NodeJS.Timeout | undefined
    let at = 0
    const report = () => {
      const next = reports[at % reports.length]
      at += 1
      if (next)
        reporter.send(next).catch(() => {
          failed += 1
        })
    }
    const start = async () => {
      timer ??= setInterval(report, REPORT_MS / REPORTING)
    }
    const stop = async () => {
      clearInterval(timer)
      timer = undefined
    }
    await room.rest()
    const { one, other } = await rounds(
      listsOf(lister, [null]),
      room.product.address,
      quick ? { rounds: 4, ms: 400 } : { rounds: 15, ms: 2000 },
      [start, stop],
    )
    await stop()
    reporter.close()
    if (failed > 0) throw new Error(`${failed} reports were not taken.`)
    return [
      ratio(`folder list, 200 rows, beside ${REPORTING} readers who report`, one, other, 0.97),
      await readerScripts(room, lister, file),
    ]
  } finally {
    await room.close()
  }
}

/** Scripts of the first page of a file for who may view it, beside those of the page of any file. */
async function readerScripts(
  room: Awaited<ReturnType<typeof openPagesRoom>>,
  reader: Room,
  file: string,
): Promise<Figure> {
  const browser = await startBrowser(findBrowser())
  /** Scripts, by path, once the file of that name is shown. */
  const scriptsOf = async (who: Room, name: string, shown: (page: Page) => Locator) => {
    const page = await openPage(browser, who.client)
    const scripts = await watchScripts(page)
    await page.goto(`${room.product.address}/portfolios/${room.slug}/storage/documents`)
    await page.getByRole('link', { name }).click()
    await shown(page).waitFor({ timeout: 60_000 })
    await page.waitForTimeout(SETTLED_AFTER)
    return { scripts: new Map(scripts().map(({ path, bytes }) => [path, bytes])), url: page.url() }
  }
  try {
    const any = await scriptsOf(room.admin, PLAIN, (page) =>
      page.getByRole('region', { name: `Preview of ${PLAIN}` }),
    )
    const read = await scriptsOf(reader, 'Contract.pdf', (page) =>
      page.getByRole('img', { name: /^Page 1 of / }),
    )
    if (!read.url.includes(file)) throw new Error('The file was not opened.')
    const bytes = [...read.scripts].reduce((sum, [path, size]) => sum + (any.scripts.has(path) ? 0 : size), 0)
    return {
      title: 'JavaScript of the reader beside the page of any file, compressed',
      ours: '',
      floor: '',
      value: bytes / KB,
      shown: `${(bytes / KB).toFixed(1)} KB`,
      target: { atMost: 25 },
      targetShown: '≤ 25 KB',
    }
  } finally {
    await browser.close()
  }
}
