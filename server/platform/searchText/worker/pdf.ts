import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openPdf, ownBytes } from '../../confined/openPdf.ts'
import { laidOut, type Piece } from '../../documentText/layOut.ts'
import { MAX_PAGES, MAX_PIECES, PAGES_MS } from '../limits.ts'
import type { ReadFile } from './collect.ts'

/** The text of each page of a PDF; a scanned page has none. */
export const readPdf: ReadFile = async (into, bytes) => {
  const end = Date.now() + PAGES_MS
  const opening = openPdf(ownBytes(bytes), { isDrawn: false })
  try {
    const document = await opening.promise
    for (let number = 1; number <= document.numPages; number += 1) {
      if (number > MAX_PAGES || Date.now() > end) {
        into.cut()
        break
      }
      const page = await document.getPage(number)
      if (!into.add({ page: number, text: laidOut(await piecesOf(page)) })) break
      page.cleanup()
    }
  } finally {
    await opening.destroy()
  }
}

/** The pieces of text on a page, of too many the first. */
async function piecesOf(page: PDFPageProxy): Promise<Piece[]> {
  const pieces: Piece[] = []
  const reader = page.streamTextContent().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return pieces
    for (const item of value.items) {
      if (!('str' in item) || item.str === '') continue
      const { str, transform, width, height } = item
      pieces.push({ str, x: transform[4], y: transform[5], width, height })
    }
    if (pieces.length < MAX_PIECES) continue
    // Whoever cancels it gets an error of the page's own making, which says nothing.
    await reader.cancel(new Error('enough')).catch(() => {})
    return pieces.slice(0, MAX_PIECES)
  }
}
