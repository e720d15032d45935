import type { ReadFont } from './fonts.ts'
import {
  type Matrix,
  mapped,
  mappedRect,
  meets,
  type Point,
  type Rect,
  reachesInto,
  times,
} from './geometry.ts'
import { hasInk } from './reading.ts'
import { Uncertain } from './uncertain.ts'

/** How texts are set. */
export interface TextState {
  font: ReadFont | null
  /** Which letters of its font are shown, where these are drawings; null for other fonts. */
  shown: Set<number> | null
  size: number
  charSpace: number
  wordSpace: number
  /** Of the width of letters. */
  scale: number
  leading: number
  rise: number
}

export const FIRST_TEXT: TextState = {
  font: null,
  shown: null,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
}

/** What is to be removed from a page, and what was read there before. */
export interface PageTask {
  areas: readonly Rect[]
  /** What is shown of the page, where letters that lie beyond it are removed, too; null for none. */
  page: Rect | null
  /** What is to be seen of the letter that begins there; empty of a space, null for one that was not read. */
  inkAt(origin: Point): Rect | null
}

/** By how much of a point a letter may lie in an area and stay. */
const HAIR = 0.3
/** Of the height of letters, where a space is. */
const SPACE_TOP = 0.5

/** Texts as they stay, and where the next one begins. */
export interface ShownText {
  /** What shows the rest (an operand of TJ); null where all of it stays. */
  rest: string | null
  matrix: Matrix
}

/** @throws Uncertain where nobody can tell where the letters lie */
export function shownText(
  parts: readonly (Uint8Array | number)[],
  state: TextState,
  { matrix, ctm, task }: { matrix: Matrix; ctm: Matrix; task: PageTask },
): ShownText {
  const { font, size, charSpace, wordSpace, scale, rise } = state
  if (!font) throw new Uncertain('Texts have no font.')
  let at = matrix
  const written: string[] = []
  let isCut = false
  let kept: number[] = []
  let distance = 0
  const flush = (): void => {
    if (kept.length > 0) written.push(`<${Buffer.from(kept).toString('hex')}>`)
    kept = []
  }
  const move = (thousandths: number): void => {
    flush()
    distance += thousandths
  }
  const keep = (bytes: Uint8Array): void => {
    if (distance !== 0) written.push(distance.toFixed(3))
    distance = 0
    kept.push(...bytes)
    for (const byte of bytes) state.shown?.add(byte)
  }
  for (const part of parts) {
    if (typeof part === 'number') {
      at = times([1, 0, 0, 1, (-part / 1000) * size * scale, 0], at)
      move(part)
      continue
    }
    for (const { from, to, width, isSpace } of font.letters(part)) {
      const spaced = charSpace + (isSpace ? wordSpace : 0)
      const shown = times(times([size * scale, 0, 0, size, 0, rise], at), ctm)
      if (isRemoved({ width, ...font }, shown, task)) {
        isCut = true
        if (size !== 0) move(-(width * 1000 + (spaced * 1000) / size))
      } else keep(part.subarray(from, to))
      at = times([1, 0, 0, 1, (width * size + spaced) * scale, 0], at)
    }
  }
  flush()
  if (distance !== 0) written.push(distance.toFixed(3))
  return { rest: isCut ? `[${written.join(' ')}]` : null, matrix: at }
}

function isRemoved(
  { width, ascent, descent }: { width: number; ascent: number; descent: number },
  shown: Matrix,
  { areas, page, inkAt }: PageTask,
): boolean {
  const whole = mappedRect(shown, {
    left: Math.min(0, width),
    right: Math.max(0, width),
    bottom: descent,
    top: ascent,
  })
  const origin = mapped(shown, { x: 0, y: 0 })
  if (page && !meets(whole, page)) {
    const beyond = inkAt(origin)
    if (!beyond || !hasInk(beyond) || !meets(beyond, page)) return true
  }
  // Letters lean and swing out of their own width.
  const reach = 2 * Math.max(whole.right - whole.left, whole.top - whole.bottom)
  const near = areas.filter(
    (area) =>
      area.left < whole.right + reach &&
      area.right > whole.left - reach &&
      area.bottom < whole.top + reach &&
      area.top > whole.bottom - reach,
  )
  if (near.length === 0) return false
  const ink = inkAt(origin)
  if (!ink) return near.some((area) => reachesInto(whole, area, HAIR))
  if (hasInk(ink)) return near.some((area) => reachesInto(ink, area, HAIR))
  const space = mappedRect(shown, { left: 0, right: width, bottom: 0, top: SPACE_TOP })
  return near.some((area) => reachesInto(space, area, HAIR))
}
