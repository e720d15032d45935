import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf, ownBytes } from '../../confined/openPdf.ts'
import { THUMBNAIL_PX } from '../limits.ts'
import { pageThumbnail } from './image.ts'

/** Drawn larger than needed and made smaller, thin lines and letters stay what they are. */
const DRAWN_PX = 2 * THUMBNAIL_PX

/**
 * The first page of a PDF within the square of a thumbnail. Nothing in it runs, nothing is fetched.
 * @throws for what is no PDF, encrypted or damaged
 */
export async function pdfThumbnail(bytes: Buffer): Promise<Buffer> {
  const opening = openPdf(ownBytes(bytes), { isDrawn: true })
  try {
    const document = await opening.promise
    const page = await document.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: DRAWN_PX / Math.max(width, height) })
    const canvas = createCanvas(
      Math.max(1, Math.round(viewport.width)),
      Math.max(1, Math.round(viewport.height)),
    )
    const context = canvas.getContext('2d')
    await page.render({
      canvas,
      canvasContext: context,
      viewport,
      background: '#ffffff',
      annotationMode: AnnotationMode.DISABLE,
    }).promise
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    return await pageThumbnail(data, canvas)
  } finally {
    await opening.destroy()
  }
}
