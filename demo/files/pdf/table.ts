import type { Block, Column } from '../paper.ts'
import { ACCENT, INK, MUTED, RULE, type Sheet, TINT } from './sheet.ts'

const PADDING = 5

const widthsOf = (columns: readonly Column[], width: number): readonly number[] => {
  const shares = columns.reduce((sum, column) => sum + column.width, 0)
  return columns.map((column) => (column.width / shares) * width)
}

type Table = Extract<Block, { kind: 'table' }>

/** Sets a table with hairlines; its head is repeated on each page that it runs on to. */
export const setTable = (sheet: Sheet, table: Table): void => {
  const { pen, faces, left, width } = sheet
  const widths = widthsOf(table.columns, width)
  const size = table.columns.length > 6 ? 8 : 9

  const heightOf = (cells: readonly string[]): number =>
    Math.max(
      ...cells.map((cell, index) =>
        pen.heightOfString(cell || ' ', { width: (widths[index] ?? 0) - 2 * PADDING }),
      ),
    ) +
    2 * PADDING -
    1

  const row = (cells: readonly string[], top: number, height: number): void => {
    let x = left
    table.columns.forEach((column, index) => {
      const cell = widths[index] ?? 0
      pen.text(cells[index] ?? '', x + PADDING, top + PADDING, {
        width: cell - 2 * PADDING,
        align: column.align ?? 'left',
      })
      x += cell
    })
    pen
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(0.5)
      .strokeColor(RULE)
      .stroke()
    pen.y = top + height
  }

  const head = (): void => {
    pen.font(faces.bold).fontSize(size)
    const labels = table.columns.map((column) => column.label)
    const height = heightOf(labels)
    pen.rect(left, pen.y, width, height).fill(TINT)
    pen.fillColor(ACCENT)
    row(labels, pen.y, height)
  }

  if (table.caption) {
    sheet.room(60)
    pen.font(faces.bold).fontSize(9.5).fillColor(INK).text(table.caption, left, pen.y, { width })
    pen.y += 4
  }
  sheet.room(60)
  head()
  table.rows.forEach((cells, index) => {
    const isTotal = table.total === true && index === table.rows.length - 1
    const set = () => pen.font(isTotal ? faces.bold : faces.plain).fontSize(size)
    set()
    const height = heightOf(cells)
    const pageBefore = pen.page
    sheet.room(height)
    if (pen.page !== pageBefore) head()
    set().fillColor(INK)
    row(cells, pen.y, height)
  })
  pen.fillColor(MUTED)
  pen.x = left
  pen.y += 12
}
