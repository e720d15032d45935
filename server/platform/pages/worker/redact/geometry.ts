import type { PageBox as AskedBox } from '../../asked.ts'
import { type PageBox, SHOWN } from '../marked/markOfPdf.ts'

/** As PDFs write it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export interface Point {
  x: number
  y: number
}

/** A rectangle in the units of a page as it lies in the file. */
export interface Rect {
  left: number
  bottom: number
  right: number
  top: number
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** What does the first, then the second. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

export const mapped = ([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

/** What takes it back; null for one that leaves no area. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | null {
  const size = a * d - b * c
  if (!Number.isFinite(size) || Math.abs(size) < 1e-12) return null
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size]
}

export function boundsOf(points: readonly Point[]): Rect {
  const rect = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
  for (const { x, y } of points) {
    rect.left = Math.min(rect.left, x)
    rect.right = Math.max(rect.right, x)
    rect.bottom = Math.min(rect.bottom, y)
    rect.top = Math.max(rect.top, y)
  }
  return rect
}

export const cornersOf = ({ left, bottom, right, top }: Rect): Point[] => [
  { x: left, y: bottom },
  { x: right, y: bottom },
  { x: right, y: top },
  { x: left, y: top },
]

export const mappedRect = (matrix: Matrix, rect: Rect): Rect =>
  boundsOf(cornersOf(rect).map((corner) => mapped(matrix, corner)))

export const meets = (one: Rect, other: Rect): boolean =>
  one.left < other.right && other.left < one.right && one.bottom < other.top && other.bottom < one.top

export const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.bottom >= outer.bottom &&
  inner.top <= outer.top

export const grown = ({ left, bottom, right, top }: Rect, by: number): Rect => ({
  left: left - by,
  bottom: bottom - by,
  right: right + by,
  top: top + by,
})

/** Whether letters that lie there reach into an area by more than a hair in both directions. */
export function reachesInto(letter: Rect, area: Rect, hair: number): boolean {
  const across = Math.min(letter.right, area.right) - Math.max(letter.left, area.left)
  const up = Math.min(letter.top, area.top) - Math.max(letter.bottom, area.bottom)
  return (
    across > Math.min(hair, (letter.right - letter.left) / 4) &&
    up > Math.min(hair, (letter.top - letter.bottom) / 4)
  )
}

/** A page's size in points as it is shown. */
export function shownSize({ left, bottom, right, top, turn, unit }: PageBox): {
  width: number
  height: number
} {
  const [across, up] = [(right - left) * unit, (top - bottom) * unit]
  return turn % 180 === 0 ? { width: across, height: up } : { width: up, height: across }
}

/** From points of the page as it is shown, from its upper left corner, to its units in the file. */
export function toPage(page: PageBox): Matrix {
  const { height } = shownSize(page)
  const turned = SHOWN[page.turn]?.(page) ?? [1, 0, 0, 1, page.left, page.bottom]
  return times([1 / page.unit, 0, 0, -1 / page.unit, 0, height / page.unit], turned)
}

/** An area as it is asked for, in the units of its page. */
export const areaOf = (page: PageBox, { x, y, width, height }: AskedBox): Rect =>
  mappedRect(toPage(page), { left: x, bottom: y, right: x + width, top: y + height })

/** An area of a page in points as it is shown. */
export function shownArea(page: PageBox, area: Rect): AskedBox {
  const back = inverse(toPage(page)) ?? IDENTITY
  const { left, bottom, right, top } = mappedRect(back, area)
  return { x: left, y: bottom, width: right - left, height: top - bottom }
}
