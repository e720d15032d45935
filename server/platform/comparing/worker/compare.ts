import { readAsked } from '../../pages/asked.ts'
import type { TextPart } from '../../searchText/answer.ts'
import { searchTaskOf } from '../../searchText/kinds.ts'
import { Collector, Refused, refusalOf } from '../../searchText/worker/collect.ts'
import { wordTexts } from '../../searchText/worker/office.ts'
import { readerOf } from '../../searchText/worker/readers.ts'
import type { ComparisonAnswer, DifferenceRow, Side } from '../answer.ts'
import type { AskedComparison } from '../index.ts'
import { isTable } from '../kinds.ts'
import { MAX_ROWS, MAX_ROWS_TEXT } from '../limits.ts'
import { cellRows } from './cellRows.ts'
import { sheetsOf } from './cells.ts'
import { wordRows } from './wordRows.ts'

// Runs in the confined process, which is killed when two versions take too long or too much.

/** A version that can't be read, or says nothing. */
class SideRefused extends Error {
  readonly answer: ComparisonAnswer

  constructor(side: Side, refused: ReturnType<typeof refusalOf> | 'NO_TEXT') {
    super(refused)
    this.answer = { side, refused }
  }
}

/** Two versions of a file, the older one first, of which the size stands in what is asked. */
export async function compareVersions(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedComparison>(bytes)
  const [older, newer] = [file.subarray(0, asked.olderSize), file.subarray(asked.olderSize)]
  return Buffer.from(JSON.stringify(await answerOf(asked.extension, older, newer)))
}

async function answerOf(extension: string, older: Buffer, newer: Buffer): Promise<ComparisonAnswer> {
  try {
    if (isTable(extension)) {
      const sheets = (side: Side, bytes: Buffer) =>
        readSide(
          side,
          async () => sheetsOf(extension, bytes),
          (read) => read.some(({ rows }) => rows.length > 0),
        )
      return given(cellRows(await sheets('older', older), await sheets('newer', newer)), false)
    }
    const texts = (side: Side, bytes: Buffer) =>
      readSide(
        side,
        () => textsOf(extension, bytes),
        (read) => !read.every(isBlank),
      )
    const [before, after] = [await texts('older', older), await texts('newer', newer)]
    const hasBlankPages = [...before, ...after].some((part) => part.page !== undefined && isBlank(part))
    return given(wordRows(before, after), hasBlankPages)
  } catch (error) {
    if (error instanceof SideRefused) return error.answer
    throw error
  }
}

const isBlank = ({ text }: TextPart): boolean => text.trim() === ''

/** @throws SideRefused */
async function readSide<Read>(
  side: Side,
  read: () => Promise<Read>,
  saysSomething: (read: Read) => boolean,
): Promise<Read> {
  let found: Read
  try {
    found = await read()
  } catch (error) {
    throw new SideRefused(side, refusalOf(error))
  }
  if (!saysSomething(found)) throw new SideRefused(side, 'NO_TEXT')
  return found
}

/** All that a version says, page by page where it has pages. @throws Refused for one that is read in part only */
async function textsOf(extension: string, bytes: Buffer): Promise<readonly TextPart[]> {
  const into = new Collector()
  const task = searchTaskOf(extension)
  if (task === 'searchWord') {
    const { pages, beside } = wordTexts(bytes)
    // A file in which no program has counted pages says nothing of them.
    for (const [at, text] of pages.entries()) into.add({ ...(pages.length > 1 && { page: at + 1 }), text })
    for (const text of beside) into.add({ text })
  } else if (task) await (await readerOf(task))(into, bytes)
  // What follows would seem to be removed, or added.
  if (into.isCut) throw new Refused('LARGE')
  return into.parts
}

function given(rows: DifferenceRow[] | null, hasBlankPages: boolean): ComparisonAnswer {
  if (!rows) return { refused: 'DIFFERENT' }
  let left = MAX_ROWS_TEXT
  const first = rows.slice(0, MAX_ROWS).filter(({ removed, added }) => {
    left -= (removed?.length ?? 0) + (added?.length ?? 0)
    return left >= 0
  })
  return { rows: first, isCut: first.length < rows.length, hasBlankPages }
}
