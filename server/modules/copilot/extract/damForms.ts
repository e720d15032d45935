import { type Candidate, labelled } from './candidates.ts'
import type { Segments } from './segments.ts'

/** Numbered parts of a cell, "(1) … (5) …", or parts that a semicolon ends. */
const partsOf = (text: string): string[] =>
  text
    .split(/(?:^|\s)\(\d{1,2}\)\s+|^\d{1,2}\.\s+|;\s+/)
    .map((part) => part.trim().replace(/[.;]$/, ''))
    .filter((part) => part.length > 5)

const NOTHING = /^(?:none|n\/?a|nil|no\b|not applicable|ok\b|good\b|satisfactory)/i

/** What stands at a label of an inspector's form, each part a statement. */
const atFormLabel = (segments: Segments, label: RegExp): Candidate[] =>
  labelled(segments, label).flatMap(({ text, segment }) => {
    const goesOn = segment.rest !== '' && segment.text.endsWith(text)
    const whole = goesOn ? `${text} ${segment.rest}` : text
    const quotation = `${segment.text}${goesOn ? ` ${segment.rest}` : ''}`.replaceAll('\t', ' ').slice(0, 400)
    return partsOf(whole)
      .filter((value) => !NOTHING.test(value) && quotation.includes(value))
      .map((value) => ({ value, detail: null, quotation, page: segment.pageAt(0), score: 2 }))
  })

/** Remarks in the rows below a head such as "Item, Yes, No, Remarks". */
function remarks({ lines }: Segments): Candidate[] {
  return lines.flatMap((head, at) => {
    const column = head.cells.findIndex((cell) => /^(?:remarks?|comments?|observations?)$/i.test(cell))
    if (column < 2 || !head.cells.some((cell) => /^(?:yes|no|condition|rating|ok|n\/a)$/i.test(cell)))
      return []
    const found: Candidate[] = []
    for (const line of lines.slice(at + 1, at + 61)) {
      const value = line.cells.at(-1) ?? ''
      if (line.cells.length < 3 || line.heading !== head.heading) break
      if (line.cells.length > head.cells.length || value.split(/\s+/).length < 3 || NOTHING.test(value))
        continue
      const quotation = line.text.replace(/\t+/g, ' ')
      found.push({ value, detail: line.cells[0] ?? null, quotation, page: line.pageAt(0), score: 2 })
    }
    return found
  })
}

/** What an inspector's form says was seen. */
export const formFindings = (segments: Segments): Candidate[] => [
  ...atFormLabel(segments, /(?:problems?|deficienc(?:y|ies)|defects?) (?:noted|observed|found)/),
  ...remarks(segments),
]
/** What an inspector's form says is to be done. */
export const formActions = (segments: Segments): Candidate[] =>
  atFormLabel(segments, /(?:corrective|required|remedial) (?:actions?|work|measures?)(?: required| needed)?/)
