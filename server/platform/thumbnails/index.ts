export { type AvatarMaker, type AvatarResult, createAvatarMaker } from './avatars.ts'
export { THUMBNAIL_LIMITS } from './limits.ts'
export {
  createThumbnailer,
  type Thumbnailer,
  type ThumbnailInput,
  type ThumbnailKind,
  type ThumbnailResult,
} from './thumbnailer.ts'
