import PDFDocument from 'pdfkit'

/** A page: its text, words at places in points, or nothing but a drawing, as of a scan. */
export type PaperPage = string | readonly { x: number; words: string }[]

/** A PDF of pages for tests. */
export const pdfWith = (
  pages: readonly PaperPage[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> =>
  new Promise((resolve) => {
    const paper = new PDFDocument({ autoFirstPage: false, ...options })
    const chunks: Buffer[] = []
    paper.on('data', (chunk: Buffer) => chunks.push(chunk))
    paper.on('end', () => resolve(Buffer.concat(chunks)))
    for (const page of pages) {
      paper.addPage().fontSize(11)
      if (page === '') paper.rect(50, 50, 400, 600).fill('#777777')
      else if (typeof page === 'string') paper.text(page, 60, 60, { width: 480 })
      else for (const { x, words } of page) paper.text(words, x, 60, { lineBreak: false })
    }
    paper.end()
  })
