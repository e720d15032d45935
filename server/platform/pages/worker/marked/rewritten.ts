import { type Pdfium, withPdfium } from '../pdfium.ts'

/** Of FPDF_RenderPageBitmap: with what annotations show. */
const WITH_ANNOTATIONS = 1
/** Of FPDF_SaveAsCopy: all of it anew, open to everybody. */
const WITHOUT_SECURITY = 3

/**
 * A PDF as PDFium writes it, which reads what stricter programs refuse: in one revision, without encryption, and with a
 * drawing for each annotation that shows something.
 * @throws for what is no PDF, or has a password
 */
export const rewritten = (file: Buffer): Promise<Uint8Array> =>
  withPdfium(file, (pdfium, document) => {
    drawAnnotations(pdfium, document)
    return saved(pdfium, document)
  })

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
