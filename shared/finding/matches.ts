import { isMeant, rootOf, type Term } from './search.ts'
import { nextWord, type TextWord } from './words.ts'

/** Where something that is searched for stands in a text. */
export interface Match {
  /** Which of the terms. */
  term: number
  start: number
  end: number
}

/** What words are made of, and numbers with their separators. */
const WITHIN = /[\p{L}\p{N}\p{M}\u00ad.,'’\u00a0\u202f]/u
const LETTER = /[\p{L}\p{N}\p{M}\u00ad]/u
const DIVIDES = /[-\u2010][ \t]*\r?\n/y
const SEPARATORS = new Set(["'", '’', '\u00a0', '\u202f', ',', '.'])

/** Of a text: more of them mark nothing that is read. */
const MAX_MATCHES = 1000

/** Where the terms stand in a text, in its order; what must not stand in it is looked for as well. */
export const matchesIn = (text: string, terms: readonly Term[]): Match[] => matcherOf(terms)(text)

/**
 * Finds terms in one text after the other. A text is not taken apart into its words: most of them don't begin as what is
 * searched for does. Only what does so, what has letters beyond ASCII, and what is divided at a line's end or by
 * separators is looked at as a word.
 */
export function matcherOf(terms: readonly Term[]): (text: string) => Match[] {
  const meant = terms.map(({ words, kind }) =>
    words.map((asked) => remembering((word) => isMeant(word, asked, kind))),
  )
  const pattern = beginningsOf(terms)
  return (text) => {
    const found: Match[] = []
    // As long as the text: of all letters this one alone has a longer form in lower case.
    const lower = text.replaceAll('\u0130', '\u0131').toLowerCase()
    let done = 0
    pattern.lastIndex = 0
    for (let hit = pattern.exec(lower); hit && found.length < MAX_MATCHES; hit = pattern.exec(lower)) {
      pattern.lastIndex = hit.index + 1
      const word = wordAt(text, hit.index, done)
      if (!word) continue
      done = word.end
      pattern.lastIndex = word.end
      for (const [term, tests] of meant.entries()) {
        const end = endOf(text, word, tests)
        if (end !== null) found.push({ term, start: word.start, end })
      }
    }
    return found
  }
}

/** Where a word may begin that is meant, in a text in lower case. */
function beginningsOf(terms: readonly Term[]): RegExp {
  const roots = new Set(terms.map(({ words, kind }) => rootOf(words[0] ?? '', kind)))
  const beginnings = [...roots].map((root) => root.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  const hasNumbers = [...roots].some((root) => /^\d/.test(root))
  return new RegExp(
    [
      ...beginnings,
      String.raw`[^\x00-\x7f]`,
      String.raw`-(?=[ \t]*\r?\n)`,
      ...(hasNumbers ? [String.raw`\d(?=[.,'])`] : []),
    ].join('|'),
    'g',
  )
}

/** The word that a place of a text belongs to; null within one that begins before and plainly, and between words. */
function wordAt(text: string, at: number, done: number): TextWord | null {
  const code = text.charCodeAt(at)
  const before = at > done ? text.charCodeAt(at - 1) : 32
  const isPlain = isLetter(code) || isDigit(code)
  if (isPlain && isLetter(before)) return null
  if (isPlain && before < 128 && !isDigit(before) && !SEPARATORS.has(String.fromCharCode(before))) {
    return nextWord(text, at)
  }
  if (!isPlain && !mayBelong(text, at)) return null
  let from = at
  while (from > done) {
    const start = isLowHalf(text, from - 1) ? from - 2 : from - 1
    if (!WITHIN.test(text.slice(start, from))) break
    from = start
  }
  for (let word = nextWord(text, from); word && word.start <= at; word = nextWord(text, word.end)) {
    if (word.end > at) return word
  }
  return null
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLowHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** Whether what is no plain letter may belong to a word: quotes and dashes mostly don't. */
function mayBelong(text: string, at: number): boolean {
  const sign = text[at] ?? ''
  if (SEPARATORS.has(sign)) return isDigit(text.charCodeAt(at - 1))
  if (sign === '-' || sign === '\u2010') {
    DIVIDES.lastIndex = at
    return DIVIDES.test(text)
  }
  return LETTER.test(String.fromCodePoint(text.codePointAt(isLowHalf(text, at) ? at - 1 : at) ?? 32))
}

/** Where a term ends that begins with a word; null where it doesn't. */
function endOf(
  text: string,
  first: TextWord,
  tests: readonly ((word: TextWord) => boolean)[],
): number | null {
  let word: TextWord | null = first
  for (const [at, test] of tests.entries()) {
    if (at > 0) word = nextWord(text, word.end)
    if (!word || !test(word)) return null
  }
  return word.end
}

/** The same words come again and again in a text. */
function remembering(test: (word: TextWord) => boolean): (word: TextWord) => boolean {
  const known = new Map<string, boolean>()
  return (word) => {
    if (word.parts) return test(word)
    const before = known.get(word.word)
    if (before !== undefined) return before
    const now = test(word)
    if (known.size < 5000) known.set(word.word, now)
    return now
  }
}
