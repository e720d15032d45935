export type { ThumbnailKind } from './frames.ts'
export { THUMBNAIL_LIMITS, type ThumbnailLimits } from './limits.ts'
export {
  createThumbnailer,
  type Thumbnailer,
  ThumbnailerClosed,
  type ThumbnailInput,
  type ThumbnailResult,
} from './thumbnailer.ts'
