import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import type { DrawnMark } from '../asked.ts'
import { layOutMark, type Measure, type Size } from '../markLayout.ts'
import { drawable, FONT } from './font.ts'
import type { Pixels } from './kept.ts'

/** What a mark adds to a page: the places of the pixels that it covers, and what it lays over each of them. */
interface Overlay {
  places: Uint32Array
  /** Red, green and blue, of which the covered part is taken already, and how much is covered, each of 255. */
  colours: Uint8Array
}

/** Bytes of overlays that a process keeps: the pages that somebody turns within a minute have the same. */
const KEPT_BYTES = 50_331_648

const overlays = new LRUCache<string, Overlay>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ places, colours }) => places.byteLength + colours.byteLength + 1,
})

/** Lays a mark over a page's pixels. */
export function markPixels({ data, ...page }: Pixels, mark: DrawnMark): void {
  const { places, colours } = overlayOf(mark, page)
  for (let at = 0; at < places.length; at += 1) {
    const to = 3 * (places[at] ?? 0)
    const rest = 255 - (colours[4 * at + 3] ?? 0)
    for (let colour = 0; colour < 3; colour += 1) {
      const under = Math.round(((data[to + colour] ?? 0) * rest) / 255)
      data[to + colour] = (colours[4 * at + colour] ?? 0) + under
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
  const sheet = createCanvas(page.width, page.height)
  drawMark(sheet.getContext('2d'), mark, page)
  const pixels = sheet.data()
  const covered: number[] = []
  for (let at = 0; 4 * at < pixels.length; at += 1) if (pixels[4 * at + 3] !== 0) covered.push(at)
  const colours = new Uint8Array(4 * covered.length)
  for (const [at, place] of covered.entries()) {
    for (let part = 0; part < 4; part += 1) colours[4 * at + part] = pixels[4 * place + part] ?? 0
  }
  return { places: Uint32Array.from(covered), colours }
}

/** Draws the lines over what is there; their letters have an edge, which shows where they don't. */
export function drawMark(context: SKRSContext2D, mark: DrawnMark, page: Size): void {
  const measure: Measure = (text, px) => {
    context.font = `${px}px ${FONT}`
    return context.measureText(text).width
  }
  const { size, origin, angle, lines } = layOutMark(
    { ...mark, lines: mark.lines.map(drawable) },
    page,
    measure,
  )
  context.textBaseline = 'top'
  context.globalAlpha = mark.opacity / 100
  context.font = `${size}px ${FONT}`
  context.translate(origin.x, origin.y)
  context.rotate(angle)
  context.lineJoin = 'round'
  context.lineWidth = Math.max(1, size / 10)
  context.strokeStyle = '#ffffff'
  context.fillStyle = '#4a4a4a'
  for (const { text, x, y } of lines) {
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}
