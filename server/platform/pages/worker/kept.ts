import { MAX_PAGE_PIXELS } from '../limits.ts'
import { type Drawing, losslessWebp, readLossless } from './lossless/index.ts'
import { sharp } from './sharp.ts'

/** A page's pixels, and whether it goes out without loss. */
export interface Pixels extends Drawing {
  isLossless: boolean
}

/** Rows that are looked at are so far apart. */
const ROW_STEP = 16
/** Share of pixels unlike the one before up to which a page counts as letters and lines. */
const MAX_UNLIKE = 0.25
/** Bytes of a pixel up to which letters and lines are kept without loss: a mark adds about a tenth. */
const MAX_BYTES_PER_PIXEL = 0.15

/** Pixels of a page as they were drawn. */
type Drawn = Uint8Array | Uint8ClampedArray

interface Shape {
  width: number
  height: number
  channels: 1 | 2 | 3 | 4
}

/**
 * A page as it is kept (PAGE-15): letters and lines as a WebP without loss, which goes out as it is to whoever is given the
 * original, all else as JPEG. Both are read again in a fraction of the time that a WebP with losses takes, which is what counts each
 * time that the page goes out.
 */
export async function keptPage(pixels: Drawn, raw: Shape): Promise<Buffer> {
  if (isDrawing(pixels, raw)) {
    const kept = losslessWebp(drawingOf(pixels, raw))
    if (kept.length <= MAX_BYTES_PER_PIXEL * raw.width * raw.height) return kept
  }
  return sharp(pixels, { raw }).removeAlpha().jpeg({ quality: 92 }).toBuffer()
}

function isDrawing(pixels: Drawn, { width, height, channels }: Shape): boolean {
  let [all, unlike] = [0, 0]
  for (let y = 0; y < height; y += ROW_STEP) {
    const row = y * width * channels
    for (let at = row + channels; at < row + width * channels; at += channels) {
      all += 1
      if (pixels[at] !== pixels[at - channels]) unlike += 1
    }
  }
  return unlike <= MAX_UNLIKE * all
}

/** Without what shines through, and in one colour where there is no other one. */
function drawingOf(pixels: Drawn, { width, height, channels }: Shape): Drawing {
  const count = width * height
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2]
  let at = 0
  while (at < count && pixels[at * channels] === pixels[at * channels + green]) {
    if (pixels[at * channels] !== pixels[at * channels + blue]) break
    at += 1
  }
  if (at === count) {
    const data = new Uint8Array(count)
    for (let each = 0; each < count; each += 1) data[each] = pixels[each * channels] ?? 0
    return { data, width, height, channels: 1 }
  }
  const data = new Uint8Array(3 * count)
  for (let each = 0; each < count; each += 1) {
    data[3 * each] = pixels[each * channels] ?? 0
    data[3 * each + 1] = pixels[each * channels + green] ?? 0
    data[3 * each + 2] = pixels[each * channels + blue] ?? 0
  }
  return { data, width, height, channels: 3 }
}

/** The pixels of a page as it was kept. @throws for what is no picture of a page */
export async function keptPixels(file: Buffer): Promise<Pixels> {
  const drawing = readLossless(file)
  if (drawing) return { ...drawing, isLossless: true }
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PAGE_PIXELS, failOn: 'error' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (data.length !== 3 * width * height) throw new Error('A kept page has three colours.')
  return { data, width, height, channels: 3, isLossless: false }
}

/** A page as it goes out. */
export async function pageWebp({ data, width, height, channels, isLossless }: Pixels): Promise<Buffer> {
  if (isLossless) return losslessWebp({ data, width, height, channels })
  return sharp(data, { raw: { width, height, channels } }).webp({ quality: 86, effort: 0 }).toBuffer()
}
