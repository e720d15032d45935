import { badInput } from '../access/errors.ts'

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

/** What is said of an argument that is no moment. */
export const NO_MOMENT = 'Please enter a date and a time.'

/** A moment as the API takes it: a day, a time and its zone; null for anything else. */
export function momentIn(value: unknown): Date | null {
  const moment = typeof value === 'string' && MOMENT.test(value) ? new Date(value) : null
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/** The moment that a request names; null where it names none. @throws BAD_USER_INPUT for what is none */
export function momentOf(text: string | null | undefined): Date | null {
  if (text == null || text === '') return null
  const moment = momentIn(text)
  if (!moment) throw badInput(NO_MOMENT)
  return moment
}
