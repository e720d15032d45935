import type { PDFDocument, PDFFont, PDFRef } from '@cantoo/pdf-lib'
import { type AskedMarkedPdf, PAGE_SIGN } from '../../asked.ts'
import { layOutMark } from '../../markLayout.ts'
import { drawable, regularFont } from '../font.ts'
import { fontkit } from './pdfLib.ts'

/** Of the height of letters, what stands above their line. */
const ASCENT = 0.905

/** A page as it lies in the file, and how it is turned to be shown. */
export interface PageBox {
  left: number
  bottom: number
  right: number
  top: number
  /** 0, 90, 180 or 270 degrees clockwise. */
  turn: number
  /** Points of a unit. */
  unit: number
}

/** Names under which a page has what its mark is drawn with. */
export const MARK_FONT = 'MF'
export const MARK_STATE = 'MG'

export interface MarkPen {
  font: PDFRef
  state: PDFRef
  /** What draws the mark on a page, from 1 of so many. */
  on(page: PageBox, number: number, count: number): PDFRef
}

/** Draws a mark as words of the page itself, so that a search finds them (MARK-24). */
export async function createMarkPen(target: PDFDocument, mark: AskedMarkedPdf['mark']): Promise<MarkPen> {
  const { context } = target
  target.registerFontkit(fontkit)
  const font = await target.embedFont(regularFont, { subset: true })
  const opacity = mark.opacity / 100
  const measure = measuring(font)
  const email = mark.email && drawable(mark.email)
  const drawn = new Map<string, PDFRef>()
  return {
    font: font.ref,
    state: context.register(context.obj({ Type: 'ExtGState', ca: opacity, CA: opacity })),
    on: (page, number, count) => {
      const lines = mark.lines.map((line) => drawable(line.replaceAll(PAGE_SIGN, `${number} of ${count}`)))
      const key = JSON.stringify([page, lines])
      const known = drawn.get(key)
      if (known) return known
      const made = context.register(
        context.flateStream(written({ ...mark, lines, email }, page, font, measure)),
      )
      drawn.set(key, made)
      return made
    },
  }
}

/** Widths, each text measured once. */
function measuring(font: PDFFont): (text: string, size: number) => number {
  const widths = new Map<string, number>()
  return (text, size) => {
    const known = widths.get(text) ?? font.widthOfTextAtSize(text, 1)
    widths.set(text, known)
    return known * size
  }
}

/** The mark of a page, upright as the page is shown, in points of the page (MARK-19). */
function written(
  mark: AskedMarkedPdf['mark'],
  page: PageBox,
  font: PDFFont,
  measure: (text: string, size: number) => number,
): string {
  const { left, bottom, right, top, turn, unit } = page
  const [across, up] = [(right - left) * unit, (top - bottom) * unit]
  const [width, height] = turn % 180 === 0 ? [across, up] : [up, across]
  const laid = layOutMark(mark, { width, height }, measure)
  const shown = SHOWN[turn]?.({ left, bottom, right, top }) ?? [1, 0, 0, 1, left, bottom]
  const [cos, sin] = [Math.cos(laid.angle), -Math.sin(laid.angle)]
  const hex = new Map(laid.lines.map(({ text }) => [text, font.encodeText(text).toString()]))
  const lines = laid.spots.flatMap((spot) =>
    laid.lines.map(
      ({ text, x, y }) =>
        `1 0 0 1 ${numbers(spot.x + x, -(spot.y + y + ASCENT * laid.size))} Tm ${hex.get(text)} Tj`,
    ),
  )
  return [
    'q',
    `/${MARK_STATE} gs`,
    `${numbers(...shown)} cm`,
    `${numbers(1 / unit, 0, 0, 1 / unit, 0, 0)} cm`,
    `${numbers(cos, sin, -sin, cos, laid.origin.x, height - laid.origin.y)} cm`,
    'BT',
    `/${MARK_FONT} ${numbers(laid.size)} Tf`,
    // The edge, which shows where the letters don't.
    `1 Tr 1 j 1 G ${numbers(laid.size / 10)} w`,
    ...lines,
    '0 Tr 0.29 g',
    ...lines,
    'ET',
    'Q',
  ].join('\n')
}

export const numbers = (...values: number[]): string =>
  values.map((value) => Number(value.toFixed(5))).join(' ')

/** From places on the page as it is shown, from its lower left corner, to places in the file. */
export const SHOWN: Readonly<
  Record<number, (page: Omit<PageBox, 'turn' | 'unit'>) => [number, number, number, number, number, number]>
> = {
  0: ({ left, bottom }) => [1, 0, 0, 1, left, bottom],
  90: ({ right, bottom }) => [0, 1, -1, 0, right, bottom],
  180: ({ right, top }) => [-1, 0, 0, -1, right, top],
  270: ({ left, top }) => [0, -1, 1, 0, left, top],
}
