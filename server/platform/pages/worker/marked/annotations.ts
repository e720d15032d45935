import type { PDFArray, PDFDict, PDFObject } from '@cantoo/pdf-lib'
import type { Layers } from './layers.ts'
import { name, pdf } from './pdfLib.ts'

/** Of an annotation: not to be seen at all, or not on a screen. */
const HIDDEN = 2
const NO_VIEW = 32

/** What an annotation shows, and where on its page. */
export interface ShownAnnotation {
  drawing: PDFObject
  /** Of the drawing, to the page. */
  matrix: readonly number[]
}

/** Numbers of a list, where it has so many. */
export function numbersOf(found: PDFObject | undefined, count: number): number[] | null {
  if (!(found instanceof pdf.PDFArray)) return null
  const numbers = Array.from({ length: found.size() }, (_, at) => found.lookup(at))
  const read = numbers.flatMap((each) => (each instanceof pdf.PDFNumber ? [each.asNumber()] : []))
  return read.length === count ? read : null
}

/** What the annotations and fields of a page show on the screen, in their order. */
export function shownAnnotations(annotations: PDFArray, layers: Layers): ShownAnnotation[] {
  return annotations.asArray().flatMap((_, at) => {
    const annotation = annotations.lookup(at)
    return annotation instanceof pdf.PDFDict ? (shown(annotation, layers) ?? []) : []
  })
}

function shown(annotation: PDFDict, layers: Layers): ShownAnnotation | null {
  const flags = annotation.lookup(name('F'))
  const isHidden = flags instanceof pdf.PDFNumber && (flags.asNumber() & (HIDDEN | NO_VIEW)) !== 0
  const isNote = annotation.lookup(name('Subtype'))?.toString() === '/Popup'
  if (isHidden || isNote || !layers.shows(annotation.get(name('OC')))) return null
  const drawing = drawingOf(annotation)
  const form = annotation.context.lookup(drawing)
  const rectangle = numbersOf(annotation.lookup(name('Rect')), 4)
  if (!drawing || !rectangle || !(form instanceof pdf.PDFRawStream)) return null
  const box = numbersOf(form.dict.lookup(name('BBox')), 4)
  const own = numbersOf(form.dict.lookup(name('Matrix')), 6) ?? [1, 0, 0, 1, 0, 0]
  const matrix = box && fitting(box, own, rectangle)
  return matrix && { drawing, matrix }
}

/** Its usual look, of several that which its state names. */
function drawingOf(annotation: PDFDict): PDFObject | undefined {
  const looks = annotation.lookup(name('AP'))
  if (!(looks instanceof pdf.PDFDict)) return undefined
  const usual = looks.lookup(name('N'))
  if (!(usual instanceof pdf.PDFDict)) return looks.get(name('N'))
  const state = annotation.lookup(name('AS'))
  return state instanceof pdf.PDFName ? usual.get(state) : undefined
}

/** What puts a drawing's box, turned by its own matrix, into a rectangle of the page. */
function fitting(
  [left = 0, bottom = 0, right = 0, top = 0]: number[],
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: number[],
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: number[],
): number[] | null {
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  )
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)]
  const [fromX, fromY] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - fromX, Math.max(...ys) - fromY]
  if (width === 0 || height === 0) return null
  const [scaleX, scaleY] = [Math.abs(x2 - x1) / width, Math.abs(y2 - y1) / height]
  return [scaleX, 0, 0, scaleY, Math.min(x1, x2) - scaleX * fromX, Math.min(y1, y2) - scaleY * fromY]
}
