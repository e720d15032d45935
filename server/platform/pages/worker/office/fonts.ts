import { name, pdf } from '../marked/pdfLib.ts'

const BASE_FONT = name('BaseFont')

/** The names of the fonts in a PDF, as JSON. @throws for what is no PDF */
export async function fontsOfPdf(file: Buffer): Promise<Buffer> {
  const document = await pdf.PDFDocument.load(file, { updateMetadata: false })
  const names = new Set<string>()
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof pdf.PDFDict)) continue
    const font = object.get(BASE_FONT)
    if (font instanceof pdf.PDFName) names.add(font.decodeText())
  }
  return Buffer.from(JSON.stringify([...names]))
}
