import { stemOf } from './stems.ts'

/** A word of a text as it is searched for, and where it stands. */
export interface TextWord {
  /** In lower case, without diacritics, ligatures, hyphens at a line's end and separators of thousands. */
  word: string
  start: number
  end: number
  /** The parts of a word that was divided at a line's end, which may have been two words with a hyphen. */
  parts?: readonly string[]
}

/** Characters of a word that are compared; a longer one is no word that somebody types. */
export const MAX_WORD = 60

const NUMBER = String.raw`\d{1,3}(?:[,'’\u00a0\u202f]\d{3})+(?![\p{L}\p{N}])(?:\.\d+(?![\p{L}\p{N}]))?|\d+(?:\.\d+)+`
const DIVIDED = String.raw`(?:[-\u2010][ \t]*\r?\n[ \t]*\p{Ll}[\p{L}\p{M}]*)?`
const WORDS = new RegExp(String.raw`${NUMBER}|[\p{L}\p{N}\p{M}\u00ad]+${DIVIDED}`, 'gu')
/** Of its own, since it remembers a place. */
const NEXT = new RegExp(WORDS)
const PLAIN = /^[a-z0-9]+$/
/** Letters that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** A word as it is compared. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .toLowerCase()
}

const SEPARATORS = /[,'’\u00a0\u202f]/g
const THREES = /^\d{1,3}(?:\.\d{3}){2,}$/

/** The first word of a text that begins at a place or after it. */
export function nextWord(text: string, from: number): TextWord | null {
  NEXT.lastIndex = from
  for (let found = NEXT.exec(text); found; found = NEXT.exec(text)) {
    const word = wordOf(found[0], found.index)
    if (word) return word
  }
  return null
}

/** The words of a text in their order. */
export function* wordsOf(text: string): Generator<TextWord> {
  for (const found of text.matchAll(WORDS)) {
    const word = wordOf(found[0], found.index)
    if (word) yield word
  }
}

/** Null for what is left out of a text altogether, such as an accent by itself. */
function wordOf(written: string, start: number): TextWord | null {
  const end = start + written.length
  if (/^\d/.test(written) && /[.,'’\u00a0\u202f]/.test(written)) {
    const digits = written.replace(SEPARATORS, '')
    return { word: THREES.test(digits) ? digits.replaceAll('.', '') : digits, start, end }
  }
  const divided = /[-\u2010][ \t]*\r?\n[ \t]*/.exec(written)
  if (!divided) {
    const word = foldWord(written)
    return word === '' ? null : { word, start, end }
  }
  const parts = [written.slice(0, divided.index), written.slice(divided.index + divided[0].length)].map(
    foldWord,
  )
  return { word: parts.join(''), start, end, parts }
}

/** By what a word is found that stands in a text: as it is, and by its stem where that is another. */
export function keysOf(word: string): string[] {
  const stem = stemOf(word)
  return stem === word ? [`=${word}`] : [`=${word}`, `~${stem}`]
}
