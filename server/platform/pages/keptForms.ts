import { isWebp } from '../thumbnails/webp.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

/** Whether bytes begin as a page does that is kept: they come from a confined process, and are trusted no more than its file. */
export const isKeptPage = (bytes: Buffer): boolean =>
  [PNG, JPEG].some((begin) => bytes.subarray(0, begin.length).equals(begin)) ||
  // As which pages were kept before.
  isWebp(bytes)
