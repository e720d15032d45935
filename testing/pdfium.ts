import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** PDFium, as far as it reads words. */
interface Pdfium {
  pdfium: { HEAPU8: Uint8Array; wasmExports: { malloc(bytes: number): number; free(at: number): void } }
  PDFiumExt_Init(): void
  FPDF_LoadMemDocument(file: number, bytes: number, password: string): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, at: number): number
  FPDF_ClosePage(page: number): void
  FPDFText_LoadPage(page: number): number
  FPDFText_ClosePage(text: number): void
  FPDFText_CountChars(text: number): number
  FPDFText_GetUnicode(text: number, at: number): number
}

const require = createRequire(import.meta.url)

/** The words of each page, by another reader of PDFs than the product's own; none of a file that doesn't open. */
export async function secondReading(pdf: Buffer, password = ''): Promise<string[]> {
  const { init } = require('@embedpdf/pdfium') as {
    init(how: { wasmBinary: Uint8Array }): Promise<Pdfium>
  }
  const reader = await init({ wasmBinary: readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm')) })
  reader.PDFiumExt_Init()
  const at = reader.pdfium.wasmExports.malloc(pdf.length)
  reader.pdfium.HEAPU8.set(pdf, at)
  const document = reader.FPDF_LoadMemDocument(at, pdf.length, password)
  if (document === 0) return []
  return Array.from({ length: reader.FPDF_GetPageCount(document) }, (_, number) => {
    const page = reader.FPDF_LoadPage(document, number)
    const text = reader.FPDFText_LoadPage(page)
    const codes = Array.from({ length: reader.FPDFText_CountChars(text) }, (_each, place) =>
      reader.FPDFText_GetUnicode(text, place),
    )
    reader.FPDFText_ClosePage(text)
    reader.FPDF_ClosePage(page)
    return String.fromCodePoint(...codes)
  })
}
