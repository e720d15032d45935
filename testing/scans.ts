import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { createPageDrawer } from '../server/platform/pages/index.ts'
import { pdfWith } from './paper.ts'

/** Pages of lines of text, each as a picture such as a scanner makes. */
async function scansOf(pages: readonly (readonly string[])[]): Promise<Buffer[]> {
  const paper = await pdfWith(pages.map((lines) => lines.join('\n')))
  const drawer = createPageDrawer()
  const scans: Buffer[] = []
  try {
    for (const at of pages.keys()) {
      const drawn = await drawer.draw(
        { kind: 'pdf', size: paper.length, source: (write) => write(paper) },
        { number: at + 1, width: 1700 },
      )
      if (!drawn) throw new Error('The page could not be drawn.')
      scans.push(drawn)
    }
    return scans
  } finally {
    drawer.close()
  }
}

/** Lines of text as a picture of a page, as WebP. */
export async function scanOf(lines: readonly string[]): Promise<Buffer> {
  const [scan] = await scansOf([lines])
  if (!scan) throw new Error('There is no page.')
  return scan
}

/** A PDF of pictures, each of some lines of text. */
export async function scannedPdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const paper = new PDFDocument({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => paper.on('end', resolve))
  for (const scan of await scansOf(pages)) {
    paper.addPage().image(await sharp(scan).jpeg().toBuffer(), 0, 0, { width: paper.page.width })
  }
  paper.end()
  await ended
  return Buffer.concat(chunks)
}
