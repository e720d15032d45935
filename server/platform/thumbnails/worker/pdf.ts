import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { THUMBNAIL_PX } from '../limits.ts'
import { pageThumbnail } from './image.ts'

/** Drawn larger than needed and made smaller, thin lines and letters stay what they are. */
const DRAWN_PX = 2 * THUMBNAIL_PX
const MAX_IMAGE_PIXELS = 50_000_000

const resources = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string): string => `${path.join(resources, name)}${path.sep}`

/**
 * The first page of a PDF within the square of a thumbnail. Nothing in it runs, nothing is fetched.
 * @throws for what is no PDF, encrypted or damaged
 */
export async function pdfThumbnail(bytes: Buffer): Promise<Buffer> {
  const opening = getDocument({
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  })
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
