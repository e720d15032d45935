import { folded, matchBetween } from '../../../../../shared/pageText.ts'
import { type AskedFindings, type Findings, type FoundArea, type PageBox, readAsked } from '../../asked.ts'
import type { WordsKind } from '../../setKinds.ts'
import { openedPdf } from '../pdf.ts'
import { pdfOf } from '../set/index.ts'
import { boxOf, type ReadPage, readPage } from '../words.ts'
import { type FoundSpan, spansOf } from './patterns.ts'
import { type WordIndex, withoutHyphens, wordIndex, wordsIn } from './words.ts'

/** Characters of a text that an area covers. */
const MAX_WORDS = 500

/** Words and patterns in the pages of a file, as JSON of `Findings`. @throws for what can't be read */
export async function findMarks(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedFindings & { kind: WordsKind }>(bytes)
  const document = await openedPdf(await pdfOf(asked.kind, file))
  const words = wordIndex(asked.words.map(folded))
  const areas: FoundArea[] = []
  let silent = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await readPage(document, number)
    if (page.text.trim() === '') silent += 1
    if (areas.length >= asked.most) continue
    const spans = spansIn(page, words, asked)
    if (spans.length === 0) continue
    const viewport = (await document.getPage(number)).getViewport({ scale: 1 })
    const shown = (x: number, y: number) => viewport.convertToViewportPoint(x, y)
    for (const span of spans.slice(0, asked.most - areas.length)) {
      const area = areaOf(page, span, shown, viewport)
      if (area) areas.push({ page: number, kind: span.kind, ...area })
    }
  }
  const findings: Findings = { areas, pages: document.numPages, silent }
  return Buffer.from(JSON.stringify(findings))
}

/** A page's text as it is. */
const rawOf = ({ runs }: ReadPage): string =>
  runs.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join('')

interface Span extends FoundSpan {
  kind: FoundArea['kind']
}

/** What stands on a page, in order; a text that is found twice once, as a word before as a pattern. */
function spansIn(page: ReadPage, words: WordIndex, { patterns }: AskedFindings): Span[] {
  const { text } = page
  const named = wordsIn(words, text)
  const raw = rawOf(page)
  const joined = withoutHyphens(text, (at) =>
    raw.slice(page.places[at] ?? 0, page.places[at + 1] ?? raw.length).includes('\n'),
  )
  if (joined) {
    const { places } = joined
    const back = ({ from, to }: FoundSpan): FoundSpan => ({
      from: places[from] ?? 0,
      to: (places[to - 1] ?? 0) + 1,
    })
    named.push(...wordsIn(words, joined.text).map(back))
  }
  const spans: Span[] = [
    ...named.map((span): Span => ({ ...span, kind: 'WORDS' })),
    ...patterns.flatMap((pattern) =>
      spansOf(pattern, text).map((span): Span => ({ ...span, kind: 'PATTERN' })),
    ),
  ]
  const sorted = spans.toSorted((one, other) => one.from - other.from || other.to - one.to)
  let covered = 0
  return sorted.filter(({ to }) => {
    const isNew = to > covered
    covered = Math.max(covered, to)
    return isNew
  })
}

/** The rectangles and the words of a place, on the page; null for what has no extent. */
function areaOf(
  page: ReadPage,
  { from, to }: FoundSpan,
  shown: (x: number, y: number) => number[],
  size: { width: number; height: number },
): Pick<FoundArea, 'boxes' | 'words'> | null {
  const start = page.places[from] ?? 0
  const end = (page.places[to - 1] ?? start) + 1
  const { pieces } = matchBetween(0, page, start, end)
  const boxes = pieces.flatMap(({ run, from: first, to: last }) => {
    const words = page.runs[run]
    const box = words && onPage(boxOf(words, first, last, shown), size)
    return box ? [box] : []
  })
  if (boxes.length === 0) return null
  const words = rawOf(page).slice(start, end).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
  return { boxes: byLine(boxes), words }
}

/** What of a box lies on the page; null for nothing. */
function onPage(box: PageBox, size: { width: number; height: number }): PageBox | null {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)]
  const width = Math.min(size.width, box.x + box.width) - x
  const height = Math.min(size.height, box.y + box.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** A box for each line: letters of a line may be written one by one. */
function byLine(boxes: readonly PageBox[]): PageBox[] {
  const lines: PageBox[] = []
  for (const box of boxes) {
    const last = lines.at(-1)
    if (last && isOneLine(last, box)) lines[lines.length - 1] = around(last, box)
    else lines.push(box)
  }
  return lines
}

/** Whether two boxes lie beside each other, or above each other where the page is read from the side. */
const isOneLine = (one: PageBox, other: PageBox): boolean => {
  const shared = (from: number, length: number, otherFrom: number, otherLength: number): number =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom)
  const isUpright = one.width + other.width >= one.height || one.height < 2 * one.width
  return isUpright
    ? shared(one.y, one.height, other.y, other.height) > Math.min(one.height, other.height) / 2
    : shared(one.x, one.width, other.x, other.width) > Math.min(one.width, other.width) / 2
}

const around = (one: PageBox, other: PageBox): PageBox => {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
