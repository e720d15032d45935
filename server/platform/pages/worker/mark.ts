import { createCanvas } from '@napi-rs/canvas'
import { type AskedPicture, type DrawnMark, readAsked } from '../asked.ts'
import { isKeptPage } from '../keptForms.ts'
import { keptPixels, pageWebp } from './kept.ts'
import { drawMark, markPixels } from './overlay.ts'

/**
 * A kept page as it goes out: as WebP, with a mark in its pixels or without.
 * @throws for what is no picture of a page
 */
export async function pictureOfPage(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedPicture>(bytes)
  if (!isKeptPage(file)) throw new Error('This is no kept page.')
  const page = await keptPixels(file)
  if (asked.mark) markPixels(page, asked.mark)
  return pageWebp(page)
}

/** Pixels of the sample of a letter. */
const SAMPLE_PX = { width: 600, height: 776 }
/** Lines of the sample's text: from so many pixels, so far apart, of which every seventh ends a paragraph. */
const TEXT = { top: 90, left: 70, width: 460, step: 18, paragraph: 7 }

/** A sheet with bars for lines of text, and a mark on it, as PNG. */
export async function markSample(bytes: Buffer): Promise<Buffer> {
  const { asked } = readAsked<DrawnMark>(bytes)
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
  drawMark(context, asked, { width, height })
  return page.encode('png')
}
