import { type Match, matcherOf } from '../../../shared/finding/matches.ts'
import type { Term } from '../../../shared/finding/search.ts'

/** Characters of a passage (FIND-06). */
export const PASSAGE_LENGTH = 200
/** Passages of a document. */
export const MAX_PASSAGES = 10
/** Characters of a word with the space behind it. */
const WORD = 6
/** Characters of a line that is taken for a heading where words stand in it. */
const HEADING = 80
/** What each of the words counts that stands in a passage. */
const KIND = 100
const NONE: ReadonlySet<number> = new Set()

export interface TextPage {
  page: number | null
  sheet: string | null
  text: string
}

export interface Passage {
  page: number | null
  sheet: string | null
  /** Null where its reader is not given the document's words (VIEW-21). */
  text: string | null
  /** Start and length. */
  marks: readonly (readonly number[])[]
}

interface Found {
  page: TextPage
  within: readonly Match[]
  score: number
}

/** Passages of a document, the best first, and how well it answers the search (FIND-10). */
export interface Excerpts {
  passages: Passage[]
  score: number
  /** Whether each of the terms stands in it, one after the other. */
  holds: readonly boolean[]
}

/**
 * The passages in which what is searched for stands. A passage is the better the more of the words it has and the
 * nearer they stand together; words in a heading count more. Weights are fixed: nothing is counted in other documents
 * (FIND-13). For one document after the other; of what its name holds as well, that counts as a heading of all its passages.
 */
export function excerptsBy(
  terms: readonly Term[],
): (pages: readonly TextPage[], inName?: ReadonlySet<number>) => Excerpts {
  const matchesOf = matcherOf(terms)
  const wanted = new Set(terms.flatMap((term, at) => (term.excluded ? [] : [at])))
  return (pages, inName = NONE) => {
    const holds = terms.map((_term, at) => inName.has(at))
    const named = [...inName].filter((at) => wanted.has(at))
    const found: Found[] = []
    let count = 0
    for (const page of pages) {
      const matches = matchesOf(page.text)
      for (const { term } of matches) holds[term] = true
      const shown = matches.filter(({ term }) => wanted.has(term))
      count += shown.length
      let last = -1
      for (const window of windowsOf(shown)) {
        if (window.from <= last) continue
        last = window.to
        const { matches: within, score } = window
        const beside = named.filter((at) => within.every(({ term }) => term !== at)).length
        const isHeaded = named.length > 0 || isHeading(page.text, within[0])
        found.push({ page, within, score: score + beside * KIND + (isHeaded ? 30 : 0) })
      }
    }
    // Equal ones stay in the order of pages.
    const best = found.toSorted((a, b) => b.score - a.score).slice(0, MAX_PASSAGES)
    return {
      passages: best.map(({ page, within }) => passageOf(page, within)),
      score: (best[0]?.score ?? 0) + Math.min(count, 20),
      holds,
    }
  }
}

interface Window {
  matches: Match[]
  from: number
  to: number
  score: number
}

/** Matches that fit into one passage, the best first. */
function windowsOf(matches: readonly Match[]): Window[] {
  const windows: Window[] = []
  for (const [from, first] of matches.entries()) {
    let to = from
    while (to + 1 < matches.length && (matches[to + 1]?.end ?? 0) - first.start <= PASSAGE_LENGTH - 20)
      to += 1
    const within = matches.slice(from, to + 1)
    const kinds = new Set(within.map(({ term }) => term)).size
    const nearness = kinds > 1 ? Math.max(0, 20 - nearest(within)) : 0
    windows.push({ matches: within, from, to, score: kinds * KIND + nearness })
  }
  const taken = new Set<number>()
  return windows
    .toSorted((a, b) => b.score - a.score || a.from - b.from)
    .filter(({ from, to }) => {
      for (let at = from; at <= to; at += 1) if (taken.has(at)) return false
      for (let at = from; at <= to; at += 1) taken.add(at)
      return true
    })
    .slice(0, MAX_PASSAGES)
    .toSorted((a, b) => a.from - b.from)
}

/** The fewest characters from one to another one of different terms, in words of usual length. */
function nearest(matches: readonly Match[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const [at, match] of matches.entries()) {
    const next = matches[at + 1]
    if (next && next.term !== match.term) least = Math.min(least, next.start - match.end)
  }
  return Math.max(0, Math.floor(least / WORD))
}

/** Whether a match stands in a short line of its own, or at the start of a numbered one. */
function isHeading(text: string, match: Match | undefined): boolean {
  if (!match) return false
  const start = text.lastIndexOf('\n', match.start - 1) + 1
  const end = text.indexOf('\n', match.end)
  const line = text.slice(start, end === -1 ? text.length : end).trim()
  return (
    (line.length <= HEADING && !/[.;,]$/.test(line)) ||
    /^(?:\d+\.)+\d*\s*\S{0,30}$/.test(text.slice(start, match.end))
  )
}

function passageOf({ page, sheet, text }: TextPage, matches: readonly Match[]): Passage {
  const first = matches[0]?.start ?? 0
  const last = matches.at(-1)?.end ?? first
  const span = Math.min(last - first, PASSAGE_LENGTH - 2)
  // A third of what is left stands before the words.
  let start = Math.max(0, first - Math.floor((PASSAGE_LENGTH - 2 - span) / 3))
  let end = Math.min(text.length, start + PASSAGE_LENGTH - 2)
  start = Math.max(0, Math.min(start, end - PASSAGE_LENGTH + 2))
  if (start > 0) start = afterSpace(text, start, first)
  if (end < text.length) end = beforeSpace(text, end, Math.min(last, end))
  const before = start > 0 ? '…' : ''
  const excerpt = `${before}${text.slice(start, end)}${end < text.length ? '…' : ''}`.replace(/\s/g, ' ')
  const marks = matches.flatMap((match) => {
    const at = match.start - start + before.length
    const length = Math.min(match.end, end) - match.start
    return match.start >= start && length > 0 ? [[at, length]] : []
  })
  return { page, sheet, text: excerpt, marks: withoutOverlaps(marks) }
}

/** A word that two terms mean is marked once. */
const withoutOverlaps = (marks: readonly number[][]): number[][] =>
  marks
    .toSorted(([a = 0, c = 0], [b = 0, d = 0]) => a - b || d - c)
    .reduce<number[][]>((kept, mark) => {
      const [start = 0, length = 0] = kept.at(-1) ?? []
      if (kept.length === 0 || (mark[0] ?? 0) >= start + length) kept.push(mark)
      return kept
    }, [])

const afterSpace = (text: string, from: number, most: number): number => {
  for (let at = from; at < most && at < from + 30; at += 1) if (/\s/.test(text[at] ?? '')) return at + 1
  return isLowHalf(text, from) ? from + 1 : from
}
const beforeSpace = (text: string, from: number, least: number): number => {
  for (let at = from; at > least && at > from - 30; at -= 1) if (/\s/.test(text[at] ?? '')) return at
  return isLowHalf(text, from) ? from - 1 : from
}
/** A character of two units is not cut in its middle. */
const isLowHalf = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
