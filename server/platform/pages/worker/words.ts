import { createCanvas } from '@napi-rs/canvas'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { folded, matchesOn, type PageText, pageText } from '../../../../shared/pageText.ts'
import { laidOut } from '../../documentText/layOut.ts'
import type { AskedPlaces, AskedWords, PageBox, PagePlace } from '../asked.ts'
import { FONT } from './font.ts'
import { openedPdf } from './pdf.ts'

/** A run of text on a page, with its extent in points. */
export interface Run {
  str: string
  hasEOL: boolean
  transform: readonly number[]
  width: number
  height: number
}

export type ReadPage = Omit<PageText, 'runs'> & { runs: readonly Run[] }

/** Texts of the pages of a document, each read once; they go with it. */
const read = new WeakMap<PDFDocumentProxy, Map<number, ReadPage>>()

async function textOf(document: PDFDocumentProxy, number: number): Promise<ReadPage> {
  const texts = read.get(document) ?? new Map<number, ReadPage>()
  read.set(document, texts)
  const known = texts.get(number)
  if (known) return known
  const text = await readPage(document, number)
  texts.set(number, text)
  return text
}

/** The text of a page, from 1, read anew. */
export async function readPage(document: PDFDocumentProxy, number: number): Promise<ReadPage> {
  const page = await document.getPage(number)
  const { items } = await page.getTextContent()
  const runs = items.flatMap((item): Run[] => ('str' in item ? [item] : []))
  page.cleanup()
  return { ...pageText(runs), runs }
}

/** Where a text stands in a PDF, without the words around it (PAGE-21). @throws for what is no PDF */
export async function placesInPdf(file: Buffer, { text, most }: AskedPlaces): Promise<Buffer> {
  const document = await openedPdf(file)
  const wanted = folded(text).trim()
  const places: PagePlace[] = []
  for (let number = 1; number <= document.numPages && places.length < most; number += 1) {
    const content = await textOf(document, number)
    const matches = matchesOn(number, content, wanted, most - places.length)
    if (matches.length === 0) continue
    const viewport = (await document.getPage(number)).getViewport({ scale: 1 })
    for (const { pieces } of matches) {
      const boxes = pieces.flatMap(({ run, from, to }) => {
        const words = content.runs[run]
        return words ? [boxOf(words, from, to, (x, y) => viewport.convertToViewportPoint(x, y))] : []
      })
      places.push({ page: number, boxes })
    }
  }
  return Buffer.from(JSON.stringify(places))
}

/** The words of some pages, as they are read. @throws for what is no PDF */
export async function wordsOfPdf(file: Buffer, { from, to }: AskedWords): Promise<Buffer> {
  const document = await openedPdf(file)
  const words: string[] = []
  for (let number = from; number <= Math.min(to, document.numPages); number += 1) {
    const { runs } = await textOf(document, number)
    words.push(
      laidOut(
        runs.map(({ str, transform: [, , , , x = 0, y = 0], width, height }) => ({
          str,
          x,
          y,
          width,
          height,
        })),
      ),
    )
  }
  return Buffer.from(JSON.stringify(words))
}

/** Of the height of letters, what is above and below the line that they stand on. */
const ASCENT = 0.9
const DESCENT = 0.22

const measure = createCanvas(1, 1).getContext('2d')
measure.font = `100px ${FONT}`
const widthOf = (text: string): number => measure.measureText(text).width

/** The rectangle of some letters of a run, as the page is shown; letters of other fonts are in proportion to ours. */
export function boxOf(
  { str, transform: [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0], width, height }: Run,
  from: number,
  to: number,
  shown: (x: number, y: number) => number[],
): PageBox {
  const all = widthOf(str) || 1
  const along = Math.hypot(a, b) || 1
  const up = Math.hypot(c, d) || 1
  const corners = [from, to].flatMap((at) =>
    [ASCENT, -DESCENT].map((of) => {
      const right = (width * widthOf(str.slice(0, at))) / all
      return shown(
        x + (a / along) * right + (c / up) * of * height,
        y + (b / along) * right + (d / up) * of * height,
      )
    }),
  )
  const [xs, ys] = [corners.map(([left = 0]) => left), corners.map(([, top = 0]) => top)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}
