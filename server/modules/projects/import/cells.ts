import { isTooFine } from '../../../../shared/figures.ts'
import { dayOf } from '../../../../shared/format/day.ts'
import type { FieldKind } from '../../../../shared/project/fields.ts'
import { type FigureRule, figureProblem, zipProblem } from '../../../../shared/project/rules.ts'
import { valueProblem } from '../../../../shared/project/values.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Cell } from '../../../platform/spreadsheets/read/index.ts'

/** What a cell says, or why it says nothing that can be taken. */
export type Parsed<Value> = { value: Value } | { problem: string }

const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/
const WITH_THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/
const DECIMAL_COMMA = /^-?[\d.]*,\d+$/
/** What comes of a number such as 1e999. */
const BEYOND = /^-?Infinity$/

/** As it stands in the file, for a sentence about it. */
const quoted = (cell: Cell): string => {
  const text = cell instanceof Date ? dayAsText(cell.toISOString().slice(0, 10)) : String(cell)
  return `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`
}

/** A day as people of the product write it (FMT-31). */
export const dayAsText = (day: string): string => {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

/** Whether there is anything in a cell. */
export const isFilled = (cell: Cell | undefined): cell is Exclude<Cell, null> =>
  cell !== undefined && cell !== null && !(typeof cell === 'string' && cell.trim() === '')

/** A text as its field keeps it, with the form's sentences for what it refuses. */
export const textIn =
  (field: Extract<FieldKind, { kind: 'text' }> & { required?: true }) =>
  (cell: Cell): Parsed<string> => {
    const written = cell instanceof Date ? dayAsText(cell.toISOString().slice(0, 10)) : String(cell)
    const text = tidyText(written.toWellFormed())
    const problem = valueProblem(field, text)
    return problem === null ? { value: text } : { problem }
  }

/** Figures have lost their leading zeros in the spreadsheet. */
export function zipIn(cell: Cell): Parsed<string> {
  const text = tidyText(typeof cell === 'number' ? String(cell).padStart(5, '0') : String(cell))
  const problem = zipProblem(text)
  return problem === null ? { value: text } : { problem }
}

/** A figure by its rule, as a number or as a text with a point for decimals. */
export const figureIn =
  (rule: FigureRule) =>
  (cell: Cell): Parsed<number> => {
    const text = typeof cell === 'string' ? cell.trim() : ''
    if (BEYOND.test(text)) return { problem: rule.outside }
    const isNumber = typeof cell === 'number' || PLAIN.test(text) || WITH_THOUSANDS.test(text)
    if (!isNumber) {
      if (DECIMAL_COMMA.test(text)) {
        return { problem: `${quoted(cell)} has a decimal comma. Write decimals with a point, as in 1.5.` }
      }
      const hasLetterO = /^[\d.,\s-]*[oO][\doO.,\s-]*$/.test(text) && /\d/.test(text)
      return { problem: `${quoted(cell)} is not a number${hasLetterO ? ': it holds the letter O' : ''}.` }
    }
    const given = typeof cell === 'number' ? cell : Number(text.replaceAll(',', ''))
    // A spreadsheet that reckons leaves such traces of 0.
    const value = isTooFine(given) ? 0 : given
    const problem = figureProblem(value, rule)
    return problem === null ? { value } : { problem }
  }

/** A day, as a date or as a text. */
export function dayIn(cell: Cell): Parsed<string> {
  const isDate = cell instanceof Date && Number.isFinite(cell.getTime())
  const day = isDate ? dayOf(cell.toISOString().slice(0, 10)) : typeof cell === 'string' ? dayOf(cell) : null
  return day === null ? { problem: `${quoted(cell)} is not a date. Use MM/DD/YYYY.` } : { value: day }
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\+|&/g, ' plus ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** One of a few, by its words or its name in the API. */
export const choiceIn =
  <Value extends string>(what: string, labels: Readonly<Record<Value, string>>) =>
  (cell: Cell): Parsed<Value> => {
    const given = plainWords(String(cell))
    const values = Object.keys(labels) as Value[]
    const found = values.find((value) => [value, labels[value]].some((each) => plainWords(each) === given))
    if (found) return { value: found }
    const words = values.map((value) => labels[value])
    return {
      problem: `${quoted(cell)} is not ${what}. Use ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`,
    }
  }

const YES: ReadonlySet<string> = new Set(['yes', 'true', 'owned', '1'])
const NO: ReadonlySet<string> = new Set(['no', 'false', 'pipeline', '0'])

export function yesIn(cell: Cell): Parsed<boolean> {
  const given = plainWords(String(cell))
  if (YES.has(given)) return { value: true }
  return NO.has(given) ? { value: false } : { problem: `${quoted(cell)} is neither Yes nor No.` }
}
