import { matcherOf } from '../../../shared/finding/matches.ts'
import type { Term } from '../../../shared/finding/search.ts'
import { excerptsBy } from './passages.ts'

/** A record that a search has found. */
export interface Found {
  id: string
  title: string
  /** Of a document. */
  isFolder?: boolean
  /** Where it is, as words. */
  place: string
  /** Of its page. */
  path: string
  /** Words around those that are searched for, beside the title; null where the title alone has them. */
  passage: string | null
}

/** Some of what was found, the best first, and how many there are. */
export interface FoundPart {
  count: number
  items: Found[]
}

export const NOTHING_FOUND: FoundPart = { count: 0, items: [] }

/** A record that may hold what is searched for. */
export interface Candidate extends Omit<Found, 'passage'> {
  /** What it says beside its title. */
  text: string
  /** What it is found by besides, though no passage is shown of it. */
  facts?: string
  /** What else finds it together with words of its own, such as the name of its project. */
  context?: string
}

/** Records of a kind that are looked at, and those of them that are listed. */
export const MAX_CANDIDATES = 2000
export const MAX_OF_KIND = 200

/** How much more a title counts in which all the words stand. */
const IN_TITLE = 1000

/** Those that hold all that is searched for, the best first, in their order where they are as good. */
export function foundAmong(
  candidates: readonly Candidate[],
  terms: readonly Term[],
  { limit, offset }: { limit: number; offset: number },
): FoundPart {
  const wanted = terms.flatMap((term, at) => (term.excluded ? [] : [at]))
  const [matchesOf, excerptsOf] = [matcherOf(terms), excerptsBy(terms)]
  const heldIn = (text: string) => new Set(matchesOf(text).map(({ term }) => term))
  const found = candidates.flatMap((candidate) => {
    const inTitle = heldIn(candidate.title)
    const inFacts = heldIn(candidate.facts ?? '')
    const excerpts = excerptsOf([{ page: null, sheet: null, text: candidate.text }])
    const inContext = heldIn(candidate.context ?? '')
    const isOwn = (at: number) => inTitle.has(at) || inFacts.has(at) || excerpts.holds[at] === true
    const isHeld = (at: number) => isOwn(at) || inContext.has(at)
    if (!wanted.every(isHeld) || !wanted.some(isOwn)) return []
    if (terms.some(({ excluded }, at) => excluded && isHeld(at))) return []
    const passage = excerpts.passages[0]?.text ?? null
    const { id, title, place, path } = candidate
    const score = excerpts.score + (wanted.every((at) => inTitle.has(at)) ? IN_TITLE : 0)
    return [{ score, item: { id, title, place, path, passage } }]
  })
  const listed = found.toSorted((a, b) => b.score - a.score).slice(0, MAX_OF_KIND)
  return { count: listed.length, items: listed.slice(offset, offset + limit).map(({ item }) => item) }
}
