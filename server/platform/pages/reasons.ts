import type { Opened } from '../confined/index.ts'

const TOO_LONG = 'It takes too long to draw.'

/** Why a file has no pages, in words for a person (PAGE-05). */
export const REASONS: Readonly<
  Record<'PAGES' | 'PROTECTED' | Extract<Opened, { answer: null }>['reason'], string>
> = {
  PAGES: 'It has more than 5,000 pages.',
  PROTECTED: 'It is protected by a password.',
  UNREADABLE: 'It is damaged or empty.',
  LARGE: 'It has more than 200 MB.',
  TIME: TOO_LONG,
  MEMORY: TOO_LONG,
  CRASH: TOO_LONG,
}

/** A machine under load may only have been too slow. */
export const MAY_PASS: ReadonlySet<string> = new Set(['TIME', 'MEMORY', 'CRASH'])
