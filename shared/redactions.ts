import { tidyText } from './texts.ts'

/** Reasons that are offered for an area of a redaction; others are written (REDACT-03). */
export const REDACTION_REASONS = [
  'Personal data',
  'Commercially sensitive',
  'Price',
  'Legal privilege',
  'Third party',
] as const

/** Areas of a redaction. */
export const MAX_AREAS = 5_000
export const TOO_MANY_AREAS = 'A redaction has at most 5,000 areas.'
/** Rectangles of an area: one for each line that it covers. */
export const MAX_BOXES = 50
const MAX_REASON = 60
/** Characters of what an area covers. */
export const MAX_AREA_WORDS = 500

/** A rectangle in points from the upper left corner of the page as it is shown. */
export interface AreaBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An area of a redaction, as it is saved. */
export interface RedactionArea {
  /** From 1. */
  readonly page: number
  readonly boxes: readonly AreaBox[]
  readonly kind: 'AREA' | 'WORDS' | 'PATTERN'
  /** What it covers, where it was chosen by that. */
  readonly words: string | null
  readonly reason: string
}

/** Why a reason is refused; null for a good one. */
export function reasonProblem(reason: string): string | null {
  const { length } = [...tidyText(reason)]
  return length >= 1 && length <= MAX_REASON ? null : 'Please give a reason.'
}

/** Points that a box may lie outside of its page, as by rounding. */
const ROUNDING = 0.5

/** Whether a box has a size and lies on a page of that size (REDACT-04). */
export const isOnPage = (
  { x, y, width, height }: AreaBox,
  page: { readonly width: number; readonly height: number },
): boolean =>
  width > 0 &&
  height > 0 &&
  x >= -ROUNDING &&
  y >= -ROUNDING &&
  x + width <= page.width + ROUNDING &&
  y + height <= page.height + ROUNDING

/** Words that are looked for together, and characters of one (REDACT-08). */
const MAX_SOUGHT = 500
const SOUGHT_LENGTH = { min: 2, max: 100 }
export const TOO_MANY_SOUGHT = 'Please give at most 500 words of 2 to 100 characters.'
export const NOTHING_SOUGHT = 'Please give words, or choose what else to look for.'

/** Why words are not looked for; null for good ones, or none. */
export function soughtProblem(words: readonly string[]): string | null {
  const isLong = (word: string): boolean => {
    const { length } = [...word.trim()]
    return length < SOUGHT_LENGTH.min || length > SOUGHT_LENGTH.max
  }
  return words.length > MAX_SOUGHT || words.some(isLong) ? TOO_MANY_SOUGHT : null
}

/** A list as it is pasted, a word or name in each line, each once. */
export const listedWords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  ),
]

const holds = (area: AreaBox, x: number, y: number): boolean =>
  x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height

/** Share of a line at each of its ends that may be free: letters are in proportion to another font. */
const FREE_ENDS = 0.05
const MAX_POINTS = 200

/** Whether boxes hold the middle of a line from its one end to the other. */
function isHeld({ x, y, width, height }: AreaBox, by: readonly AreaBox[]): boolean {
  const isUpright = width >= height
  const [long, short] = isUpright ? [width, height] : [height, width]
  const points = Math.min(MAX_POINTS, 2 + Math.ceil((2 * long) / short))
  for (let at = 0; at < points; at += 1) {
    const along = long * (FREE_ENDS + ((1 - 2 * FREE_ENDS) * at) / (points - 1))
    const [px, py] = isUpright ? [x + along, y + height / 2] : [x + width / 2, y + along]
    if (!by.some((area) => holds(area, px, py))) return false
  }
  return true
}

/** Whether a place is covered by areas already, from its first letter to its last. */
export function isCovered(
  { page, boxes }: Pick<RedactionArea, 'page' | 'boxes'>,
  areas: readonly Pick<RedactionArea, 'page' | 'boxes'>[],
): boolean {
  const those = areas.filter((area) => area.page === page).flatMap((area) => area.boxes)
  return boxes.every((box) => isHeld(box, those))
}
