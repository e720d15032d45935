import { REQUIRED } from './accountRules.ts'

/** Characters of what people say of themselves, at most. */
export const PROFILE_LENGTHS = { firstName: 64, lastName: 64, title: 128, location: 128 } as const

/** Characters of the name of a company, at most. */
export const COMPANY_LENGTH = 128

export type ProfileText = keyof typeof PROFILE_LENGTHS

const MUST_BE_GIVEN: ReadonlySet<ProfileText> = new Set<ProfileText>(['firstName', 'lastName'])

/** Turns the direction of what stands around a name. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const BLANKS = /[\s\p{Cc}]+/gu
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Whether nothing of a text is to be seen: blanks, and signs of no width as some programs copy them along. */
export const showsNothing = (text: string): boolean => !VISIBLE.test(text)

/** A text as it is kept: in one line, since names stand in lists, mails and exports. Empty for one that shows nothing. */
export function tidyText(text: string): string {
  const tidied = text.normalize('NFC').replace(DIRECTIONS, '').replace(BLANKS, ' ').trim()
  return showsNothing(tidied) ? '' : tidied
}

/** What is wrong with a text of a profile, for the form and for the server; null for a good one (PROF-02). */
export function profileProblem(field: ProfileText, text: string): string | null {
  const tidied = tidyText(text)
  if (tidied === '') return MUST_BE_GIVEN.has(field) ? REQUIRED : null
  const most = PROFILE_LENGTHS[field]
  return [...tidied].length > most ? `Max ${most} characters` : null
}
