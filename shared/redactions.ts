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
  const { length } = [...reason.trim()]
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
