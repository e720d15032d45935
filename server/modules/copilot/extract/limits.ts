import { type Candidate, each } from './candidates.ts'
import type { Segment, Segments } from './segments.ts'
import { amounts, type Found } from './values.ts'

const LIMIT =
  /(?:any one|per|every|each) (?:and every )?(?:occurrence|employee|condition|incident|accident|claim|person|event|loss)|(?:general |products[- ]?(?:[a-z/ -]{0,16})?|annual |policy )?(?:aggregate|agg\b)(?: limit)?|combined single limit|bodily injury(?: [a-z() ]{0,20})?|property damage|damage to (?:rented )?premises|personal (?:and|&) adv(?:ertising|\.)? injury|med(?:ical)? exp(?:ense)?s?(?:\s*\(any one person\))?|e\.?l\.? (?:each accident|disease[a-z -]{0,20})|employer'?s'? liability|disease[ -]+(?:policy limit|each employee)|limits? of (?:liability|insurance|indemnity|cover)|sums? insured|amounts? of (?:insurance|cover(?:age)?)|(?:insured|coverage|cover) amount|amount insured|(?:total )?insured value|policy limit|delay in start-?up|business interruption(?! period)|(?:named windstorm|earthquake|flood|hail|convective storm|pollution|umbrella|excess)(?: [a-z-]{2,20}){0,3}? ?(?:sub-?limit|limit)|sub-?limit|limit(?=\b)/i
/** Whether words name a limit, as the rows of a certificate do. */
export const isLimitName = (text: string): boolean => new RegExp(`^(?:${LIMIT.source})`, 'i').test(text)
const NO_LIMIT =
  /deductible|\bded\b|retention|\bsir\b|premium|self[- ]insured|waiting period|excess of \$|fee|\btax/i
/** What a contract asks for is no cover that somebody has. */
const REQUIRED = /\brequir|\bat least\b|\bminimum\b|not less than|\bmust\b/i
const limitIn = (text: string, { start, end }: Found): string | null => {
  const before = [...text.slice(0, start).matchAll(new RegExp(LIMIT.source, 'gi'))].at(-1)
  const gap = before ? start - before.index - before[0].length : Number.POSITIVE_INFINITY
  const after = new RegExp(`^[\\s,(]*(?:(?:for|in the|per|any)\\s+)?(?:${LIMIT.source})`, 'i').exec(
    text.slice(end),
  )
  // A label before its amount, after which the label of the next amount follows.
  const isNext = after && gap <= 12 && /^\s*[:)]?\s*\(?\s*[$€£]/.test(text.slice(end + after[0].length))
  if (
    after &&
    !isNext &&
    (gap > 25 || /^[\s(]*(?:per|each|any|every|in the|annual|general)/i.test(after[0]))
  ) {
    return after[0]
      .replace(/^[\s,(]+/, '')
      .replace(/^(?:for|in the)\s+/i, '')
      .trim()
  }
  return gap <= 90 ? (before?.[0].trim() ?? null) : null
}
/** The heads of a table above a line that has as many columns. */
function headsOf(lines: readonly Segment[], index: number): readonly string[] | null {
  const { cells, heading } = lines[index] ?? { cells: [], heading: '' }
  if (cells.length < 2) return null
  for (const line of lines.slice(Math.max(0, index - 40), index).toReversed()) {
    if (line.heading !== heading) return null
    if (
      line.cells.length === cells.length &&
      !/\d/.test(line.text) &&
      /limit|deductible|retention|premium|amount|insured/i.test(line.text) &&
      amounts(line.text).length === 0
    )
      return line.cells
  }
  return null
}

const sentenceCase = (text: string): string =>
  (text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()).replace(/^E\.l\./, 'E.L.')

interface Limit extends Candidate {
  /** The policy in whose row it stands, or what its line begins with; null where nothing says it. */
  of: string | null
}

/** The policy of each line, by the number that a row of a table begins with or goes on from. */
function policiesOf(
  lines: readonly Segment[],
  policyNumber: (text: string) => string | null,
): (string | null)[] {
  let current: string | null = null
  let heading = ''
  return lines.map((line) => {
    if (line.heading !== heading) current = null
    heading = line.heading
    if (line.cells.length > 2) {
      const number = line.cells.flatMap((cell) => {
        const found = policyNumber(cell)
        return found !== null && cell.startsWith(found) && cell.length < found.length + 4 ? [found] : []
      })[0]
      if (number) current = `policy ${number}`
    }
    return current
  })
}

/** What a line says before the name of its limit, such as "Umbrella". */
const leadOf = (text: string): string | null =>
  /^[•*-]?\s*([A-Z][A-Za-z' /&-]{3,40}?)(?:\s*[:–—-]\s+|,\s+|\s{2,})/.exec(text)?.[1]?.trim() ?? null

/** Limits of one name are told apart by their policies. */
function toldApart(found: readonly Limit[]): Candidate[] {
  const named = Map.groupBy(found, ({ detail }) => detail?.toLowerCase() ?? '')
  return found.map(({ of, ...limit }) => {
    const alike = named.get(limit.detail?.toLowerCase() ?? '') ?? []
    const isOne = new Set(alike.map((each) => each.of)).size < 2
    return isOne || of === null ? limit : { ...limit, detail: `${limit.detail}, ${of}` }
  })
}

/** Each amount that its line or sentence calls a limit, with what it limits. */
export function limits(
  { lines, sentences }: Segments,
  policyNumber: (text: string) => string | null,
): Candidate[] {
  const policies = policiesOf(lines, policyNumber)
  const inCells = lines.flatMap((line, index): Limit[] => {
    const of = policies[index] ?? leadOf(line.text)
    return inLine(lines, index).map((found) => ({ ...found, of: of === found.detail ? null : of }))
  })
  const inSentences = sentences
    .filter(({ text }) => text.length >= 90 || /[.;]$/.test(text))
    .flatMap((sentence) => limitsIn(sentence, sentence.text))
    .filter(
      ({ value, page, quotation }) =>
        !inCells.some(
          (cell) => cell.value === value && cell.page === page && quotation.includes(cell.quotation),
        ),
    )
  return each(toldApart([...inCells, ...inSentences.map((found) => ({ ...found, of: null }))]))
}

function inLine(lines: readonly Segment[], index: number): Candidate[] {
  const line = lines[index]
  if (!line) return []
  if (line.cells.length === 1) return line.text.length < 90 ? limitsIn(line, line.text) : []
  const heads = headsOf(lines, index)
  return line.cells.flatMap((cell, column) => {
    const head = heads?.[column] ?? ''
    if (NO_LIMIT.test(head)) return []
    const before = line.cells.slice(0, column).join(' ')
    if (heads && LIMIT.test(head) && !LIMIT.test(cell)) {
      return amounts(cell)
        .slice(0, 1)
        .map(({ value }) => ({
          value,
          detail: sentenceCase(line.cells[0] ?? head),
          quotation: line.text.replaceAll('\t', ' '),
          page: line.pageAt(0),
          score: 3,
        }))
    }
    if (NO_LIMIT.test(line.cells[column - 1] ?? '')) return []
    const [amount] = amounts(cell)
    if (column === 1 && /sub-?limits?/i.test(line.heading) && amount?.value === cell)
      return [
        {
          value: cell,
          detail: sentenceCase(line.cells[0] ?? ''),
          quotation: line.text.replaceAll('\t', ' '),
          page: line.pageAt(0),
          score: 3,
        },
      ]
    return [...limitsIn(line, cell, LIMIT.test(before) ? before : ''), ...brokenLimit(lines, index, column)]
  })
}

/** A limit whose name ends a line, and whose amount ends the next. */
function brokenLimit(lines: readonly Segment[], index: number, column: number): Candidate[] {
  const line = lines[index]
  const next = lines[index + 1]
  const cell = line?.cells[column] ?? ''
  const below = next?.cells.at(-1) ?? ''
  const [amount] = amounts(below)
  if (!line || !next || column !== line.cells.length - 1 || amount?.value !== below.trim()) return []
  const name = new RegExp(`^(?:${LIMIT.source})$`, 'i').exec(cell.trim())
  if (!name || next.heading !== line.heading) return []
  return [
    {
      value: amount.value,
      detail: sentenceCase(name[0]),
      quotation: `${line.text} ${next.text}`.replaceAll('\t', ' '),
      page: next.pageAt(0),
      score: 3,
    },
  ]
}

function limitsIn(segment: Segment, text: string, before = ''): Candidate[] {
  const whole = before === '' ? text : `${before} ${text}`
  return amounts(whole).flatMap((amount) => {
    if (before !== '' && amount.start <= before.length) return []
    const lead =
      whole
        .slice(Math.max(0, amount.start - 45), amount.start)
        .split(/[;\t]|,\s(?=[a-z])/)
        .at(-1) ?? ''
    const after = whole.slice(amount.end, amount.end + 40).split(/[;,.\t]|\band\b/)[0] ?? ''
    if (NO_LIMIT.test(lead) || REQUIRED.test(lead) || NO_LIMIT.test(after)) return []
    const detail = limitIn(whole, amount)
    if (detail === null) return []
    const quotation =
      segment.text.length <= 400
        ? segment.text
        : segment.text.slice(
            Math.max(0, segment.text.indexOf(amount.value) - 200),
            segment.text.indexOf(amount.value) + 180,
          )
    const page = segment.pageAt(Math.max(0, segment.text.indexOf(amount.value)))
    return [
      {
        value: amount.value,
        detail: sentenceCase(detail),
        quotation: quotation.replaceAll('\t', ' '),
        page,
        score: 3,
      },
    ]
  })
}
