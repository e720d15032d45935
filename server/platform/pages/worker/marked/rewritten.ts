import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** PDFium, as far as it is used here. Numbers are places in its memory, 0 for none. */
interface Pdfium {
  pdfium: {
    HEAPU8: Uint8Array
    wasmExports: { malloc(bytes: number): number; free(at: number): void }
  }
  PDFiumExt_Init(): void
  FPDF_LoadMemDocument(file: number, bytes: number, password: string): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, at: number): number
  FPDF_ClosePage(page: number): void
  FPDFPage_GetAnnotCount(page: number): number
  FPDFBitmap_Create(width: number, height: number, hasAlpha: number): number
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turn: number,
    flags: number,
  ): void
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): boolean
  PDFiumExt_OpenFileWriter(): number
  PDFiumExt_GetFileWriterSize(writer: number): number
  PDFiumExt_GetFileWriterData(writer: number, to: number, bytes: number): number
  PDFiumExt_CloseFileWriter(writer: number): void
}

interface PdfiumPackage {
  init(how: { wasmBinary: Uint8Array }): Promise<Pdfium>
}

const require = createRequire(import.meta.url)

/** Compiled once for the process. */
let compiled: Promise<Pdfium> | undefined
async function compile(): Promise<Pdfium> {
  const { init } = require('@embedpdf/pdfium') as PdfiumPackage
  const pdfium = await init({ wasmBinary: readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm')) })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Of FPDF_RenderPageBitmap: with what annotations show. */
const WITH_ANNOTATIONS = 1
/** Of FPDF_SaveAsCopy: all of it anew, open to everybody. */
const WITHOUT_SECURITY = 3

/**
 * A PDF as PDFium writes it, which reads what stricter programs refuse: in one revision, without encryption, and with a
 * drawing for each annotation that shows something.
 * @throws for what is no PDF, or has a password
 */
export async function rewritten(file: Buffer): Promise<Uint8Array> {
  compiled ??= compile()
  const pdfium = await compiled
  const { malloc, free } = pdfium.pdfium.wasmExports
  const at = malloc(file.length)
  pdfium.pdfium.HEAPU8.set(file, at)
  const document = pdfium.FPDF_LoadMemDocument(at, file.length, '')
  try {
    if (document === 0) throw new Error('It is no PDF that opens.')
    drawAnnotations(pdfium, document)
    return saved(pdfium, document)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    free(at)
  }
}

/** To draw a page makes the drawings that its annotations lack; of what is drawn nothing is kept. */
function drawAnnotations(pdfium: Pdfium, document: number): void {
  const bitmap = pdfium.FPDFBitmap_Create(1, 1, 0)
  for (let at = 0; at < pdfium.FPDF_GetPageCount(document); at += 1) {
    const page = pdfium.FPDF_LoadPage(document, at)
    if (page === 0) continue
    if (pdfium.FPDFPage_GetAnnotCount(page) > 0) {
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, 1, 1, 0, WITH_ANNOTATIONS)
    }
    pdfium.FPDF_ClosePage(page)
  }
  pdfium.FPDFBitmap_Destroy(bitmap)
}

function saved(pdfium: Pdfium, document: number): Uint8Array {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.FPDF_SaveAsCopy(document, writer, WITHOUT_SECURITY))
      throw new Error('It could not be written.')
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const to = malloc(size)
    pdfium.PDFiumExt_GetFileWriterData(writer, to, size)
    const bytes = pdfium.pdfium.HEAPU8.slice(to, to + size)
    free(to)
    return bytes
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
