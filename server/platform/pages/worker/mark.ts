import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { isWebp } from '../../thumbnails/webp.ts'
import { type DrawnMark, readAsked } from '../asked.ts'
import { MAX_PAGE_PIXELS } from '../limits.ts'
import { drawable, FONT } from './font.ts'
import { pageWebp } from './picture.ts'

/** Lines are set smaller until they fit, not below so many points; then they end with an ellipsis (MARK-17). */
const SMALLEST_PT = 6
const LINE = 1.25
/** Tiles rise like the lines of a stamp, so that no line of the page hides one. */
const SLANT = -Math.PI / 7
/** Parts of a page that no tile may leave free (MARK-14). */
const COLUMNS = 3
const ROWS = 4

/** Lines with their size in pixels, of which none is wider than the page allows. */
interface Block {
  lines: readonly string[]
  px: number
  width: number
  height: number
}

/**
 * A kept page with a mark in its pixels, as WebP. Its letters have a light edge, so that it shows on any ground.
 * @throws for what is no picture of a page
 */
export async function markPage(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<DrawnMark>(bytes)
  // The canvas would open other formats, too, some of which follow links.
  if (!isWebp(file)) throw new Error('A kept page is a WebP.')
  const kept = await loadImage(file)
  const { width, height } = kept
  if (width * height > MAX_PAGE_PIXELS) throw new Error('A page has fewer pixels.')
  const page = createCanvas(width, height)
  const context = page.getContext('2d')
  context.drawImage(kept, 0, 0)
  context.textBaseline = 'top'
  context.globalAlpha = asked.opacity / 100
  PLACED[asked.position](context, asked, { width, height })
  return pageWebp(context.getImageData(0, 0, width, height).data, page)
}

/** Points that a sheet of letter paper is wide, and pixels of its sample. */
const SAMPLE_PT = { width: 612 }
const SAMPLE_PX = { width: 600, height: 776 }
/** Lines of the sample's text: from so many pixels, so far apart, of which every seventh ends a paragraph. */
const TEXT = { top: 90, left: 70, width: 460, step: 18, paragraph: 7 }

/** A sheet with bars for lines of text, and a mark on it, as PNG. */
export async function markSample(bytes: Buffer): Promise<Buffer> {
  const { asked } = readAsked<Omit<DrawnMark, 'pageWidth'>>(bytes)
  const { width, height } = SAMPLE_PX
  const page = createCanvas(width, height)
  const context = page.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#c9ced1'
  for (let line = 0; TEXT.top + line * TEXT.step < height - TEXT.top; line += 1) {
    if (line % TEXT.paragraph === TEXT.paragraph - 1) continue
    const isLast = line % TEXT.paragraph === TEXT.paragraph - 2
    context.fillRect(TEXT.left, TEXT.top + line * TEXT.step, TEXT.width * (isLast ? 0.6 : 1), 7)
  }
  context.textBaseline = 'top'
  context.globalAlpha = asked.opacity / 100
  PLACED[asked.position](context, { ...asked, pageWidth: SAMPLE_PT.width }, { width, height })
  return page.encode('png')
}

type Place = (context: SKRSContext2D, mark: DrawnMark, page: { width: number; height: number }) => void

const PLACED: Readonly<Record<DrawnMark['position'], Place>> = {
  TILED: (context, mark, page) => {
    const block = fitted(context, mark, page.width, 0.8 * page.width)
    // Each part of the page is to be crossed, however wide the lines are.
    const stepX = block.width + 2 * block.px
    const stepY = Math.min(block.height + 3 * block.px, page.height / ROWS)
    const reach = Math.hypot(page.width, page.height) / 2
    context.translate(page.width / 2, page.height / 2)
    context.rotate(SLANT)
    for (let row = 0, y = -reach; y < reach; row += 1, y += Math.max(stepY, block.height)) {
      const shift = (row % COLUMNS) * (stepX / COLUMNS)
      for (let x = -reach - shift; x < reach; x += stepX) drawn(context, block, x, y)
    }
  },
  DIAGONAL: (context, mark, page) => {
    const block = fitted(context, mark, page.width, 0.8 * Math.hypot(page.width, page.height))
    context.translate(page.width / 2, page.height / 2)
    context.rotate(-Math.atan2(page.height, page.width))
    drawn(context, block, -block.width / 2, -block.height / 2)
  },
  TOP: (context, mark, page) => {
    const block = fitted(context, mark, page.width, 0.94 * page.width)
    drawn(context, block, (page.width - block.width) / 2, block.px)
  },
  BOTTOM: (context, mark, page) => {
    const block = fitted(context, mark, page.width, 0.94 * page.width)
    drawn(context, block, (page.width - block.width) / 2, page.height - block.height - block.px)
  },
}

/** Sets the lines in the mark's size, or as much smaller as they need; what is longer still ends with an ellipsis. */
function fitted(context: SKRSContext2D, mark: DrawnMark, pagePx: number, room: number): Block {
  const texts = mark.lines.map(drawable)
  const pxPerPoint = pagePx / mark.pageWidth
  const widest = (): number => Math.max(...texts.map((line) => context.measureText(line).width))
  let px = mark.size * pxPerPoint
  context.font = `${px}px ${FONT}`
  const needed = widest()
  if (needed > room) px = Math.max(SMALLEST_PT * pxPerPoint, (px * room) / needed)
  context.font = `${px}px ${FONT}`
  const code = texts.length - 1
  const lines = texts.map((line, at) => (at === code ? line : cut(context, line, room)))
  const width = Math.max(...lines.map((line) => context.measureText(line).width))
  return { lines, px, width, height: lines.length * px * LINE }
}

/** A line as far as it fits. A word with an @ stays whole, and what is before it makes way. */
function cut(context: SKRSContext2D, line: string, room: number): string {
  const fits = (text: string): boolean => context.measureText(text).width <= room
  if (fits(line)) return line
  const email = /\S+@\S+/.exec(line)?.[0]
  if (email && !fits(`${email}…`)) return email
  const kept = email ? ` ${email}` : ''
  const letters = [...(email ? line.slice(0, line.indexOf(email)) : line)]
  let end = letters.length
  while (end > 0 && !fits(`${letters.slice(0, end).join('').trimEnd()}…${kept}`)) end -= 1
  return `${letters.slice(0, end).join('').trimEnd()}…${kept}`
}

function drawn(context: SKRSContext2D, { lines, px }: Block, x: number, y: number): void {
  context.lineJoin = 'round'
  context.lineWidth = Math.max(1, px / 10)
  context.strokeStyle = '#ffffff'
  context.fillStyle = '#4a4a4a'
  for (const [at, line] of lines.entries()) {
    context.strokeText(line, x, y + at * px * LINE)
    context.fillText(line, x, y + at * px * LINE)
  }
}
