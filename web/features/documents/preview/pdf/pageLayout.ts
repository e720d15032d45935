import type { PageSize } from './turn.ts'
import { POINT } from './zoom.ts'

/** Room above, between and below pages, in px. */
export const GAP = 16

/** Room around pages, in px. */
export interface PageGaps {
  /** Above, between and below them. */
  readonly between: number
  readonly beside: number
}

export const GAPS: PageGaps = { between: GAP, beside: GAP }
/** On a phone they fill the width (PAGE-24). */
export const PHONE_GAPS: PageGaps = { between: 8, beside: 0 }

/** Where pages stand under each other, in px. */
export interface PageLayout {
  /** Upper edge of each page. */
  readonly tops: readonly number[]
  readonly heights: readonly number[]
  /** Of all pages with the room around them. */
  readonly height: number
  readonly width: number
}

/** @param sizeOf sizes by index from 0, in points */
export function layoutPages(
  count: number,
  sizeOf: (index: number) => PageSize,
  scale: number,
  { between, beside }: PageGaps = GAPS,
): PageLayout {
  const tops: number[] = []
  const heights: number[] = []
  let top = between
  let width = 0
  for (let index = 0; index < count; index += 1) {
    const size = sizeOf(index)
    const height = size.height * POINT * scale
    tops.push(top)
    heights.push(height)
    top += height + between
    width = Math.max(width, size.width * POINT * scale)
  }
  return { tops, heights, height: top, width: width + 2 * beside }
}

/** The page that a place in px from above is on, or the one above the gap that it is in. */
export function pageAt({ tops }: PageLayout, place: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The pages in view, and one above and below, so that they are there when one scrolls; from 0. @param top, height px */
export function pagesNear(layout: PageLayout, { top, height }: { top: number; height: number }): number[] {
  if (layout.tops.length === 0) return []
  const first = Math.max(0, pageAt(layout, top) - 1)
  const last = Math.min(layout.tops.length - 1, pageAt(layout, top + height) + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** A place that stays the same when pages grow or shrink: a page, and how far down on it. */
export interface Anchor {
  readonly page: number
  /** Share of the page's height. */
  readonly share: number
}

export function anchorAt(layout: PageLayout, place: number): Anchor {
  const page = pageAt(layout, place)
  return { page, share: (place - (layout.tops[page] ?? 0)) / (layout.heights[page] || 1) }
}

/** Where an anchor stands, in px from above. */
export const offsetOf = (layout: PageLayout, { page, share }: Anchor): number =>
  (layout.tops[page] ?? 0) + share * (layout.heights[page] ?? 0)
