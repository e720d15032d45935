import { pdfWith } from '../../testing/paper.ts'
import { Room } from '../../testing/room.ts'
import { listCalls } from '../support/folderList.ts'
import { type Call, Caller, inParallel } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'

const CONTRACTS = 1000
const PAGES = 20
/** Lines of a page, and texts that differ. */
const LINES = 40
const VARIANTS = 10
/** Files that are announced together. */
const BATCH = 20
/** Minutes in which all are to be searchable (FIND-03). */
const MINUTES = 10
/** ms between two looks at how many are read, which are lists as well, and of lists before and after. */
const LOOK = 10_000
const ALONE = 15_000

const LEFT = `query($treeId: ID!, $id: ID!, $offset: Int!) {
  document(treeId: $treeId, documentId: $id) { children(limit: 200, offset: $offset) { readingState } }
}`

/** Reading of 1,000 contracts, from the confirmation of the last one, and lists beside it. */
export const reading: Measure = {
  name: 'reading',
  run: async (stage, { quick }) => {
    const { world, product, signIn } = await stage()
    const count = quick ? CONTRACTS / 50 : CONTRACTS
    const room = new Room(await signIn(world.contributor), world.empty.treeId)
    const [folder] = await room.createFolders(['Contracts'])
    if (!folder) throw new Error('No folder was made.')
    const files = await Promise.all(Array.from({ length: VARIANTS }, (_, variant) => contract(variant)))
    const calls = listCalls(await signIn(world.viewer), world.small)
    const caller = new Caller(product.origin, 1)
    try {
      // What is done only once is done.
      await listsWhile(caller, calls, pause(ALONE))
      const before = await listsWhile(caller, calls, pause(ALONE))
      for (let from = 0; from < count; from += BATCH) {
        const some = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at)
        // Each is a content of its own: what was read once is not read again.
        const content = (at: number) =>
          Buffer.concat([files[at % VARIANTS] ?? Buffer.alloc(0), Buffer.from(`\n% ${at}\n`)])
        const announced = await room.announce(
          some.map((at) => ({
            name: `Contract ${at + 1}.pdf`,
            size: content(at).length,
            parentId: folder.id,
          })),
        )
        await inParallel(4, some, (at) => {
          const upload = announced[at - from]
          if (!upload) throw new Error('A file was not announced.')
          return room.put(upload, content(at))
        })
        await room.confirm(announced)
      }
      const began = performance.now()
      const during = await listsWhile(caller, calls, allRead(room, folder.id, count))
      const minutes = (performance.now() - began) / 60_000
      const alone = (before + (await listsWhile(caller, calls, pause(ALONE)))) / 2
      return [
        {
          title: `${count.toLocaleString('en-US')} contracts of ${PAGES} pages, from the last upload until all are searchable`,
          ours: `${minutes.toFixed(1)} min`,
          floor: '',
          value: minutes,
          shown: `${minutes.toFixed(1)} min`,
          target: { atMost: MINUTES },
          targetShown: `≤ ${MINUTES} min`,
        },
        {
          title: 'lists of 200 rows while they are read against before and after',
          ours: `${during.toFixed(0)} /s`,
          floor: `${alone.toFixed(0)} /s`,
          value: during / alone,
          target: { atLeast: 0.9 },
        },
      ]
    } finally {
      caller.close()
    }
  },
}

const contract = (variant: number): Promise<Buffer> =>
  pdfWith(
    Array.from({ length: PAGES }, (_, page) =>
      Array.from(
        { length: LINES },
        (_line, line) =>
          `${page + 1}.${line + 1} Seller ${variant} delivers energy of ${page * line} MWh at the delivery point.`,
      ).join('\n'),
    ),
  )

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Ends once every file of the folder has been read, in whole or in part. */
async function allRead(room: Room, id: string, count: number): Promise<void> {
  for (;;) {
    let waiting = 0
    for (let offset = 0; offset < count; offset += 200) {
      const { children } = await room.call<{ children: { readingState: string }[] }>(LEFT, { id, offset })
      waiting += children.filter(({ readingState }) => readingState === 'WAITING').length
      if (children.some(({ readingState }) => readingState === 'NOT_READ'))
        throw new Error('One could not be read.')
    }
    if (waiting === 0) return
    await pause(LOOK)
  }
}

/** Lists a second, one after the other, until something has ended. */
async function listsWhile(caller: Caller, calls: readonly Call[], until: Promise<void>): Promise<number> {
  let isOver = false
  const ended = until.finally(() => {
    isOver = true
  })
  const began = performance.now()
  let count = 0
  while (!isOver) {
    const call = calls[count % calls.length]
    if (call) await caller.send(call)
    count += 1
  }
  const seconds = (performance.now() - began) / 1000
  await ended
  return count / seconds
}
