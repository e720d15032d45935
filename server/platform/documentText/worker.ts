import { unzipSync } from 'fflate'
import { compoundKind } from '../../../shared/compoundFiles.ts'
import { openPdf, ownBytes } from '../confined/openPdf.ts'
import type { TextAnswer, TextPage, TextRefusal } from './answer.ts'
import { laidOut, type Piece } from './layOut.ts'
import { MAX_PAGES, MAX_TEXT, MAX_UNPACKED_BYTES } from './limits.ts'
import { wordPages } from './word.ts'

// Runs in the confined process, which is killed when a file takes too long or unpacks to too much.

class Refused extends Error {
  readonly refusal: TextRefusal

  constructor(refusal: TextRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const answerOf = async (read: () => Promise<TextPage[]>): Promise<Buffer> => {
  let answer: TextAnswer
  try {
    const pages = await read()
    if (pages.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXT) throw new Refused('LONG')
    answer = { pages }
  } catch (error) {
    answer = { refused: refusalOf(error) }
  }
  return Buffer.from(JSON.stringify(answer))
}

const refusalOf = (error: unknown): TextRefusal => {
  if (error instanceof Refused) return error.refusal
  return error instanceof Error && error.name === 'PasswordException' ? 'PROTECTED' : 'DAMAGED'
}

/** The text of each page of a PDF; a scanned page has none. */
export const pdfText = (bytes: Buffer): Promise<Buffer> =>
  answerOf(async () => {
    const opening = openPdf(ownBytes(bytes), { isDrawn: false })
    try {
      const document = await opening.promise
      if (document.numPages > MAX_PAGES) throw new Refused('PAGES')
      const pages: TextPage[] = []
      let length = 0
      for (let number = 1; number <= document.numPages; number += 1) {
        const page = await document.getPage(number)
        const { items } = await page.getTextContent()
        const pieces = items.flatMap((item): Piece[] =>
          'str' in item && item.str !== ''
            ? [
                {
                  str: item.str,
                  x: item.transform[4],
                  y: item.transform[5],
                  width: item.width,
                  height: item.height,
                },
              ]
            : [],
        )
        const text = laidOut(pieces)
        length += text.length
        if (length > MAX_TEXT) throw new Refused('LONG')
        pages.push({ label: `page ${number}`, text })
        page.cleanup()
      }
      return pages
    } finally {
      await opening.destroy()
    }
  })

const BODY = 'word/document.xml'

/** The text of a Word document as it reads with its changes accepted; its pages are those that Word counted last. */
export const docxText = (bytes: Buffer): Promise<Buffer> =>
  answerOf(async () => {
    const compound = compoundKind(bytes)
    if (compound) throw new Refused(compound)
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name !== BODY) return false
        if (originalSize > MAX_UNPACKED_BYTES) throw new Refused('LONG')
        return true
      },
    })
    const body = parts[BODY]
    if (!body) throw new Refused('DAMAGED')
    const pages = wordPages(new TextDecoder('utf-8').decode(body))
    if (pages.length > MAX_PAGES) throw new Refused('PAGES')
    return pages.map((text, index) => ({ label: `page ${index + 1}`, text }))
  })
