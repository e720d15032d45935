import { REQUIRED } from './accountRules.ts'
import { tidyText, tooLong } from './texts.ts'

/** Characters of what people say of themselves, at most. */
export const PROFILE_LENGTHS = { firstName: 64, lastName: 64, title: 128, location: 128 } as const

/** Characters of the name of a company, at most. */
export const COMPANY_LENGTH = 128

export type ProfileText = keyof typeof PROFILE_LENGTHS

const MUST_BE_GIVEN: ReadonlySet<ProfileText> = new Set<ProfileText>(['firstName', 'lastName'])

/** What is wrong with a text of a profile, for the form and for the server; null for a good one (PROF-02). */
export function profileProblem(field: ProfileText, text: string): string | null {
  const tidied = tidyText(text)
  if (tidied === '') return MUST_BE_GIVEN.has(field) ? REQUIRED : null
  return tooLong(tidied, PROFILE_LENGTHS[field])
}
