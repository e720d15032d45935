import type { Sharp } from 'sharp'
import { type AskedPage, type PageSize, readAsked } from '../asked.ts'
import { MAX_FILE_PAGES, pageScale } from '../limits.ts'
import { keptPage } from './kept.ts'
import { refused } from './refused.ts'
import { sharp } from './sharp.ts'

/** Pixels of the largest picture; one with more is made to fill the memory. */
const MAX_PIXELS = 100_000_000
/** Points of a pixel of a picture: as a browser shows it. */
const POINTS_PER_PIXEL = 0.75

/** One picture of a file, from 0; only a TIFF has pages, others' further pictures move. */
const pictureOf = (file: Buffer, page: number): Sharp =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, page })

/** What a picture says of itself before it is unpacked, however large it is. */
const headOf = (file: Buffer, page: number) =>
  sharp(file, { limitInputPixels: false, failOn: 'error', page }).metadata()

/** Each picture is a page, of its own size. @throws for what is none of the formats */
export async function pictureSizes(file: Buffer): Promise<Buffer> {
  const first = await headOf(file, 0)
  const { format, pages = 1 } = first
  const count = format === 'tiff' ? pages : 1
  if (count > MAX_FILE_PAGES) return refused('PAGES')
  const sizes: PageSize[] = []
  for (let page = 0; page < count; page += 1) {
    const { autoOrient } = page === 0 ? first : await headOf(file, page)
    if (autoOrient.width * autoOrient.height > MAX_PIXELS) return refused('TIME')
    sizes.push({ width: autoOrient.width * POINTS_PER_PIXEL, height: autoOrient.height * POINTS_PER_PIXEL })
  }
  return Buffer.from(JSON.stringify({ sizes }))
}

/** A picture as a page as it is kept, upright and on white. @throws for what can't be drawn */
export async function drawPicture(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<AskedPage>(bytes)
  const picture = await uprightPicture(file, asked.number - 1, () => asked.width)
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return keptPage(data, info)
}

/** Pixels that a picture in a PDF is wide at most: those of a page on paper. */
const MAX_PDF_PX = 2400

/** A picture of a file, from 0, for a page of a PDF: as it is, or smaller. @throws for what can't be drawn */
export async function pictureJpeg(file: Buffer, page: number): Promise<Buffer> {
  const picture = await uprightPicture(file, page, (width) => Math.min(width, MAX_PDF_PX))
  return picture.jpeg({ quality: 86 }).toBuffer()
}

async function uprightPicture(file: Buffer, page: number, asWide: (width: number) => number): Promise<Sharp> {
  const picture = pictureOf(file, page)
  const { autoOrient } = await picture.metadata()
  const { width, height } = autoOrient
  const scale = pageScale(autoOrient, asWide(width))
  return picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({
      width: Math.max(1, Math.floor(width * scale)),
      height: Math.max(1, Math.floor(height * scale)),
      fit: 'fill',
    })
}
