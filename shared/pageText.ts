/** Characters of a text whose places in pages the server says (PAGE-21). */
export const MIN_PLACED_TEXT = 3
export const MAX_PLACED_TEXT = 100

/** A run of text as pdf.js gives it. */
export interface TextRun {
  readonly str: string
  readonly hasEOL: boolean
  /** Its matrix; the last two are its place in points. */
  readonly transform: readonly number[]
}

/** Part of a run. */
export interface Piece {
  /** Index of the run, of those that hold text. */
  readonly run: number
  readonly from: number
  readonly to: number
}

/** A place at which the words that one looks for stand. */
export interface Match {
  /** From 0. */
  readonly page: number
  readonly pieces: readonly Piece[]
  /** Where it begins, in the page's own points from below. */
  readonly x: number
  readonly y: number
}

/** What differs only by case, accents, ligatures or blanks is alike. */
export function folded(text: string): string {
  return fold(text).text
}

function fold(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) {
      if (result.endsWith(' ')) continue
      result += ' '
      places.push(at)
      continue
    }
    const plain =
      sign <= '\x7f' ? sign.toLowerCase() : sign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (const part of plain) {
      result += part
      for (let unit = 0; unit < part.length; unit += 1) places.push(at)
    }
  }
  return { text: result, places }
}

/** A page's text, ready to be searched. */
export interface PageText {
  readonly text: string
  /** For each character of `text`, its place in the page's text as it is. */
  readonly places: Uint32Array
  /** Where each run starts in the page's text as it is, and where the last ends. */
  readonly starts: Uint32Array
  readonly runs: readonly TextRun[]
}

export function pageText(runs: readonly TextRun[]): PageText {
  const starts = new Uint32Array(runs.length + 1)
  let raw = ''
  for (const [index, { str, hasEOL }] of runs.entries()) {
    starts[index] = raw.length
    raw += hasEOL ? `${str}\n` : str
  }
  starts[runs.length] = raw.length
  const { text, places } = fold(raw)
  return { text, places: Uint32Array.from(places), starts, runs }
}

/**
 * Where the words stand on a page.
 * @param term folded
 * @param most matches to look for
 */
export function matchesOn(page: number, content: PageText, term: string, most: number): Match[] {
  const found: Match[] = []
  if (term === '') return found
  let at = content.text.indexOf(term)
  while (at !== -1 && found.length < most) {
    const from = content.places[at] ?? 0
    const to = (content.places[at + term.length - 1] ?? from) + 1
    found.push(matchBetween(page, content, from, to))
    at = content.text.indexOf(term, at + term.length)
  }
  return found
}

/** The last run that starts at or before a place. */
function runAt({ starts, runs }: PageText, place: number): number {
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** A place from one character of a page's text to another, as it is. */
export function matchBetween(page: number, content: PageText, from: number, to: number): Match {
  const pieces: Piece[] = []
  const first = runAt(content, from)
  for (let run = first; run < content.runs.length; run += 1) {
    const start = content.starts[run] ?? 0
    if (start >= to) break
    const length = content.runs[run]?.str.length ?? 0
    const piece = { run, from: Math.max(0, from - start), to: Math.min(length, to - start) }
    if (piece.to > piece.from) pieces.push(piece)
  }
  const [x = 0, y = 0] = content.runs[first]?.transform.slice(4) ?? []
  return { page, pieces, x, y }
}
