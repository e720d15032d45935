import { watchMemory } from '../../testing/faults/memory.ts'
import type { Room } from '../../testing/room.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { contract, firstPage, opened, openPagesRoom, picture } from '../support/pagesRoom.ts'
import { median } from '../support/statistics.ts'
import { watchChildren } from '../support/watchChildren.ts'

const MIB = 1024 * 1024
const PAGES = 100
const READERS = 4
/** Kept pages that the readers go round in. */
const KEPT = 20
/** Pages that one person asks for while another opens a file (PAGE-16). */
const ASKED = 500
/** In each of these widths, a hundred. */
const WIDTHS = [160, 800, 1200, 1600, 2400]
/** Pages after which the server's memory is looked at again. */
const MANY = 10_000

/** Pages of contracts of 100 pages, from the click to the picture: first, kept, marked, beside others, and as a PDF. */
export const pages: Measure = {
  name: 'pages',
  run: async (_stage, { quick }) => {
    const room = await openPagesRoom(READERS + 1, 'PDF')
    try {
      const [calm, hasty, ...others] = room.readers
      if (!calm || !hasty) throw new Error('There are no readers.')
      const readers = [hasty, ...others]
      const rounds = quick ? 2 : 7
      const files: string[] = []
      for (let at = 0; at < rounds * 3; at += 1) {
        const name = `Contract ${at + 1}`
        files.push(await room.put(`${name}.pdf`, await contract(PAGES, name)))
      }
      const fresh = () => files.shift() ?? ''
      const children = watchChildren(room.product.pid)
      // Processes that draw are started by the first page of all.
      await firstPage(calm, fresh())

      const [first, later]: [number[], number[]] = [[], []]
      let last = ''
      for (let round = 1; round < rounds; round += 1) {
        last = fresh()
        first.push(await firstPage(calm, last))
        later.push(await firstPage(calm, last))
      }
      await room.forget()
      await room.rest()
      const marked = await markedPages(readers, last, { forMs: quick ? 5_000 : 15_000, forget: room.forget })
      await room.forget()

      const beside: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const many = fresh()
        const openings = await Promise.all(WIDTHS.map((width) => opened(hasty, many, { width })))
        const all = openings.flatMap((each) => each.pages).slice(0, quick ? ASKED / 5 : ASKED)
        const asked = all.map(({ url }) => picture(hasty, url))
        beside.push(await firstPage(calm, fresh()))
        await Promise.all(asked)
        await room.forget()
      }
      const pdfs: number[] = []
      for (let round = 0; round < (quick ? 1 : 3); round += 1) pdfs.push(await markedPdf(calm, last))
      const drawing = children()

      const before = watchMemory(room.product.pid)()
      const count = quick ? MANY / 50 : MANY
      const small = await opened(calm, last, { width: 160 })
      for (let at = 0; at < count; at += 1) {
        if (at % 200 === 0) await room.forget()
        await picture(calm, small.pages[at % KEPT]?.url)
        // Addresses are good for ten minutes.
        if (at % 2000 === 1999) small.pages = (await opened(calm, last, { width: 160 })).pages
      }
      const growth = watchMemory(room.product.pid)() - before
      const quiet = median(first)
      return [
        milliseconds(`first page of a contract of ${PAGES} pages, the first time`, quiet, 2000),
        milliseconds('the same later', median(later), 300),
        milliseconds(`a marked page of a kept one, 1200 px, ${READERS} readers, p95`, marked.p95, 300),
        {
          title: 'such pages a second',
          ours: `${marked.rate.toFixed(1)} /s`,
          floor: '',
          value: marked.rate,
          shown: `${marked.rate.toFixed(1)} /s`,
          target: { atLeast: 12 },
          targetShown: '≥ 12 /s',
        },
        milliseconds(
          `first page of another's contract while one person asks for ${ASKED}`,
          median(beside),
          2 * quiet + 500,
        ),
        milliseconds(`marked PDF of ${PAGES} pages`, median(pdfs), 5000),
        mebibytes('memory of the largest process that draws', drawing, 768),
        mebibytes(`growth of the server over ${count.toLocaleString('en-US')} pages`, growth, 64),
      ]
    } finally {
      await room.close()
    }
  },
}

/** Readers side by side go round in kept pages of one file. */
async function markedPages(
  readers: readonly Room[],
  id: string,
  { forMs, forget }: { forMs: number; forget: () => Promise<unknown> },
): Promise<{ p95: number; rate: number }> {
  const times: number[] = []
  const openings = await Promise.all(readers.map((reader) => opened(reader, id)))
  // Kept from now on.
  for (let at = 0; at < KEPT; at += 1) {
    const reader = readers[at % readers.length]
    const url = openings[at % readers.length]?.pages[at]?.url
    if (reader) await picture(reader, url)
  }
  const began = performance.now()
  await Promise.all(
    readers.map(async (reader, who) => {
      for (let at = who; performance.now() - began < forMs; at += 1) {
        // Nobody gets more than 240 in a minute (PAGE-17).
        if (who === 0 && at % 100 === 99) await forget()
        const asked = performance.now()
        const status = await picture(reader, openings[who]?.pages[at % KEPT]?.url)
        if (status !== 200) throw new Error(`A page was answered with ${status}.`)
        times.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return { p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN, rate: times.length / seconds }
}

async function markedPdf(room: Room, id: string): Promise<number> {
  const began = performance.now()
  const { url } = await room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadMarkedPdf(treeId: $treeId, documentId: $id) { url } }',
    { id },
  )
  const status = await picture(room, url)
  if (status !== 200) throw new Error(`The marked PDF was answered with ${status}.`)
  return performance.now() - began
}

const milliseconds = (title: string, value: number, atMost: number): Figure => ({
  title,
  ours: `${Math.round(value)} ms`,
  floor: '',
  value,
  shown: `${Math.round(value)} ms`,
  target: { atMost },
  targetShown: `≤ ${Math.round(atMost)} ms`,
})

const mebibytes = (title: string, bytes: number, atMost: number): Figure => ({
  title,
  ours: `${Math.round(bytes / MIB)} MiB`,
  floor: '',
  value: bytes / MIB,
  shown: `${Math.round(bytes / MIB)} MiB`,
  target: { atMost },
  targetShown: `≤ ${atMost} MiB`,
})
