import { REQUIRED } from './accountRules.ts'
import { tidyText, tooLong } from './texts.ts'

/** Tokens of one person that are neither revoked nor expired, at most. */
export const MAX_TOKENS = 50
export const TOO_MANY_TOKENS = `Maximum ${MAX_TOKENS} tokens. Revoke one first.`

/** Days after which a token ends, at least and at most (TOKEN-02). */
export const TOKEN_DAYS = { min: 1, max: 365 } as const

/** Portfolios that a token may be limited to, at most. */
export const MAX_TOKEN_PORTFOLIOS = 100

const NAME_LENGTH = 60

/** What is wrong with a token's name, for the form and for the server; null for a good one. */
export function tokenNameProblem(text: string): string | null {
  const tidied = tidyText(text)
  return tidied === '' ? REQUIRED : tooLong(tidied, NAME_LENGTH)
}

/** What is wrong with the days after which a token ends; null for a good number. */
export const tokenDaysProblem = (days: number): string | null =>
  Number.isInteger(days) && days >= TOKEN_DAYS.min && days <= TOKEN_DAYS.max
    ? null
    : `Please enter ${TOKEN_DAYS.min} to ${TOKEN_DAYS.max} days.`
