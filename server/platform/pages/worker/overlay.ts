import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import type { DrawnMark } from '../asked.ts'
import { type LaidMark, layOutMark, type Measure, type Point, type Size } from '../markLayout.ts'
import { drawable, FONT } from './font.ts'
import type { Drawing } from './lossless/index.ts'

/** What a mark adds to a page: the places of the pixels that it covers, and what it lays over each of them. */
interface Overlay {
  places: Uint32Array
  /** A grey, of which the covered part is taken already, and how much is covered, each of 255. */
  greys: Uint8Array
}

/** Bytes of overlays that a process keeps: the pages that somebody turns within a minute have the same. */
const KEPT_BYTES = 50_331_648

const overlays = new LRUCache<string, Overlay>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ places, greys }) => places.byteLength + greys.byteLength + 1,
})

/** Lays a mark, whose colours are greys, over a page's pixels. */
export function markPixels({ data, width, height, channels }: Drawing, mark: DrawnMark): void {
  const { places, greys } = overlayOf(mark, { width, height })
  for (let at = 0; at < places.length; at += 1) {
    const from = channels * (places[at] ?? 0)
    const grey = greys[2 * at] ?? 0
    const rest = 255 - (greys[2 * at + 1] ?? 0)
    for (let to = from; to < from + channels; to += 1) {
      // Rounded, since what is stored of a number is its whole part.
      data[to] = grey + ((data[to] ?? 0) * rest + 127) / 255
    }
  }
}

function overlayOf(mark: DrawnMark, page: Size): Overlay {
  const key = JSON.stringify([page, mark])
  const overlay = overlays.get(key) ?? drawOverlay(mark, page)
  overlays.set(key, overlay)
  return overlay
}

function drawOverlay(mark: DrawnMark, page: Size): Overlay {
  const laid = laidOn(mark, page)
  const { canvas, spots } = stampOf(laid, mark.opacity, page) ?? sheetOf(laid, mark.opacity, page)
  const { width, height } = canvas
  const bytes = canvas.data()
  const covered = coveredIn(new Uint32Array(bytes.buffer, bytes.byteOffset, width * height))
  const onPage = spots.filter(
    ({ x, y }) => x + width > 0 && y + height > 0 && x < page.width && y < page.height,
  )
  const places = new Uint32Array(covered.length * onPage.length)
  const greys = new Uint8Array(2 * places.length)
  let count = 0
  for (const spot of onPage) {
    for (let each = 0; each < covered.length; each += 1) {
      const at = covered[each] ?? 0
      const x = spot.x + (at % width)
      const y = spot.y + Math.floor(at / width)
      if (x < 0 || y < 0 || x >= page.width || y >= page.height) continue
      places[count] = y * page.width + x
      greys[2 * count] = bytes[4 * at] ?? 0
      greys[2 * count + 1] = bytes[4 * at + 3] ?? 0
      count += 1
    }
  }
  return { places: places.slice(0, count), greys: greys.slice(0, 2 * count) }
}

/** The places of pixels that are not empty. */
function coveredIn(pixels: Uint32Array): Uint32Array {
  const covered = new Uint32Array(pixels.length)
  let count = 0
  for (let at = 0; at < pixels.length; at += 1) {
    if (pixels[at] === 0) continue
    covered[count] = at
    count += 1
  }
  return covered.slice(0, count)
}

/** What is laid over a page, with the places of its upper left corner there. */
interface Stamp {
  canvas: Canvas
  spots: readonly Point[]
}

/**
 * The lines of one spot, drawn once for all: a whole page takes ten times as long. Null where they are as large as the page.
 */
function stampOf(laid: LaidMark, opacity: number, page: Size): Stamp | null {
  const { width, height, size } = laid
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ].map((corner) => onPage({ ...laid, origin: { x: 0, y: 0 } }, corner))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  // Letters reach a little beyond their lines.
  const left = Math.ceil(size - Math.min(...xs))
  const top = Math.ceil(size - Math.min(...ys))
  const across = Math.ceil(left + Math.max(...xs) + size)
  const down = Math.ceil(top + Math.max(...ys) + size)
  if (across * down > page.width * page.height) return null
  const canvas = createCanvas(across, down)
  drawLines(canvas.getContext('2d'), laid, opacity, { x: left, y: top })
  const spots = laid.spots.map((spot) => {
    const { x, y } = onPage(laid, spot)
    return { x: Math.round(x) - left, y: Math.round(y) - top }
  })
  return { canvas, spots }
}

/** The whole page with all spots. */
function sheetOf(laid: LaidMark, opacity: number, page: Size): Stamp {
  const canvas = createCanvas(page.width, page.height)
  drawSpots(canvas.getContext('2d'), laid, opacity)
  return { canvas, spots: [{ x: 0, y: 0 }] }
}

/** Draws the lines over what is there. */
export const drawMark = (context: SKRSContext2D, mark: DrawnMark, page: Size): void =>
  drawSpots(context, laidOn(mark, page), mark.opacity)

const ruler = createCanvas(1, 1).getContext('2d')
const measure: Measure = (text, px) => {
  ruler.font = `${px}px ${FONT}`
  return ruler.measureText(text).width
}
const laidOn = (mark: DrawnMark, page: Size): LaidMark =>
  layOutMark(
    { ...mark, lines: mark.lines.map(drawable), email: mark.email && drawable(mark.email) },
    page,
    measure,
  )

/** Where a spot lies on the page. */
const onPage = ({ origin, angle }: LaidMark, { x, y }: Point): Point => ({
  x: origin.x + x * Math.cos(angle) - y * Math.sin(angle),
  y: origin.y + x * Math.sin(angle) + y * Math.cos(angle),
})

function drawSpots(context: SKRSContext2D, laid: LaidMark, opacity: number): void {
  for (const spot of laid.spots) drawLines(context, laid, opacity, onPage(laid, spot))
}

/** Letters have an edge, which shows where they don't. */
function drawLines(
  context: SKRSContext2D,
  { size, angle, lines }: LaidMark,
  opacity: number,
  at: Point,
): void {
  context.save()
  context.textBaseline = 'top'
  context.globalAlpha = opacity / 100
  context.font = `${size}px ${FONT}`
  context.translate(at.x, at.y)
  context.rotate(angle)
  context.lineJoin = 'round'
  context.lineWidth = Math.max(1, size / 10)
  context.strokeStyle = '#ffffff'
  context.fillStyle = '#4a4a4a'
  for (const { text, x, y } of lines) {
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
  context.restore()
}
