import { badInput } from '../access/errors.ts'

/** A moment that a request names; null where it names none. @throws BAD_USER_INPUT for what is none */
export function momentOf(text: string | null | undefined): Date | null {
  if (text == null || text === '') return null
  const moment = new Date(text)
  if (!Number.isFinite(moment.getTime())) throw badInput('Please give a date and time.')
  return moment
}
