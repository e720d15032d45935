import { type Crop, sideOf } from './crop.ts'

/** Width and height of what is sent: twice of what the server keeps. */
const SENT_PX = 512

/** Draws the square of a crop over the whole of a canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, zoom }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = sideOf(picture, zoom)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, canvas.width, canvas.height)
}

/**
 * The square of a picture as a file: photographs stay JPEG, all else is PNG.
 * @throws where the browser has no memory for it
 */
export async function cropped(picture: ImageBitmap, crop: Crop, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = SENT_PX
  canvas.height = SENT_PX
  drawCrop(canvas, picture, crop)
  const isPhotograph = /\.jpe?g$/i.test(name)
  const type = isPhotograph ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('The picture could not be cropped.')
  return new File([blob], isPhotograph ? 'avatar.jpg' : 'avatar.png', { type })
}
