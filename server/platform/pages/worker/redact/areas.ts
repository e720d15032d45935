import { folded } from '../../../../../shared/pageText.ts'
import type { AskedRedactionMark } from '../../asked.ts'
import type { PageBox } from '../marked/markOfPdf.ts'
import {
  areaOf,
  boundsOf,
  cornersOf,
  grown,
  inverse,
  mappedRect,
  meets,
  type Rect,
  reachesInto,
  toPage,
} from './geometry.ts'
import { hasInk, type ReadLetter } from './reading.ts'

/** What is removed of a page for one mark. */
export interface PageMark {
  reason: string
  areas: Rect[]
}

/** Points that an area of words reaches beyond their letters. */
const AROUND = 0.4
/** Share of a line's height that an area of words leaves free above and below. */
const TIGHT = 0.12
/** Points around a mark in which its words are looked for: places of words are in proportion to another font. */
const NEAR = 24

/** The areas of a mark: of words exactly those of their letters, where these stand there (REDACT-12). */
export function areasOf(mark: AskedRedactionMark, page: PageBox, letters: readonly ReadLetter[]): Rect[] {
  const given = mark.boxes.map((box) => areaOf(page, box))
  if (mark.words === null) return given
  return wordsNear(mark.words, given, page, letters) ?? given
}

/** Lines of the words that stand nearest to where a mark is. */
function wordsNear(
  words: string,
  given: readonly Rect[],
  page: PageBox,
  letters: readonly ReadLetter[],
): Rect[] | null {
  const wanted = bare(words)
  const near = given.map((rect) => grown(rect, NEAR / page.unit))
  const those = letters.filter(({ ink }) => hasInk(ink) && near.some((rect) => meets(ink, rect)))
  const text = those.map(({ text: letter }) => bare(letter))
  const starts: number[] = []
  let all = ''
  for (const letter of text) {
    starts.push(all.length)
    all += letter
  }
  let best: { letters: ReadLetter[]; covered: number } | null = null
  for (let at = all.indexOf(wanted); wanted !== '' && at >= 0; at = all.indexOf(wanted, at + 1)) {
    const found = those.filter((_, index) => {
      const start = starts[index] ?? 0
      return (text[index] ?? '') !== '' && start >= at && start < at + wanted.length
    })
    const covered = found.filter(({ ink }) => given.some((rect) => reachesInto(ink, rect, AROUND))).length
    if (covered > 0 && (!best || covered > best.covered)) best = { letters: found, covered }
  }
  if (!best) return null
  const lines = linesOf(best.letters, page)
  // Of words of which the mark has less than half, what it shows goes, too.
  return best.covered < best.letters.length / 2 ? [...lines, ...given] : lines
}

const bare = (text: string): string => folded(text).replace(/\s+/g, '')

/** A rectangle for each line, as high as it. */
function linesOf(letters: readonly ReadLetter[], page: PageBox): Rect[] {
  const back = inverse(toPage(page))
  const lines: { shown: Rect; letters: ReadLetter[] }[] = []
  for (const letter of letters) {
    const shown = back ? mappedRect(back, letter.ink) : letter.ink
    const last = lines.at(-1)
    const height = shown.top - shown.bottom
    const isSame =
      last && shown.bottom < last.shown.top + height / 4 && shown.top > last.shown.bottom - height / 4
    if (last && isSame) {
      last.letters.push(letter)
      last.shown = boundsOf([...cornersOf(last.shown), ...cornersOf(shown)])
    } else lines.push({ shown, letters: [letter] })
  }
  return lines.map(({ letters: those }) => {
    const ink = boundsOf(those.flatMap((letter) => cornersOf(letter.ink)))
    const line = boundsOf(those.flatMap((letter) => cornersOf(letter.line)))
    const isUpright = page.turn % 180 === 0
    // Along the line as far as the letters are to be seen, and nearly as high as the line: others may stand close to it.
    const [up, across] = [TIGHT * (line.top - line.bottom), TIGHT * (line.right - line.left)]
    return grown(
      isUpright
        ? { ...ink, bottom: Math.min(ink.bottom, line.bottom + up), top: Math.max(ink.top, line.top - up) }
        : {
            ...ink,
            left: Math.min(ink.left, line.left + across),
            right: Math.max(ink.right, line.right - across),
          },
      AROUND / page.unit,
    )
  })
}

/** What stands in areas: a text for each of them, and what two make together of which the first ends within a word. */
export function textsIn(areas: readonly Rect[], letters: readonly ReadLetter[]): string[] {
  const texts = areas.map((area) =>
    letters
      .filter(({ ink, line }) => meets(hasInk(ink) ? ink : line, area))
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const joined = texts.slice(1).flatMap((text, at) => {
    const before = texts[at] ?? ''
    return before === '' || text === '' ? [] : [before.replace(HYPHEN, '') + text, `${before} ${text}`]
  })
  return [...texts, ...joined]
}

/** Says that a word goes on in the next line; PDFium reads some as characters of their own. */
const HYPHEN = /[\p{Pd}\p{Cf}\p{Cc}\ufffe]$/u

/** Letters of a word that tells something by itself; of one that is written as names and short forms are. */
const MIN_TELLING = 4
const MIN_NAME = 2
/** Scripts without spaces between their words, in which one stands within another's letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Whether a text, such as that of a bookmark, holds some of what is redacted. */
export function holdsRedacted(redacted: readonly string[]): (text: string) => boolean {
  const whole = new Set<string>()
  const single = new Set<string>()
  const names = new Set<string>()
  const within = new Set<string>()
  for (const text of redacted) {
    const words = wordsOf(text)
    if (words.join('').length >= 2) whole.add(words.join(' '))
    for (const word of words) if (word.length >= MIN_TELLING || /\d/.test(word)) single.add(word)
    for (const word of text.normalize('NFKC').match(WORD) ?? []) {
      if (word.length >= MIN_NAME && /^\p{Lu}/u.test(word)) names.add(word).add(word.toUpperCase())
    }
    const bare = words.join('')
    if (bare.length >= 2 && UNSPACED.test(bare)) within.add(bare)
  }
  return (text) => {
    const words = wordsOf(text)
    const joined = ` ${words.join(' ')} `
    return (
      words.some((word) => single.has(word)) ||
      (text.normalize('NFKC').match(WORD) ?? []).some((word) => names.has(word)) ||
      [...whole].some((each) => joined.includes(` ${each} `)) ||
      [...within].some((each) => words.join('').includes(each))
    )
  }
}

const WORD = /[\p{L}\p{N}]+/gu
const wordsOf = (text: string): string[] => folded(text).match(WORD) ?? []
