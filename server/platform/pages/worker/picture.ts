import sharp, { type Sharp } from 'sharp'
import { type AskedPage, readAsked } from '../asked.ts'
import { pageScale } from '../limits.ts'

/** Pixels of the largest picture; one with more is made to fill the memory. */
const MAX_PIXELS = 100_000_000
/** Points of a pixel of a picture: as a browser shows it. */
const POINTS_PER_PIXEL = 0.75

// As for thumbnails: other formats bring in whole libraries, some of which follow links.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

const upright = (file: Buffer): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()

/** A picture is one page, of its own size. @throws for what is no png, jpeg, gif or webp */
export async function pictureSizes(file: Buffer): Promise<Buffer> {
  const { autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata()
  const size = {
    width: autoOrient.width * POINTS_PER_PIXEL,
    height: autoOrient.height * POINTS_PER_PIXEL,
  }
  return Buffer.from(JSON.stringify({ sizes: [size] }))
}

/** A picture as a page, on white. @throws for what can't be drawn */
export async function drawPicture(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedPage>(bytes)
  const { autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata()
  const { width, height } = autoOrient
  const scale = pageScale(autoOrient, asked.width)
  return upright(file)
    .flatten({ background: '#ffffff' })
    .resize({
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
      fit: 'fill',
    })
    .webp({ quality: 86, effort: 0 })
    .toBuffer()
}

/** Pixels of a page in RGBA as WebP. */
export const pageWebp = (
  pixels: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 86, effort: 0 })
    .toBuffer()
