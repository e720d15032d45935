import type { TextPart } from '../../searchText/answer.ts'

/** The words of a version in reading order. */
export interface Words {
  /** Numbers that are the same for the same word of both versions. */
  readonly ids: Int32Array
  /** The part that each word begins in. */
  readonly parts: Int32Array
  /** As it is written; one that was divided at a line's end in one piece. */
  word(at: number): string
}

const PLAIN = /^[\x21-\x7e]+$/
const DIVIDED = /\p{L}[-\u2010\u00ad]$/u
const GOES_ON = /^\p{Ll}/u

/** A word as it is compared: ligatures, quotes and dashes differ with the program that wrote the file. */
const compared = (word: string): string =>
  PLAIN.test(word)
    ? word
    : word
        .normalize('NFKC')
        .replace(/\u00ad/g, '')
        .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
        .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
        .replace(/[\u2010\u2011]/g, '-')

/** Without what stands around a word, such as a comma. */
const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** A word that was divided at a line's end: with its hyphen, or without. */
interface Divided {
  at: number
  joined: string
  hyphenated: string
}

interface Draft {
  text: string
  starts: number[]
  ends: number[]
  ids: number[]
  parts: number[]
  divided: Divided[]
}

/** The words of both versions of a text. */
export function wordsOf(
  older: readonly TextPart[],
  newer: readonly TextPart[],
): { older: Words; newer: Words } {
  const ids = new Map<string, number>()
  const idOf = (word: string): number => {
    const key = compared(word)
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, ids.size)
    return ids.size - 1
  }
  const drafts = [draft(older, idOf), draft(newer, idOf)] as const
  // How a word is written that is divided in one place shows where it stands in one line, in either version.
  const known = drafts.some(({ divided }) => divided.length > 0)
    ? new Set([...ids.keys()].map(bare))
    : new Set<string>()
  const whole = ({ joined, hyphenated }: Divided): string =>
    !known.has(bare(joined)) && known.has(bare(hyphenated)) ? hyphenated : joined
  const [first, second] = drafts.map(({ text, starts, ends, divided, ...rest }): Words => {
    const pieces = new Map(divided.map((each) => [each.at, whole(each)]))
    for (const [at, word] of pieces) rest.ids[at] = idOf(word)
    return {
      ids: Int32Array.from(rest.ids),
      parts: Int32Array.from(rest.parts),
      word: (at) => pieces.get(at) ?? text.slice(starts[at], ends[at]),
    }
  })
  if (!first || !second) throw new Error('Two versions are compared.')
  return { older: first, newer: second }
}

function draft(parts: readonly TextPart[], idOf: (word: string) => number): Draft {
  const made: Draft = { text: '', starts: [], ends: [], ids: [], parts: [], divided: [] }
  const texts: string[] = []
  let offset = 0
  /** The last word, where it may go on in the next line. */
  let open: string | null = null
  const close = (): void => {
    if (open !== null) made.ids[made.ids.length - 1] = idOf(open)
    open = null
  }
  for (const [part, { text }] of parts.entries()) {
    for (const found of text.matchAll(/\S+/g)) {
      const [word] = found
      if (open !== null && GOES_ON.test(word) && startsLine(text, found.index)) {
        const joined: string = open.slice(0, -1) + word
        const hyphenated: string = open.endsWith('\u00ad') ? joined : open + word
        made.divided.push({ at: made.ids.length - 1, joined, hyphenated })
        open = null
        continue
      }
      close()
      const end = found.index + word.length
      made.starts.push(offset + found.index)
      made.ends.push(offset + end)
      made.parts.push(part)
      if (DIVIDED.test(word) && endsLine(text, end)) {
        open = word
        made.ids.push(0)
      } else made.ids.push(idOf(word))
    }
    texts.push(text)
    offset += text.length + 1
  }
  close()
  made.text = texts.join('\n')
  return made
}

const startsLine = (text: string, at: number): boolean =>
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 20), at))
const endsLine = (text: string, end: number): boolean => /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 20))
