import { stemOf } from './stems.ts'
import { foldWord, MAX_WORD, type TextWord, wordsOf } from './words.ts'

/** Characters of a search (FIND-08). */
export const SEARCH_LENGTH = { least: 2, most: 200 }
/** Words of a search. */
export const MAX_SEARCH_WORDS = 12
export const TOO_SHORT = 'Type at least two letters.'
export const TOO_LONG = `A search has at most ${SEARCH_LENGTH.most} characters.`
export const TOO_MANY_WORDS = `A search has at most ${MAX_SEARCH_WORDS} words.`

/** One thing that is searched for: a word by its stem, the beginning of one, or words in this order as they are. */
export interface Term {
  words: readonly string[]
  kind: 'stem' | 'start' | 'phrase'
  /** Must not stand in the document. */
  excluded: boolean
}

/** What a search asks for (FIND-07), or why it can't be asked. */
export type Search = { terms: readonly Term[] } | { refused: string }

const PART = /(?<minus>(?<![^\s])[-−])?(?:["“”„](?<phrase>[^"“”„]*)(?:["“”„]|$)|(?<word>[^\s"“”„]+))/gu

/** Reads a search as somebody types it. */
export function parseSearch(text: string): Search {
  const trimmed = text.trim()
  if (trimmed.length < SEARCH_LENGTH.least) return { refused: TOO_SHORT }
  if (trimmed.length > SEARCH_LENGTH.most) return { refused: TOO_LONG }
  const terms: Term[] = []
  let count = 0
  for (const { groups = {} } of trimmed.matchAll(PART)) {
    const excluded = groups.minus !== undefined
    const found = [...wordsOf(groups.phrase ?? groups.word ?? '')].map(({ word }) => word.slice(0, MAX_WORD))
    count += found.length
    // What is written in quotes is searched for with its words of one letter.
    const words = groups.phrase === undefined ? found.filter((word) => word.length > 1) : found
    if (groups.phrase !== undefined && words.some((word) => word.length > 1)) {
      terms.push({ words, kind: 'phrase', excluded })
    } else if (groups.phrase === undefined) {
      for (const word of words) terms.push({ words: [word], kind: 'stem', excluded })
    }
  }
  if (count > MAX_SEARCH_WORDS) return { refused: TOO_MANY_WORDS }
  if (!terms.some((term) => !term.excluded)) return { refused: TOO_SHORT }
  const last = terms.at(-1)
  // The word that is being typed.
  if (last?.kind === 'stem' && !last.excluded && foldWord(trimmed).endsWith(last.words[0] ?? '')) {
    terms[terms.length - 1] = { ...last, kind: 'start' }
  }
  return { terms }
}

/** Whether a word of a text is what a word of a search asks for. */
export function isMeant({ word, parts = [] }: TextWord, asked: string, kind: Term['kind']): boolean {
  if (word === asked || parts.includes(asked)) return true
  if (kind === 'phrase') return false
  if (kind === 'start' && (word.startsWith(asked) || parts.some((part) => part.startsWith(asked))))
    return true
  const stem = stemOf(asked)
  return stemOf(word) === stem || parts.some((part) => stemOf(part) === stem)
}

/** With what each word begins that a word of a search means: a stem without its end. */
export function rootOf(word: string, kind: Term['kind']): string {
  if (kind === 'phrase') return word
  const stem = stemOf(word)
  let length = 0
  while (length < stem.length && stem[length] === word[length]) length += 1
  return word.slice(0, length > 5 ? length - 2 : Math.min(length, 3))
}
