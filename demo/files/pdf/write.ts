import type { Block, Paper } from '../paper.ts'
import { drawChart } from './chart.ts'
import { ACCENT, CONTRACT_FACE, INK, MUTED, RULE, type Sheet, writeSheets } from './sheet.ts'
import { setTable } from './table.ts'

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

const setTitle = ({ pen, faces, left, width }: Sheet, block: Of<'title'>): void => {
  pen
    .font(faces.bold)
    .fontSize(17)
    .fillColor(INK)
    .text(block.text, left, pen.y + 10, { width, align: 'center' })
  if (block.below) {
    pen
      .font(faces.plain)
      .fontSize(11.5)
      .fillColor(MUTED)
      .text(block.below, left, pen.y + 6, { width, align: 'center' })
  }
  pen.y += 18
}

const setHeading = ({ pen, faces, left, width, room }: Sheet, block: Of<'heading'>): void => {
  const isMinor = block.level === 2
  room(64)
  const colour = isMinor || faces.plain === CONTRACT_FACE ? INK : ACCENT
  pen
    .font(faces.bold)
    .fontSize(isMinor ? 10.5 : 12.5)
    .fillColor(colour)
  pen.text(block.text, left, pen.y + (isMinor ? 2 : 8), { width })
  pen.y += 5
}

const setText = ({ pen, faces, left, width, room }: Sheet, block: Of<'text'>): void => {
  room(30)
  const face = block.style === 'bold' ? faces.bold : block.style === 'italic' ? faces.italic : faces.plain
  pen
    .font(face)
    .fontSize(block.style === 'small' ? 8.5 : 10.5)
    .fillColor(block.style === 'small' ? MUTED : INK)
  pen.text(block.text, left, pen.y, { width, align: block.center ? 'center' : 'left', lineGap: 2 })
  pen.y += 8
}

const setClause = ({ pen, faces, left, width, room }: Sheet, block: Of<'clause'>): void => {
  const indent = 36
  room(32)
  const top = pen.y
  pen
    .font(faces.plain)
    .fontSize(10.5)
    .fillColor(INK)
    .text(block.number, left, top, { width: indent, lineBreak: false })
  pen.y = top
  const body = { width: width - indent, lineGap: 2 }
  if (block.name) {
    pen.font(faces.bold).text(`${block.name}. `, left + indent, top, { ...body, continued: true })
    pen.font(faces.plain).text(block.text, body)
  } else pen.text(block.text, left + indent, top, body)
  pen.x = left
  pen.y += 7
}

const setRedline = ({ pen, faces, left, width, room }: Sheet, block: Of<'redline'>): void => {
  const indent = 36
  room(32)
  const top = pen.y
  pen.font(faces.plain).fontSize(10.5).fillColor(INK).text(block.number, left, top, { lineBreak: false })
  block.marks.forEach((mark, index) => {
    const options = {
      width: width - indent,
      lineGap: 2,
      continued: index < block.marks.length - 1,
      strike: mark.change === 'deleted',
      underline: mark.change === 'inserted',
    }
    pen.fillColor(mark.change === undefined ? INK : '#b92b1d')
    if (index === 0) pen.text(mark.text, left + indent, top, options)
    else pen.text(mark.text, options)
  })
  pen.x = left
  pen.y += 7
}

const setBullets = ({ pen, faces, left, width, room }: Sheet, block: Of<'bullets'>): void => {
  for (const item of block.items) {
    room(28)
    const top = pen.y
    pen.circle(left + 12, top + 5.5, 1.6).fill(ACCENT)
    pen.font(faces.plain).fontSize(10.5).fillColor(INK)
    pen.text(item, left + 24, top, { width: width - 24, lineGap: 2 })
    pen.y += 3
  }
  pen.x = left
  pen.y += 6
}

const setFacts = ({ pen, faces, left, width, room }: Sheet, block: Of<'facts'>): void => {
  const labelWidth = 158
  for (const [label, value] of block.rows) {
    pen.font(faces.plain).fontSize(10)
    const height = Math.max(
      pen.heightOfString(value, { width: width - labelWidth }),
      pen.heightOfString(label, { width: labelWidth - 10 }),
    )
    room(height + 9)
    const top = pen.y
    pen.fillColor(MUTED).text(label, left, top + 4, { width: labelWidth - 10 })
    pen.fillColor(INK).text(value, left + labelWidth, top + 4, { width: width - labelWidth })
    pen
      .moveTo(left, top + height + 8)
      .lineTo(left + width, top + height + 8)
      .lineWidth(0.4)
      .strokeColor(RULE)
      .stroke()
    pen.y = top + height + 8.5
  }
  pen.x = left
  pen.y += 12
}

const setChart = ({ pen, left, width, room }: Sheet, block: Of<'chart'>): void => {
  const height = block.height ?? 190
  room(height + 12)
  const top = pen.y
  drawChart(pen, block.chart, { x: left, y: top, width, height })
  pen.x = left
  pen.y = top + height + 12
}

const setCaption = ({ pen, faces, left, width }: Sheet, caption: string): void => {
  pen.font(faces.italic).fontSize(8.5).fillColor(MUTED).text(caption, left, pen.y, { width })
  pen.y += 10
}

const setDrawing = (sheet: Sheet, block: Of<'drawing'>): void => {
  const { pen, left, width, room } = sheet
  room(block.height + 26)
  const top = pen.y
  pen.save()
  block.draw(pen, { x: left, y: top, width, height: block.height })
  pen.restore()
  pen.x = left
  pen.y = top + block.height + 6
  if (block.caption) setCaption(sheet, block.caption)
}

const setPicture = (sheet: Sheet, block: Of<'picture'>): void => {
  const { pen, left, width, room } = sheet
  room(block.height + 26)
  const top = pen.y
  pen.image(block.image, left, top, { fit: [width, block.height] })
  pen.x = left
  pen.y = top + block.height + 5
  setCaption(sheet, block.caption)
}

const setSignatures = ({ pen, faces, left, width, room }: Sheet, block: Of<'signatures'>): void => {
  const column = width / 2
  room(110 * Math.ceil(block.parties.length / 2))
  block.parties.forEach((party, index) => {
    const x = left + (index % 2) * column
    const top = pen.y + (index % 2 === 0 ? 10 : 0)
    pen
      .font(faces.bold)
      .fontSize(10)
      .fillColor(INK)
      .text(party.name.toUpperCase(), x, top, { width: column - 24, height: 26 })
    pen
      .font(faces.italic)
      .fontSize(15)
      .fillColor('#23406b')
      .text(party.by, x + 16, top + 36, { lineBreak: false })
    pen
      .moveTo(x, top + 56)
      .lineTo(x + column - 36, top + 56)
      .lineWidth(0.6)
      .strokeColor(INK)
      .stroke()
    pen.font(faces.plain).fontSize(9).fillColor(MUTED)
    pen.text(`Name: ${party.by}`, x, top + 61, { lineBreak: false })
    pen.text(`Title: ${party.title}`, x, top + 73, { width: column - 30 })
    pen.y = index % 2 === 0 && index < block.parties.length - 1 ? top : top + 96
  })
  pen.x = left
}

const setBlock = (sheet: Sheet, block: Block): void => {
  switch (block.kind) {
    case 'title':
      setTitle(sheet, block)
      break
    case 'heading':
      setHeading(sheet, block)
      break
    case 'text':
      setText(sheet, block)
      break
    case 'clause':
      setClause(sheet, block)
      break
    case 'redline':
      setRedline(sheet, block)
      break
    case 'bullets':
      setBullets(sheet, block)
      break
    case 'facts':
      setFacts(sheet, block)
      break
    case 'table':
      setTable(sheet, block)
      break
    case 'chart':
      setChart(sheet, block)
      break
    case 'drawing':
      setDrawing(sheet, block)
      break
    case 'picture':
      setPicture(sheet, block)
      break
    case 'signatures':
      setSignatures(sheet, block)
      break
    case 'page':
      sheet.pen.addPage()
  }
}

const setLetterhead = (
  { pen, faces, left, width }: Sheet,
  letterhead: { name: string; line: string },
): void => {
  pen.rect(left, 48, 26, 3).fill(ACCENT)
  pen.font(faces.bold).fontSize(14).fillColor(INK).text(letterhead.name, left, 58, { width })
  pen
    .font(faces.plain)
    .fontSize(9)
    .fillColor(MUTED)
    .text(letterhead.line, left, pen.y + 2, { width })
  pen
    .moveTo(left, pen.y + 8)
    .lineTo(left + width, pen.y + 8)
    .lineWidth(0.6)
    .strokeColor(RULE)
    .stroke()
  pen.y += 24
}

/** The document as PDF; the same bytes for the same document. */
export const pdf = (paper: Paper): Promise<Buffer> =>
  writeSheets(paper, (sheet) => {
    if (paper.letterhead) setLetterhead(sheet, paper.letterhead)
    for (const block of paper.blocks) setBlock(sheet, block)
  })
