import { isTooFine, TOO_FINE } from '../figures.ts'
import { dayOf } from '../format/day.ts'
import { tidyText } from '../texts.ts'

/** Rules of a project's values with their exact sentences (PFORM), for the form and for the server alike. */

export const REQUIRED = 'This field is required'
export const NOT_A_NUMBER = 'Please enter a number.'
export const NOT_A_DATE = 'Please enter a valid date.'
export const NOT_A_DECIMAL = 'Please enter a valid decimal.'
export const NO_MODEL = 'Please select a model.'
export const NO_OFFTAKER = 'Please select an offtaker.'
export const NO_PORTFOLIO = 'Please select a portfolio.'
const TOO_FEW = 'Must be one or more'

/** Characters of a text. */
export const MAX_TEXT = 1000
export const MAX_NAME = 200
/** Rows of each list of a project. */
export const MAX_ROWS = 100
const MAX_CAPACITY = 1e12
const MAX_COUNT = 1_000_000_000

/** What a figure must be. */
export interface FigureRule {
  least: number
  most: number
  /** Said of a figure out of bounds. */
  outside: string
  isWhole?: boolean
}

/** kW or kWh. */
export const CAPACITY: FigureRule = {
  least: 0,
  most: MAX_CAPACITY,
  outside: 'Must be within 0 and 1,000,000,000,000',
}
export const YEARS: FigureRule = { least: 0, most: 1000, outside: 'Must be within 0 and 1,000' }
/** Metres. */
export const ELEVATION: FigureRule = {
  least: -1000,
  most: 10_000,
  outside: 'Must be within -1,000 and 10,000',
}
/** Degrees (PFORM-21). */
export const LATITUDE: FigureRule = { least: -90, most: 90, outside: 'Must be within -90 and +90' }
/** Degrees (PFORM-22). */
export const LONGITUDE: FigureRule = { least: -180, most: 180, outside: 'Must be within -180 and +180' }
export const TERM: FigureRule = { least: 0.01, most: 1000, outside: 'Must be more than 0 and at most 1,000' }
export const RATE: FigureRule = { least: 0, most: 1000, outside: 'Must be within 0 and 1,000' }
/** PFORM-30 */
export const ESCALATOR: FigureRule = { least: 0, most: 1000, outside: NOT_A_DECIMAL }
/** PFORM-26: limit and sentence as they are given, though they disagree. */
export const PANELS: FigureRule = { least: 0, most: MAX_COUNT, outside: TOO_FEW, isWhole: true }
/** PFORM-28 */
export const INVERTERS: FigureRule = { least: 1, most: MAX_COUNT, outside: TOO_FEW, isWhole: true }

/** What is wrong with a figure; null for a good one. */
export function figureProblem(value: number, { least, most, outside, isWhole }: FigureRule): string | null {
  if (!Number.isFinite(value)) return NOT_A_NUMBER
  if (isTooFine(value)) return TOO_FINE
  if (isWhole && !Number.isInteger(value)) return 'Please enter a whole number.'
  return value < least || value > most ? outside : null
}

/** PFORM-19, PFORM-20 */
export const zipProblem = (text: string): string | null => {
  const length = [...text.trim()].length
  return length === 0 || length === 5 ? null : 'Must be exactly 5 characters'
}

/** Of a day as it is sent, YYYY-MM-DD (PFORM-15, PFORM-16). */
export const dayProblem = (text: string): string | null => (dayOf(text) === text ? null : NOT_A_DATE)

/** Of a text as it is kept, in one line. */
export function textProblem(text: string, most = MAX_TEXT): string | null {
  return [...tidyText(text)].length > most
    ? `Please use at most ${most.toLocaleString('en-US')} characters.`
    : null
}

/** PFORM-11 */
export const requiredTextProblem = (text: string, most: number): string | null =>
  tidyText(text) === '' ? REQUIRED : textProblem(text, most)
