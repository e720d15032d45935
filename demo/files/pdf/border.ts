import type { Box, Pen } from '../paper.ts'
import { INK, MUTED } from './sheet.ts'

export interface TitleBlock {
  readonly firm: string
  readonly project: string
  readonly name: string
  readonly number: string
  readonly date: string
  readonly revisions: readonly (readonly [mark: string, what: string, when: string])[]
}

const STRIP = 214

/** Draws the frame and the title block at the right of a large sheet; gives the free area. */
export const drawBorder = (pen: Pen, box: Box, block: TitleBlock): Box => {
  const inset = 22
  const frame = {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  }
  const left = frame.x + frame.width - STRIP
  pen.rect(frame.x, frame.y, frame.width, frame.height).lineWidth(1.8).strokeColor(INK).stroke()
  pen
    .moveTo(left, frame.y)
    .lineTo(left, frame.y + frame.height)
    .stroke()
  const cell = (top: number, label: string, value: string, size: number): void => {
    pen
      .moveTo(left, top)
      .lineTo(left + STRIP, top)
      .lineWidth(0.8)
      .strokeColor(INK)
      .stroke()
    pen
      .font('Helvetica')
      .fontSize(7)
      .fillColor(MUTED)
      .text(label, left + 10, top + 7, { lineBreak: false })
    pen
      .font('Helvetica-Bold')
      .fontSize(size)
      .fillColor(INK)
      .text(value, left + 10, top + 18, { width: STRIP - 20 })
  }
  const foot = frame.y + frame.height
  cell(foot - 300, 'PROJECT', block.project, 14)
  cell(foot - 232, 'SHEET TITLE', block.name, 13)
  cell(foot - 168, 'PREPARED BY', block.firm, 11)
  cell(foot - 112, 'DATE', block.date, 12)
  cell(foot - 60, 'SHEET', block.number, 22)
  pen
    .font('Helvetica-Bold')
    .fontSize(8)
    .fillColor(INK)
    .text('REVISIONS', left + 10, frame.y + 12, { lineBreak: false })
  block.revisions.forEach(([mark, what, when], index) => {
    const top = frame.y + 28 + index * 15
    pen.font('Helvetica').fontSize(7.5).fillColor(INK)
    pen.text(mark, left + 10, top, { lineBreak: false })
    pen.text(what, left + 28, top, { lineBreak: false })
    pen.text(when, left + 10, top, { width: STRIP - 20, align: 'right', lineBreak: false })
  })
  return { x: frame.x + 16, y: frame.y + 16, width: frame.width - STRIP - 32, height: frame.height - 32 }
}

/** A line of small text on a drawing. */
export const note = (pen: Pen, words: string, x: number, y: number, size = 8): void => {
  pen.font('Helvetica').fontSize(size).fillColor(INK).text(words, x, y, { lineBreak: false })
}
