import { type Candidate, each } from './candidates.ts'
import type { Segment, Segments } from './segments.ts'
import { amounts, type Found } from './values.ts'

const LIMIT =
  /(?:any one|per|every|each) (?:and every )?(?:occurrence|employee|condition|incident|accident|claim|person|event|loss)|(?:general |products[- ]?(?:[a-z/ -]{0,16})?|annual |policy )?aggregate(?: limit)?|combined single limit|bodily injury(?: [a-z() ]{0,20})?|property damage|damage to (?:rented )?premises|personal (?:and|&) adv(?:ertising|\.)? injury|med(?:ical)? exp(?:ense)?s?(?:\s*\(any one person\))?|e\.?l\.? (?:each accident|disease[a-z -]{0,20})|employer'?s'? liability|disease[ -]+(?:policy limit|each employee)|limits? of (?:liability|insurance|indemnity|cover)|sums? insured|amounts? of (?:insurance|cover(?:age)?)|(?:insured|coverage|cover) amount|amount insured|(?:total )?insured value|policy limit|(?:business interruption|delay in start-?up|named windstorm|earthquake|flood|hail|convective storm|pollution|umbrella|excess)(?: [a-z-]{2,20}){0,3}? ?(?:sub-?limit|limit)|sub-?limit|limit(?=\b)/i
const NO_LIMIT = /deductible|retention|\bsir\b|premium|self[- ]insured|waiting period|excess of \$|fee|\btax/i
const limitIn = (text: string, { start, end }: Found): string | null => {
  const before = [...text.slice(0, start).matchAll(new RegExp(LIMIT.source, 'gi'))].at(-1)
  const gap = before ? start - before.index - before[0].length : Number.POSITIVE_INFINITY
  const after = new RegExp(`^[\\s,(]*(?:(?:for|in the|per|any)\\s+)?(?:${LIMIT.source})`, 'i').exec(
    text.slice(end),
  )
  if (after && (gap > 25 || /^[\s(]*(?:per|each|any|every|in the|annual|general)/i.test(after[0]))) {
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

/** Each amount that its line or sentence calls a limit, with what it limits. */
export function limits({ lines, sentences }: Segments): Candidate[] {
  const inCells = lines.flatMap((line, index): Candidate[] => {
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
      return limitsIn(line, cell, LIMIT.test(before) ? before : '')
    })
  })
  return each([
    ...inCells,
    ...sentences
      .filter(({ text }) => text.length >= 90 || /[.;]$/.test(text))
      .flatMap((sentence) => limitsIn(sentence, sentence.text)),
  ])
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
    if (NO_LIMIT.test(lead) || NO_LIMIT.test(after)) return []
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
