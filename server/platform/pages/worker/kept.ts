import { MAX_PAGE_PIXELS } from '../limits.ts'
import { sharp } from './sharp.ts'

/** A page's pixels in RGB, row after row. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Rows that are looked at are so far apart. */
const ROW_STEP = 16
/** Share of pixels unlike the one before up to which a page counts as letters and lines. */
const MAX_UNLIKE = 0.25

/**
 * A page as it is kept (PAGE-15): letters and lines as PNG, which takes nothing from them, all else as JPEG. Both are read again
 * in a third of the time that a WebP takes, which is what counts each time that the page goes out.
 */
export function keptPage(
  pixels: Uint8Array | Uint8ClampedArray,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Promise<Buffer> {
  const page = sharp(pixels, { raw }).removeAlpha()
  const kept = isDrawing(pixels, raw) ? page.png({ compressionLevel: 2 }) : page.jpeg({ quality: 92 })
  return kept.toBuffer()
}

function isDrawing(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height, channels }: { width: number; height: number; channels: number },
): boolean {
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

/** The pixels of a page as it was kept. @throws for what is no picture of a page */
export async function keptPixels(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PAGE_PIXELS, failOn: 'error' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (data.length !== 3 * width * height) throw new Error('A kept page has three colours.')
  return { data, width, height }
}

/** A page as it goes out. */
export const pageWebp = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 86, effort: 0 })
    .toBuffer()
