import { REQUIRED } from './accountRules.ts'
import { tidyText, tooLong } from './texts.ts'

/** Passkeys of one person, at most (KEY-01). */
export const MAX_PASSKEYS = 10

export const TOO_MANY_PASSKEYS = `Maximum ${MAX_PASSKEYS} passkeys.`

/** Characters of a passkey's name, at most (KEY-10). */
export const PASSKEY_NAME_LENGTH = 60

/** Said of every passkey that doesn't prove right, whatever is wrong with it (KEY-08). */
export const PASSKEY_UNUSABLE = 'This passkey could not be used. Please try again or sign in another way.'

/** Said where passkeys work on localhost alone (KEY-04). */
export const NEEDS_PUBLIC_URL = 'Passkeys need PUBLIC_URL.'

/** What is wrong with a passkey's name, for the form and for the server; null for a good one (KEY-10). */
export function passkeyNameProblem(text: string): string | null {
  const tidied = tidyText(text)
  return tidied === '' ? REQUIRED : tooLong(tidied, PASSKEY_NAME_LENGTH)
}
