import type { PageBox } from '../../asked.ts'
import type { PageBox as FilePage } from '../marked/markOfPdf.ts'
import { openedPdf } from '../pdf.ts'
import { type Pdfium, withPdfium } from '../pdfium.ts'
import { boxOf } from '../words.ts'
import { type Rect, reachesInto, shownArea, shownSize } from './geometry.ts'
import { drawnPage, hasInk, lettersOf, liesBeyond } from './reading.ts'

/** A page that was redacted, before its areas are filled. */
export interface RedactedPage {
  /** From 0. */
  at: number
  box: FilePage
  areas: readonly Rect[]
  /** Whether it is nothing but a picture, in which areas are black already. */
  isPicture: boolean
}

/** By how much of a point a letter may reach into an area: more than what it may have been kept with. */
const HAIR = 0.5
/** Pixels of a point in which what is left would be seen, and of a page. */
const SCALE = 2
const MAX_PIXELS = 12_000_000
/** Pixels at the edge of an area that what lies beside it may colour. */
const EDGE_PX = 2
const WHITE = 250

/**
 * Pages with something left in an area, or beyond the page: letters by two readers, and anything that is to be seen where nothing may be
 * (REDACT-15).
 */
export async function pagesWithRest(
  file: Buffer,
  pages: readonly RedactedPage[],
): Promise<ReadonlySet<number>> {
  const left = new Set<number>()
  await withPdfium(file, (pdfium, document) => {
    for (const page of pages) {
      const shows = !page.isPicture && showsSomething(pdfium, document, page)
      if (shows || hasLetters(pdfium, document, page)) left.add(page.at)
    }
  })
  const document = await openedPdf(file)
  for (const page of pages) {
    if (left.has(page.at)) continue
    const read = await document.getPage(page.at + 1)
    const viewport = read.getViewport({ scale: 1 })
    const { items } = await read.getTextContent()
    read.cleanup()
    const areas = page.areas.map((area) => shownArea(page.box, area))
    const isLeft = items.some((item) => {
      if (!('str' in item)) return false
      const whole = boxOf(item, 0, item.str.length, (px, py) => viewport.convertToViewportPoint(px, py))
      if (!areas.some((area) => touches(whole, area))) return false
      return [...item.str].some((letter, at) => {
        if (letter.trim() === '') return false
        const { x, y, width, height } = boxOf(item, at, at + 1, (px, py) =>
          viewport.convertToViewportPoint(px, py),
        )
        const [middleX, middleY] = [x + width / 2, y + height / 2]
        // Letters are in proportion to another font: only what lies well inside counts.
        return areas.some((area) => {
          const [edgeX, edgeY] = [Math.min(8, area.width / 3), Math.min(3, area.height / 4)]
          return (
            middleX > area.x + edgeX &&
            middleX < area.x + area.width - edgeX &&
            middleY > area.y + edgeY &&
            middleY < area.y + area.height - edgeY
          )
        })
      })
    })
    if (isLeft) left.add(page.at)
  }
  return left
}

/** Whether a run of text lies over an area at all: most don't, and their letters need not be measured. */
const touches = (run: PageBox, area: PageBox): boolean =>
  run.x < area.x + area.width &&
  area.x < run.x + run.width &&
  run.y < area.y + area.height &&
  area.y < run.y + run.height

const hasLetters = (pdfium: Pdfium, document: number, { at, box, areas }: RedactedPage): boolean =>
  lettersOf(pdfium, document, at).some((letter) => {
    const { text, ink, line } = letter
    if (liesBeyond(letter, box)) return true
    return text.trim() !== '' && areas.some((area) => reachesInto(hasInk(ink) ? ink : line, area, HAIR))
  })

/** Whether anything is drawn in an area, which has to be as white as paper by then. */
function showsSomething(pdfium: Pdfium, document: number, { at, box, areas }: RedactedPage): boolean {
  const size = shownSize(box)
  const scale = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (size.width * size.height)))
  const [width, height] = [
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  ]
  const { data } = drawnPage(pdfium, document, at, { width, height })
  return areas.some((area) => {
    const shown = shownArea(box, area)
    const [fromX, toX] = inside(shown.x, shown.width, width / size.width, width)
    const [fromY, toY] = inside(shown.y, shown.height, height / size.height, height)
    for (let y = fromY; y < toY; y += 1) {
      for (let pixel = 3 * (y * width + fromX); pixel < 3 * (y * width + toX); pixel += 1) {
        if ((data[pixel] ?? WHITE) < WHITE) return true
      }
    }
    return false
  })
}

/** Pixels from and to, away from the edges. */
const inside = (from: number, length: number, scale: number, most: number): [number, number] => [
  Math.max(0, Math.ceil(from * scale) + EDGE_PX),
  Math.min(most, Math.floor((from + length) * scale) - EDGE_PX),
]
