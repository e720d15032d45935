import { isDoubtful } from './certainty.ts'
import type { Fact } from './facts.ts'
import type { Segment, Segments } from './segments.ts'
import { dates, type Found } from './values.ts'

/** A value, and how clearly its text says that it is the one. */
export interface Candidate extends Omit<Fact, 'field' | 'certain'> {
  /** Above 0 where it counts at all. */
  score: number
  /** Where the value begins in its quotation; the first place where it stands there without. */
  offset?: number
  /** Where the document says another value as clearly. */
  isContested?: boolean
}

const QUOTED = 400

/** The words around a position, in one line, cut at blanks, and where the position is in them. */
function quoted(text: string, start: number, end: number): { quotation: string; offset: number } {
  const cut = (from: number, to: number) => ({
    quotation: text.slice(from, to).replaceAll('\t', ' '),
    offset: start - from,
  })
  if (text.length <= QUOTED) return cut(0, text.length)
  const room = Math.max(0, QUOTED - (end - start))
  const from = Math.max(0, start - Math.floor(room / 2))
  const to = Math.min(text.length, end + Math.floor(room / 2))
  const first = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const last = to === text.length ? to : text.lastIndexOf(' ', to)
  return cut(first <= start ? first : start, last >= end ? last : end)
}

const candidate = (
  segment: Segment,
  found: Found,
  score: number,
  detail: string | null = null,
): Candidate => ({
  value: found.value.replace(/\s+/g, ' ').replaceAll('\t', ' '),
  detail,
  ...quoted(segment.text, found.start, found.end),
  page: segment.pageAt(found.start),
  score,
})

export interface Context {
  /** What the words near the value must say; the nearer, the better. */
  about: RegExp
  /** Words that make it clearer. */
  clearer?: RegExp
  /** Words near the value that make it another matter. */
  not?: RegExp
  /** Characters between the words and the value at most. */
  within?: number
  detail?: (segment: Segment, found: Found) => string | null
}

/** Every value of a kind whose sentence, or line, says what it is about. */
export function inContext(
  { sentences }: Segments,
  find: (text: string) => Found[],
  { about, clearer, not, within = 160, detail }: Context,
): Candidate[] {
  const all = new RegExp(about.source, 'gi')
  return sentences.flatMap((segment) => {
    const found = find(segment.text)
    if (found.length === 0) return []
    const subjects = [...segment.text.matchAll(all)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }))
    const isHeaded = about.test(segment.heading)
    if (subjects.length === 0 && !isHeaded) return []
    return found.flatMap((value) => {
      const distance = Math.min(
        ...subjects.map(({ start, end }) =>
          end <= value.start ? value.start - end : start >= value.end ? (start - value.end) * 1.6 + 5 : 0,
        ),
      )
      if (distance > within && !isHeaded) return []
      const before = segment.text.slice(Math.max(0, value.start - 110), value.start)
      const after = segment.text.slice(value.end, value.end + 70)
      if (not && (not.test(before) || not.test(after.split(/[;,.]/)[0] ?? ''))) return []
      const nearness = Number.isFinite(distance) ? 2 * (1 - Math.min(distance, within) / within) : 0
      const isClear = clearer ? clearer.test(segment.text) || clearer.test(segment.heading) : false
      return [
        candidate(
          segment,
          value,
          1 + nearness + (isClear ? 2 : 0) + (isHeaded ? 1 : 0),
          detail?.(segment, value) ?? null,
        ),
      ]
    })
  })
}

/** A label of a form or table with what stands beside or below it. */
export interface Labelled {
  label: string
  text: string
  segment: Segment
  /** Where the text begins in the segment. */
  start: number
}

const LABEL_END = /^["”]?\s*(?:\([^)]{0,40}\))?\s*(?:[:：=]|[-–—]\s|\.\s|\t|$)\s*/

/** A head of a form in capitals, which a name of a person or company has no need to be. */
const FORM_HEAD = /^[A-Z][A-Z ()/]{4,}(?:DATE|NUMBER|NO\.?)$/
const isCapitals = ({ cells }: Segment): boolean =>
  cells.length > 1 && cells.every((cell) => /^[A-Z][A-Z &()/]+$/.test(cell))
/** Of dates alone below heads that end their line, the one of a head. */
function datesAligned(heads: Segment, below: Segment | undefined, column: number): string | undefined {
  const apart = heads.cells.length - (below?.cells.length ?? 0)
  const isDates = below?.cells.every((cell) => dates(cell)[0]?.value === cell)
  return below && isDates && apart > 0 && column >= apart && FORM_HEAD.test(heads.cells[column] ?? '')
    ? below.cells[column - apart]
    : undefined
}

/**
 * What stands beside a label in its line ("Insurer: X", "Insurer<tab>X"), or alone in the next line.
 * @param label without anchors; a cell has to begin with it
 */
export function labelled({ lines }: Segments, label: RegExp): Labelled[] {
  const begins = new RegExp(
    `^(?:(?:section\\s+|item\\s+)?[\\dA-Z]{1,3}(?:\\.\\d{1,2})*[.)]?\\s+|[•*-]\\s+)?["“]?(?:the\\s+)?(${label.source})`,
    'i',
  )
  const isRowLike = (at: number, cells: number): boolean => lines[at]?.cells.length === cells
  return lines.flatMap((segment, index) =>
    segment.cells.flatMap((cell, column): Labelled[] => {
      const match = begins.exec(cell)
      if (!match) return []
      const rest = cell.slice(match[0].length)
      const end = LABEL_END.exec(rest)
      if (!end) return []
      const own = rest.slice(end[0].length).trim()
      const { length } = segment.cells
      // The heads of a list, beside which stand other heads, and below which stand many; a form has heads again below.
      const isForm = isCapitals(segment) && lines[index + 2]?.cells.some((cell) => FORM_HEAD.test(cell))
      if (length > 2 && own === '' && !isForm && isRowLike(index + 1, length) && isRowLike(index + 2, length))
        return []
      const found = (text: string, from: Segment): Labelled[] =>
        text === ''
          ? []
          : [{ label: match[1] ?? '', text, segment: from, start: Math.max(0, from.text.indexOf(text)) }]
      if (own !== '') return found(own, segment)
      const beside = isForm ? undefined : segment.cells[column + 1]
      // What has a label of its own there belongs to another column.
      if (beside && !/^[A-Z][^\t:]{0,30}\s?:\s+\S/.test(beside)) return found(beside, segment)
      const next = lines[index + 1]
      // Under one of several labels stands what is its own only where the columns are the same.
      const isAlike = next?.cells.length === segment.cells.length
      const datesBelow = datesAligned(segment, next, column)
      if (datesBelow && next) return found(datesBelow, next)
      if (!isAlike && segment.cells.length > 1) return []
      const below = next?.cells[isAlike ? column : 0]
      return next && below && !/:\s*$/.test(below) ? found(below, next) : []
    }),
  )
}

/** Values of a kind in what stands at a label. */
export const atLabel = (
  segments: Segments,
  label: RegExp,
  find: (text: string) => Found[],
  {
    not,
    detail,
    most = 1,
  }: { not?: RegExp; detail?: (at: Labelled, found: Found) => string | null; most?: number } = {},
): Candidate[] =>
  labelled(segments, label).flatMap((at) => {
    if (not?.test(at.label) || not?.test(at.text.slice(0, 60))) return []
    return find(at.text)
      .slice(0, most)
      .map((found) => {
        const start = at.start + found.start
        return candidate(
          at.segment,
          { value: found.value, start, end: start + found.value.length },
          5,
          detail?.(at, found) ?? null,
        )
      })
  })

/** The whole text at a label, up to a column, a semicolon or its length. */
export const wholeText =
  (longest: number) =>
  (text: string): Found[] => {
    const value = (text.split(/\t|;/)[0] ?? '').trim().replace(/[.,]$/, '')
    return value !== '' && value.length <= longest
      ? [{ value, start: text.indexOf(value), end: value.length }]
      : []
  }

/** What a group named `value` of an expression holds, wherever a sentence has it. */
export function bySentence(
  { sentences }: Segments,
  expression: RegExp,
  score: number,
  detail: (match: RegExpMatchArray) => string | null = () => null,
): Candidate[] {
  const all = new RegExp(expression.source, `${expression.flags.replace('g', '')}gd`)
  return sentences.flatMap((segment) =>
    [...segment.text.matchAll(all)].flatMap((match) => {
      const value = match.groups?.value
      const at = match.indices?.groups?.value
      // No name goes over the columns of a row.
      const isWhole = segment.cells.length < 2 || segment.cells.some((cell) => cell.includes(value ?? ''))
      return value && at && isWhole
        ? [candidate(segment, { value: value.trim(), start: at[0], end: at[1] }, score, detail(match))]
        : []
    }),
  )
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$%.]+/gu, ' ')
    .trim()

/** The clearest, and of equals the first; what holds no more, or not, only where there is nothing else. */
export function best(candidates: readonly Candidate[]): Candidate[] {
  const [first, ...others] = candidates
    .map((found) => ({ found, doubtful: isDoubtful(found) }))
    .toSorted((a, b) => Number(a.doubtful) - Number(b.doubtful) || b.found.score - a.found.score)
  if (!first) return []
  const stated = core(first.found.value)
  const isContested = others.some(
    ({ found, doubtful }) =>
      doubtful === first.doubtful &&
      found.score > first.found.score - 0.2 &&
      !isSame(core(found.value), stated),
  )
  return [isContested ? { ...first.found, isContested } : first.found]
}

/** What of a value tells it from another: its figures, or else its words; that nothing rises is said in many. */
const core = (value: string): string =>
  plain(
    value.match(/\d[\d.,]*/g)?.join(' ') ??
      (/escalat|^(?:none|flat|fixed|constant|levelized)/i.test(value) ? 'none' : value),
  )
const isSame = (one: string, other: string): boolean => one.includes(other) || other.includes(one)

/** Each once, in the order of the document. */
export function each(candidates: readonly Candidate[]): Candidate[] {
  const known = new Set<string>()
  return candidates
    .toSorted((a, b) => a.page - b.page)
    .filter(({ value, detail }) => {
      const key = `${plain(value)} ${plain(detail ?? '')}`
      if (known.has(key)) return false
      known.add(key)
      return true
    })
}
