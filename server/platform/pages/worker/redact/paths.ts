import {
  boundsOf,
  grown,
  inverse,
  isWithin,
  type Matrix,
  mapped,
  meets,
  type Point,
  type Rect,
} from './geometry.ts'
import { Uncertain } from './uncertain.ts'

/** A piece of a path as it is written, in the units of what draws it. */
export interface Segment {
  operator: 'm' | 'l' | 'c' | 'v' | 'y' | 'h' | 're'
  numbers: readonly number[]
}

/** Pieces that one curve is cut into. */
const STEPS = 12
/** Corners of a path that is cut; one with more is made to take long. */
const MAX_CORNERS = 50_000

/** Corners of a line that belongs together, in the page's units. */
interface Outline {
  points: Point[]
  isClosed: boolean
}

/** A path as outlines. */
function outlinesOf(path: readonly Segment[], matrix: Matrix): Outline[] {
  const outlines: Outline[] = []
  let current: Point = { x: 0, y: 0 }
  let start = current
  let open: Outline | undefined
  const begin = (at: Point): void => {
    open = { points: [mapped(matrix, at)], isClosed: false }
    outlines.push(open)
    start = at
    current = at
  }
  const line = (to: Point): void => {
    if (!open) begin(current)
    open?.points.push(mapped(matrix, to))
    current = to
  }
  const curve = (one: Point, two: Point, end: Point): void => {
    const from = current
    for (let step = 1; step <= STEPS; step += 1) {
      const t = step / STEPS
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      line({
        x: a * from.x + b * one.x + c * two.x + d * end.x,
        y: a * from.y + b * one.y + c * two.y + d * end.y,
      })
    }
  }
  for (const { operator, numbers } of path) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers
    if (operator === 'm') begin({ x: x1, y: y1 })
    else if (operator === 'l') line({ x: x1, y: y1 })
    else if (operator === 'c') curve({ x: x1, y: y1 }, { x: x2, y: y2 }, { x: x3, y: y3 })
    else if (operator === 'v') curve(current, { x: x1, y: y1 }, { x: x2, y: y2 })
    else if (operator === 'y') curve({ x: x1, y: y1 }, { x: x2, y: y2 }, { x: x2, y: y2 })
    else if (operator === 're') {
      begin({ x: x1, y: y1 })
      line({ x: x1 + x2, y: y1 })
      line({ x: x1 + x2, y: y1 + y2 })
      line({ x: x1, y: y1 + y2 })
      if (open) open.isClosed = true
      open = undefined
      current = { x: x1, y: y1 }
    } else {
      if (open) open.isClosed = true
      open = undefined
      current = start
    }
  }
  return outlines
}

/** What of a path stays, as operators that draw it in the same units. */
export interface CutPath {
  /** For what fills or clips. */
  filled: string
  /** For what draws lines. */
  lines: string
  /** Whether nothing of it is left. */
  isEmpty: boolean
}

/**
 * A path without what lies in areas; null where nothing does.
 * @param lineWidth in the page's units, 0 where no lines are drawn
 * @throws Uncertain for one that can't be cut
 */
export function cutPath(
  path: readonly Segment[],
  matrix: Matrix,
  areas: readonly Rect[],
  lineWidth: number,
): CutPath | null {
  const outlines = outlinesOf(path, matrix)
  const near = areas.filter((area) =>
    outlines.some(({ points }) => meets(grown(boundsOf(points), lineWidth / 2 + 0.01), area)),
  )
  if (near.length === 0) return null
  const back = inverse(matrix)
  if (!back) throw new Uncertain('A path has no area.')
  let corners = outlines.reduce((sum, { points }) => sum + points.length, 0)
  let [filled, lines] = [outlines.map(({ points }) => points), outlines.map(asLine)]
  for (const area of near) {
    filled = filled.flatMap((outline) => filledWithout(outline, area))
    const wide = grown(area, lineWidth / 2)
    lines = lines.flatMap((line) => lineWithout(line, wide))
    corners = [...filled, ...lines].reduce((sum, points) => sum + points.length, 0)
    if (corners > MAX_CORNERS) throw new Uncertain('A path has too many corners.')
  }
  const written = (all: readonly Point[][], end: string): string =>
    all
      .map((points) =>
        points
          .map((point, at) => {
            const { x, y } = mapped(back, point)
            return `${x.toFixed(4)} ${y.toFixed(4)} ${at === 0 ? 'm' : 'l'}`
          })
          .join('\n')
          .concat(end),
      )
      .join('\n')
  return {
    filled: written(filled, '\nh'),
    lines: written(lines, ''),
    isEmpty: filled.length === 0 && lines.length === 0,
  }
}

const asLine = ({ points, isClosed }: Outline): Point[] => {
  const [first] = points
  return isClosed && first ? [...points, first] : points
}

/** What of a filled outline lies beside, below and above an area. */
function filledWithout(outline: Point[], area: Rect): Point[][] {
  const bounds = boundsOf(outline)
  if (!meets(grown(bounds, 0.001), area)) return [outline]
  if (isWithin(bounds, area)) return []
  const { left, right, bottom, top } = area
  const sides: readonly (readonly Half[])[] = [
    [{ axis: 'x', at: left, keeps: 'below' }],
    [{ axis: 'x', at: right, keeps: 'above' }],
    [
      { axis: 'x', at: left, keeps: 'above' },
      { axis: 'x', at: right, keeps: 'below' },
      { axis: 'y', at: bottom, keeps: 'below' },
    ],
    [
      { axis: 'x', at: left, keeps: 'above' },
      { axis: 'x', at: right, keeps: 'below' },
      { axis: 'y', at: top, keeps: 'above' },
    ],
  ]
  return sides.flatMap((halves) => {
    const points = halves.reduce(clipped, outline)
    return points.length > 2 ? [points] : []
  })
}

/** A side of a line across the page. */
interface Half {
  axis: 'x' | 'y'
  at: number
  keeps: 'below' | 'above'
}

/** The part of an outline on one side, by Sutherland and Hodgman. */
function clipped(outline: Point[], { axis, at, keeps }: Half): Point[] {
  const isKept = (point: Point): boolean => (keeps === 'below' ? point[axis] <= at : point[axis] >= at)
  return outline.flatMap((point, index) => {
    const before = outline.at(index - 1) ?? point
    const crossing = isKept(point) === isKept(before) ? [] : [between(before, point, axis, at)]
    return isKept(point) ? [...crossing, point] : crossing
  })
}

function between(one: Point, other: Point, axis: 'x' | 'y', at: number): Point {
  const share = (at - one[axis]) / (other[axis] - one[axis])
  return { x: one.x + share * (other.x - one.x), y: one.y + share * (other.y - one.y) }
}

/** The parts of a line outside of an area. */
function lineWithout(points: Point[], area: Rect): Point[][] {
  if (!meets(grown(boundsOf(points), 0.001), area)) return [points]
  const parts: Point[][] = []
  let open: Point[] = []
  const end = (): void => {
    if (open.length > 1) parts.push(open)
    open = []
  }
  for (const [at, to] of points.entries()) {
    const from = points[at - 1]
    if (!from) {
      if (!holds(area, to)) open.push(to)
      continue
    }
    const inside = within(from, to, area)
    if (!inside) {
      if (open.length === 0) open.push(from)
      open.push(to)
      continue
    }
    const [enters, leaves] = inside
    if (enters > 0) {
      if (open.length === 0) open.push(from)
      open.push(along(from, to, enters))
    }
    end()
    if (leaves < 1) open.push(along(from, to, leaves), to)
  }
  end()
  return parts
}

const holds = ({ left, right, bottom, top }: Rect, { x, y }: Point): boolean =>
  x > left && x < right && y > bottom && y < top

const along = (from: Point, to: Point, share: number): Point => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y),
})

/** From where to where a line from one point to another lies in an area, in shares of its length; null for nowhere. */
function within(from: Point, to: Point, { left, right, bottom, top }: Rect): [number, number] | null {
  let [enters, leaves] = [0, 1]
  for (const [at, by, low, high] of [
    [from.x, to.x - from.x, left, right],
    [from.y, to.y - from.y, bottom, top],
  ] as const) {
    if (by === 0) {
      if (at <= low || at >= high) return null
      continue
    }
    const [one, two] = [(low - at) / by, (high - at) / by]
    enters = Math.max(enters, Math.min(one, two))
    leaves = Math.min(leaves, Math.max(one, two))
  }
  return enters < leaves ? [enters, leaves] : null
}
