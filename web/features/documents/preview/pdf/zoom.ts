/** CSS pixels of a PDF's point. */
export const POINT = 96 / 72

/** Shares of the natural size that the zoom buttons step through. */
const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** A scale within what the steps reach. */
export const withinSteps = (scale: number): number =>
  Math.min(STEPS[STEPS.length - 1] ?? scale, Math.max(STEPS[0], scale))

/** Pages are not blown up beyond this of their natural size unless asked for. */
const MAX_FIT = 1.25

/** A share of the natural size, as wide as there is room, or so that a page is in view as a whole. */
export type Zoom = number | 'width' | 'page'

interface Extent {
  readonly width: number
  readonly height: number
}

/**
 * The scale at which pages show.
 * @param page in points
 * @param room in px
 */
export function scaleOf(zoom: Zoom, page: Extent, room: Extent): number {
  if (typeof zoom === 'number') return zoom
  const wide = room.width / (page.width * POINT)
  const high = room.height / (page.height * POINT)
  return Math.max(0.1, Math.min(MAX_FIT, zoom === 'page' ? Math.min(wide, high) : wide))
}

/** The next larger or smaller step from a scale; the scale itself at the ends. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const near = 0.01
  const next =
    direction === 1
      ? STEPS.find((step) => step > scale + near)
      : STEPS.findLast((step) => step < scale - near)
  return next ?? scale
}
