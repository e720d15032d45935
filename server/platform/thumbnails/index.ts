export type { ThumbnailKind } from './frames.ts'
export { THUMBNAIL_LIMITS, type ThumbnailLimits } from './limits.ts'
export {
  createThumbnailer,
  type Thumbnailer,
  ThumbnailerBroken,
  ThumbnailerClosed,
  type ThumbnailInput,
  type ThumbnailResult,
} from './thumbnailer.ts'
