import type { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { PageBox } from '../marked/markOfPdf.ts'
import { withPdfium } from '../pdfium.ts'
import { type Rect, shownArea, shownSize } from './geometry.ts'
import { drawnPage } from './reading.ts'

/** Pixels of a point, and of a page at most. */
const SCALE = 200 / 72
const MAX_PIXELS = 8_000_000

/** A page that is nothing but a picture. */
export interface PicturedPage {
  box: PageBox
  jpeg: Buffer
}

/** A page, from 0, as a picture in which areas are black (REDACT-15). */
export async function picturedPage(
  file: Uint8Array,
  at: number,
  box: PageBox,
  areas: readonly Rect[],
): Promise<PicturedPage> {
  const size = shownSize(box)
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (size.width * size.height)))
  const [width, height] = [
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  ]
  const { data } = await withPdfium(file, (pdfium, document) =>
    drawnPage(pdfium, document, at, { width, height }),
  )
  for (const area of areas) {
    const shown = shownArea(box, area)
    const [fromX, toX] = [
      clamp(Math.floor(shown.x * scale) - 1, width),
      clamp(Math.ceil((shown.x + shown.width) * scale) + 1, width),
    ]
    const [fromY, toY] = [
      clamp(Math.floor(shown.y * scale) - 1, height),
      clamp(Math.ceil((shown.y + shown.height) * scale) + 1, height),
    ]
    for (let y = fromY; y < toY; y += 1) data.fill(0, 3 * (y * width + fromX), 3 * (y * width + toX))
  }
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer()
  return { box: { left: 0, bottom: 0, right: size.width, top: size.height, turn: 0, unit: 1 }, jpeg }
}

const clamp = (at: number, most: number): number => Math.max(0, Math.min(most, at))

/** What draws it, in its document. */
export async function picturedEntries(target: PDFDocument, { box, jpeg }: PicturedPage) {
  const { ref } = await target.embedJpg(jpeg)
  return { image: ref, operators: `q ${box.right} 0 0 ${box.top} 0 0 cm /P Do Q` }
}
