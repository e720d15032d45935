import type { PDFDocument, PDFFont, PDFRef } from '@cantoo/pdf-lib'
import { drawable, regularFont } from '../font.ts'
import { numbers, type PageBox } from '../marked/markOfPdf.ts'
import { fontkit } from '../marked/pdfLib.ts'
import type { PageMark } from './areas.ts'
import { shownArea, toPage } from './geometry.ts'

/** Names under which a page has what its areas are labelled with. */
export const LABEL_FONT = 'RF'

/** Points of the letters of a label, the largest and the smallest that are read. */
const SIZES = [9, 8, 7, 6, 5]
/** Points between a label and the edge of its area. */
const MARGIN = 2
const ASCENT = 0.905
const LINE = 1.15

/** Fills areas and says in white what they are (REDACT-27). */
export interface AreaPen {
  font: PDFRef
  on(page: PageBox, marks: readonly PageMark[]): PDFRef
}

export async function createAreaPen(target: PDFDocument): Promise<AreaPen> {
  target.registerFontkit(fontkit)
  const font = await target.embedFont(regularFont, { subset: true })
  return {
    font: font.ref,
    on: (page, marks) => {
      const { context } = target
      const boxes = marks.flatMap(({ areas }) =>
        areas.map(
          ({ left, bottom, right, top }) => `${numbers(left, bottom, right - left, top - bottom)} re`,
        ),
      )
      const labels = marks.flatMap(({ reason, areas }) =>
        label(
          reason,
          areas.map((area) => shownArea(page, area)),
          font,
        ),
      )
      return context.register(
        context.flateStream(
          ['q', '0 g', ...boxes, 'f', `${numbers(...toPage(page))} cm`, 'BT', ...labels, 'ET', 'Q'].join(
            '\n',
          ),
        ),
      )
    },
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** In the first box that has room for it; else where nobody sees it, for whoever reads words. */
function label(reason: string, boxes: readonly Box[], font: PDFFont): string[] {
  const [redacted, why] = ['Redacted', drawable(reason)]
  const shapes = [[`${redacted}: ${why}`], [`${redacted}:`, why]]
  for (const box of boxes) {
    for (const size of SIZES) {
      for (const lines of shapes) {
        const fits =
          lines.length * size * LINE <= box.height - MARGIN &&
          lines.every((line) => font.widthOfTextAtSize(line, size) <= box.width - 2 * MARGIN)
        if (fits) return ['0 Tr 1 g', ...written(lines, size, box, font)]
      }
    }
  }
  const [box] = boxes
  const smallest = Math.max(0.5, Math.min(SIZES.at(-1) ?? 5, (box?.height ?? 1) / LINE))
  return box ? ['3 Tr', ...written(shapes[0] ?? [], smallest, box, font)] : []
}

function written(lines: readonly string[], size: number, box: Box, font: PDFFont): string[] {
  const top = box.y + (box.height - lines.length * size * LINE) / 2
  return lines.flatMap((line, at) => {
    const x = Math.max(box.x, box.x + (box.width - font.widthOfTextAtSize(line, size)) / 2)
    const y = top + at * size * LINE + ASCENT * size
    return [
      `/${LABEL_FONT} ${numbers(size)} Tf`,
      `1 0 0 -1 ${numbers(x, y)} Tm`,
      `${font.encodeText(line).toString()} Tj`,
    ]
  })
}
