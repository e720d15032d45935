import { createRequire } from 'node:module'
import path from 'node:path'
import { getDocument, type PDFDocumentLoadingTask, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

// Runs in the confined process.

const MAX_IMAGE_PIXELS = 50_000_000

const resources = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const folder = (name: string): string => `${path.join(resources, name)}${path.sep}`

/** What pages are drawn with; their words need none of it. */
const DRAWING = {
  standardFontDataUrl: folder('standard_fonts'),
  cMapUrl: folder('cmaps'),
  cMapPacked: true,
  wasmUrl: folder('wasm'),
  iccUrl: folder('iccs'),
  maxImageSize: MAX_IMAGE_PIXELS,
}

/**
 * Opens a PDF of anybody: nothing in it runs, and nothing is fetched.
 * @param data given away to the library @returns its `promise` rejects for what is no PDF, encrypted or damaged; whoever
 * opens it ends it by `destroy()`
 */
export const openPdf = (data: Uint8Array, { isDrawn }: { isDrawn: boolean }): PDFDocumentLoadingTask =>
  getDocument({
    data,
    ...(isDrawn ? DRAWING : {}),
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })

/** The bytes as they lie there: for whoever needs them no more. */
export const ownBytes = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
