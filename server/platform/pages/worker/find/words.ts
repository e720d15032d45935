import type { FoundSpan } from './patterns.ts'

/** Letters by which words are looked up. */
const KEY = 2
const IN_WORD = /[\p{L}\p{N}]/u

/** Words that are looked for together, ready to be found in one pass however many they are. */
export interface WordIndex {
  readonly byStart: ReadonlyMap<string, readonly string[]>
}

/** @param words folded */
export function wordIndex(words: readonly string[]): WordIndex {
  const known = new Set(words.map((word) => word.trim()).filter((word) => word.length >= KEY))
  // The longest first: of a name and its beginning the name is meant.
  const sorted = [...known].toSorted((one, other) => other.length - one.length)
  return { byStart: Map.groupBy(sorted, (word) => word.slice(0, KEY)) }
}

/**
 * Where one of the words stands in a folded text as a whole, in order; none within another.
 * @param text blanks and ends of lines are one blank each
 */
export function wordsIn({ byStart }: WordIndex, text: string): FoundSpan[] {
  const found: FoundSpan[] = []
  let covered = 0
  for (let from = 0; from < text.length; from += 1) {
    const candidates = byStart.get(text.slice(from, from + KEY))
    const word = candidates?.find((each) => text.startsWith(each, from) && isWhole(text, from, each.length))
    if (word === undefined) continue
    const to = from + word.length
    if (to > covered) found.push({ from, to })
    covered = Math.max(covered, to)
  }
  return found
}

/** Whether a place in a text begins and ends where words do. */
function isWhole(text: string, from: number, length: number): boolean {
  const [first, last] = [text[from] ?? '', text[from + length - 1] ?? '']
  const [before, after] = [text[from - 1] ?? '', text[from + length] ?? '']
  return !(IN_WORD.test(before) && IN_WORD.test(first)) && !(IN_WORD.test(after) && IN_WORD.test(last))
}

/** A text without the hyphens at which its words are broken over lines, and where each of its letters was. */
export function withoutHyphens(
  text: string,
  isAtEndOfLine: (index: number) => boolean,
): { text: string; places: Uint32Array } | null {
  const places: number[] = []
  let joined = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const isBroken =
      (sign === '-' || sign === '\u00ad' || sign === '\u2010') &&
      text[at + 1] === ' ' &&
      IN_WORD.test(text[at - 1] ?? '') &&
      IN_WORD.test(text[at + 2] ?? '') &&
      isAtEndOfLine(at + 1)
    if (isBroken) {
      at += 1
      continue
    }
    joined += sign
    places.push(at)
  }
  return joined.length === text.length ? null : { text: joined, places: Uint32Array.from(places) }
}
