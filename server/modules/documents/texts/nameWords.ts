import { matcherOf } from '../../../../shared/finding/matches.ts'
import type { Term } from '../../../../shared/finding/search.ts'
import { stemOf } from '../../../../shared/finding/stems.ts'
import { foldWord } from '../../../../shared/finding/words.ts'
import { MIN_SEARCH } from '../reading/search.ts'

/** What names have to hold. */
export const wantedWords = (terms: readonly Term[]): string =>
  terms.flatMap(({ words, excluded }) => (excluded ? [] : words)).join(' ')

/** Which of the terms have to stand in a document. */
export const wantedTerms = (terms: readonly Term[]): number[] =>
  terms.flatMap(({ excluded }, at) => (excluded ? [] : at))

/** Whether a name that holds the words has those in quotes in their order, and nothing that must not be there (FIND-07). */
export function nameTest(terms: readonly Term[]): (name: string) => boolean {
  const matchesOf = matcherOf(terms)
  return (name) => {
    const held = new Set(matchesOf(name).map(({ term }) => term))
    return terms.every(({ kind, excluded }, at) =>
      excluded ? !held.has(at) : kind !== 'phrase' || held.has(at),
    )
  }
}

/**
 * Which of the terms a name holds: as texts do, and, as names are searched, as a part of a word. Of one that holds them all,
 * but not as names are searched, the latter alone: its text may have the others.
 */
export function heldByName(terms: readonly Term[]): (name: string) => ReadonlySet<number> {
  const matchesOf = matcherOf(terms)
  const wanted = wantedTerms(terms)
  return (name) => {
    const said = new Set(matchesOf(name).map(({ term }) => term))
    const folded = foldWord(name)
    const inNames = wanted.filter((at) => {
      const { kind, words: [word = ''] = [] } = terms[at] ?? {}
      return kind === 'phrase' ? said.has(at) : word.length >= MIN_SEARCH && folded.includes(word)
    })
    const held = new Set([...said, ...inNames])
    return wanted.every((at) => held.has(at)) ? new Set(inNames) : held
  }
}

/**
 * What stands in each name that holds the term; null where it is too short to look for in names. A stem has its last vowel in
 * other forms of the word in another place: hope and hoping, energy and energies.
 */
export function partOfNames({ words, kind }: Term): string | null {
  const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
  const shared = kind === 'phrase' ? longest : sharedBeginning(longest, stemOf(longest)).replace(/[eiy]$/, '')
  const part = shared.length >= MIN_SEARCH ? shared : longest
  return part.length >= MIN_SEARCH ? part : null
}

function sharedBeginning(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}
