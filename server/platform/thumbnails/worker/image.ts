import sharp, { type Sharp } from 'sharp'
import { AVATAR_PX, COVER_PX, LOGO_PX, THUMBNAIL_PX } from '../limits.ts'

/** Pixels of the largest picture; one with more is a poster, or made to fill the memory. */
const MAX_PIXELS = 100_000_000

// Of all that libvips can open only these: other formats bring in whole libraries, some of which follow links.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * The first frame of a png, jpeg, gif or webp, upright, within the square of a thumbnail.
 * @throws for anything else, for what is damaged, and for too many pixels
 */
export const imageThumbnail = (bytes: Buffer): Promise<Buffer> => asWebp(upright(bytes))

/**
 * The first frame of a png, jpeg or gif as a square, upright, cut from its middle. It is encoded again: nothing else of
 * the file is left, such as where and when it was taken.
 * @throws for anything else, for what is damaged, and for too many pixels
 */
export const avatarPicture = (bytes: Buffer): Promise<Buffer> =>
  upright(bytes)
    .resize({ width: AVATAR_PX, height: AVATAR_PX, fit: 'cover' })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()

/** The same whole and no larger than it is, to stand in a line; what is transparent stays so. */
export const logoPicture = (bytes: Buffer): Promise<Buffer> => within(bytes, LOGO_PX, 90)

/** The same whole and no larger than it is; a card shows its middle. */
export const coverPicture = (bytes: Buffer): Promise<Buffer> => within(bytes, COVER_PX, 74)

const within = (bytes: Buffer, size: { width: number; height: number }, quality: number): Promise<Buffer> =>
  upright(bytes)
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: 3 })
    .toBuffer()

const upright = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()

/** A page as it was drawn, in RGBA, within the same square. */
export const pageThumbnail = (
  pixels: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Promise<Buffer> => asWebp(sharp(pixels, { raw: { width, height, channels: 4 } }).flatten())

const asWebp = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: THUMBNAIL_PX, height: THUMBNAIL_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .toBuffer()
