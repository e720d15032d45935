import type { PageViewport, PDFPageProxy } from 'pdfjs-dist'

/** Degrees by which the reader has turned the pages, clockwise. */
export type Turn = 0 | 90 | 180 | 270

const TURNS: Readonly<Record<Turn, Turn>> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** By a quarter more. */
export const turnedFurther = (turn: Turn): Turn => TURNS[turn]

/** Of a page at its natural size, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Of a page that was turned. */
export const turnedSize = ({ width, height }: PageSize, turn: Turn): PageSize =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width }

/** A page at a scale, turned from how the file has it. */
export const viewportOf = (page: PDFPageProxy, scale: number, turn: Turn): PageViewport =>
  page.getViewport({ scale, rotation: (page.rotate + turn) % 360 })
