import { formatCount } from '../../../../../shared/format/number.ts'
import { type BookSheet, relationshipsOf, type Workbook } from './workbook.ts'
import { readXml } from './xml.ts'

interface Drawn {
  charts: number
  pictures: number
  shapes: number
}

function drawnIn(sheet: BookSheet, { parts }: Workbook): Drawn {
  const drawn = { charts: 0, pictures: 0, shapes: 0 }
  for (const { type, target } of relationshipsOf(parts, sheet.path).values()) {
    const part = type === 'drawing' ? parts.get(target) : undefined
    if (!part) continue
    readXml(part, {
      open: (name) => {
        if (name === 'graphicFrame') drawn.charts += 1
        else if (name === 'pic') drawn.pictures += 1
        else if (name === 'sp') drawn.shapes += 1
      },
    })
  }
  return drawn
}

function commentsIn(sheet: BookSheet, { parts }: Workbook): number {
  let count = 0
  for (const { type, target } of relationshipsOf(parts, sheet.path).values()) {
    const part = type === 'comments' ? parts.get(target) : undefined
    if (part) readXml(part, { open: (name) => (count += name === 'comment' ? 1 : 0) })
  }
  return count
}

/** Sentences about what lies on a sheet and in its book, and is not shown. */
export function leftOut(sheet: BookSheet, book: Workbook): string[] {
  const { charts, pictures, shapes } = drawnIn(sheet, book)
  const comments = commentsIn(sheet, book)
  const pivots = [...relationshipsOf(book.parts, sheet.path).values()].filter(
    ({ type }) => type === 'pivotTable',
  ).length
  const parts = [
    charts > 0 ? formatCount(charts, 'chart') : '',
    pictures > 0 ? formatCount(pictures, 'picture') : '',
    shapes > 0 ? formatCount(shapes, 'shape') : '',
    comments > 0 ? formatCount(comments, 'comment') : '',
    pivots > 0 ? formatCount(pivots, 'pivot table’s filters', 'pivot tables’ filters') : '',
  ].filter((part) => part !== '')
  const hidden = book.hiddenSheets.length
  return [
    ...(parts.length > 0 ? [`Not shown: ${parts.join(', ')}.`] : []),
    ...(hidden > 0
      ? [`${formatCount(hidden, 'sheet is', 'sheets are')} hidden in this workbook and left out.`]
      : []),
  ]
}
