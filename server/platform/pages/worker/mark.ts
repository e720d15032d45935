import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { isWebp } from '../../thumbnails/webp.ts'
import { type DrawnMark, readAsked } from '../asked.ts'
import { MAX_PAGE_PIXELS } from '../limits.ts'
import { layOutMark, type Measure, type Size } from '../markLayout.ts'
import { drawable, FONT } from './font.ts'
import { pageWebp } from './picture.ts'

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
  drawMark(context, asked, { width, height })
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
  drawMark(context, { ...asked, pageWidth: SAMPLE_PT.width }, { width, height })
  return page.encode('png')
}

/** Draws the lines over what is there; their letters have an edge, which shows where they don't. */
function drawMark(context: SKRSContext2D, mark: DrawnMark, page: Size): void {
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
