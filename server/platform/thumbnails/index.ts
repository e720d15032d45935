export { THUMBNAIL_LIMITS } from './limits.ts'
export { createPictureMaker, type PictureMaker, type PictureResult, type PictureShape } from './pictures.ts'
export {
  createThumbnailer,
  type Thumbnailer,
  type ThumbnailInput,
  type ThumbnailKind,
  type ThumbnailResult,
} from './thumbnailer.ts'
