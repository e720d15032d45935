import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** PDFium, as far as it is used here. Numbers are places in its memory, 0 for none. */
export interface Pdfium {
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
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFBitmap_GetBuffer(bitmap: number): number
  FPDFBitmap_GetStride(bitmap: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): boolean
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, at: number): number
  FPDFText_IsGenerated(text: number, at: number): number
  FPDFText_GetCharBox(
    text: number,
    at: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): boolean
  FPDFText_GetLooseCharBox(text: number, at: number, box: number): boolean
  FPDFText_GetBoundedText(
    text: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    to: number,
    characters: number,
  ): number
  FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): boolean
  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  FPDFBookmark_GetTitle(bookmark: number, to: number, bytes: number): number
  FPDFBookmark_GetDest(document: number, bookmark: number): number
  FPDFBookmark_GetAction(bookmark: number): number
  FPDFAction_GetDest(document: number, action: number): number
  FPDFDest_GetDestPageIndex(document: number, destination: number): number
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

/** Reads a PDF with PDFium. @throws for what is no PDF, or has a password; and what `read` throws */
export async function withPdfium<Read>(
  file: Uint8Array,
  read: (pdfium: Pdfium, document: number) => Read | Promise<Read>,
): Promise<Read> {
  compiled ??= compile()
  const pdfium = await compiled
  const { malloc, free } = pdfium.pdfium.wasmExports
  const at = malloc(file.length)
  pdfium.pdfium.HEAPU8.set(file, at)
  const document = pdfium.FPDF_LoadMemDocument(at, file.length, '')
  try {
    if (document === 0) throw new Error('It is no PDF that opens.')
    return await read(pdfium, document)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    free(at)
  }
}
