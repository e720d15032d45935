import { pdfWith } from '../../testing/paper.ts'
import { Room } from '../../testing/room.ts'
import { listCalls } from '../support/folderList.ts'
import { type Call, Caller, inParallel } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'
import { median, medianRatio } from '../support/statistics.ts'

const CONTRACTS = 1000
/** Turns in which they come: a shared machine is slower in some minutes than in others, so that each is held against lists just before and after it. */
const TURNS = 4
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

/** Reading of 1,000 contracts, from the confirmation of the last one of each turn, and lists beside it. */
export const reading: Measure = {
  name: 'reading',
  run: async (stage, { quick }) => {
    const { world, product, signIn } = await stage()
    const count = quick ? CONTRACTS / 50 : CONTRACTS
    const turns = quick ? 1 : TURNS
    const room = new Room(await signIn(world.contributor), world.empty.treeId)
    const [folder] = await room.createFolders(['Contracts'])
    if (!folder) throw new Error('No folder was made.')
    const files = await Promise.all(Array.from({ length: VARIANTS }, (_, variant) => contract(variant)))
    const calls = listCalls(await signIn(world.viewer), world.small)
    const caller = new Caller(product.origin, 1)
    try {
      // What is done only once is done.
      await listsWhile(caller, calls, pause(ALONE))
      const alone = [await listsWhile(caller, calls, pause(ALONE))]
      const during: number[] = []
      let minutes = 0
      for (let turn = 0; turn < turns; turn += 1) {
        const until = ((turn + 1) * count) / turns
        await bring(room, { folderId: folder.id, files, from: (turn * count) / turns, until })
        const began = performance.now()
        during.push(await listsWhile(caller, calls, allRead(room, folder.id, until)))
        minutes += (performance.now() - began) / 60_000
        alone.push(await listsWhile(caller, calls, pause(ALONE)))
      }
      const around = during.map((_, turn) => ((alone[turn] ?? 0) + (alone[turn + 1] ?? 0)) / 2)
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
          ours: `${median(during).toFixed(0)} /s`,
          floor: `${median(around).toFixed(0)} /s`,
          value: medianRatio(during, around),
          target: { atLeast: 0.9 },
        },
      ]
    } finally {
      caller.close()
    }
  },
}

/** Brings contracts into a folder. Each is a content of its own: what was read once is not read again. */
async function bring(
  room: Room,
  {
    folderId,
    files,
    from,
    until,
  }: { folderId: string; files: readonly Buffer[]; from: number; until: number },
): Promise<void> {
  const content = (at: number) =>
    Buffer.concat([files[at % VARIANTS] ?? Buffer.alloc(0), Buffer.from(`\n% ${at}\n`)])
  for (let first = from; first < until; first += BATCH) {
    const some = Array.from({ length: Math.min(BATCH, until - first) }, (_, at) => first + at)
    const announced = await room.announce(
      some.map((at) => ({ name: `Contract ${at + 1}.pdf`, size: content(at).length, parentId: folderId })),
    )
    await inParallel(4, some, (at) => {
      const upload = announced[at - first]
      if (!upload) throw new Error('A file was not announced.')
      return room.put(upload, content(at))
    })
    await room.confirm(announced)
  }
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
