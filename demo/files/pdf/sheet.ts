import PDFDocument from 'pdfkit'
import type { Box, Paper, Pen } from '../paper.ts'

export const INK = '#1b2930'
export const MUTED = '#5d6d77'
export const RULE = '#c8d2d6'
export const TINT = '#eef3f4'
export const ACCENT = '#0a6074'
export const SECOND = '#b97700'

export interface Faces {
  readonly plain: string
  readonly bold: string
  readonly italic: string
}

/** Contracts keep to black; only reports use colour in their headings. */
export const CONTRACT_FACE = 'Times-Roman'

const TIMES: Faces = { plain: CONTRACT_FACE, bold: 'Times-Bold', italic: 'Times-Italic' }
const HELVETICA: Faces = { plain: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' }

/** Letter paper, in points. */
const LETTER = { width: 612, height: 792 } as const
/** Ledger paper lying down, for plans and diagrams. */
const LEDGER = { width: 1224, height: 792 } as const
const MARGIN = { left: 68, right: 68, top: 74, bottom: 70 } as const

/** Not compressed: making them takes no longer, and their sizes are those that contracts and reports have. */
const PLAIN = { compress: false } as const

/** A PDF being written, page by page. */
export interface Sheet {
  readonly pen: Pen
  readonly faces: Faces
  /** Left edge and width of the text. */
  readonly left: number
  readonly width: number
  /** Begins a page where less than `height` points are left on this one. */
  room(height: number): void
}

const dataOf = (pen: Pen): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pen.on('data', (chunk: Buffer) => chunks.push(chunk))
    pen.on('end', () => resolve(Buffer.concat(chunks)))
    pen.on('error', reject)
    pen.end()
  })

/** A fixed creation time keeps the bytes the same on each run: the file's id is made from it. */
const infoOf = (paper: Pick<Paper, 'title' | 'author' | 'date'>): PDFKit.DocumentInfo => {
  const made = new Date(`${paper.date}T15:00:00Z`)
  return {
    Title: paper.title,
    Author: paper.author,
    Creator: 'Word processor',
    CreationDate: made,
    ModDate: made,
  }
}

/** Writes outside the margins without starting a page. */
const outside = (pen: Pen, write: () => void): void => {
  const { bottom, top } = pen.page.margins
  pen.page.margins.bottom = 0
  pen.page.margins.top = 0
  write()
  pen.page.margins.bottom = bottom
  pen.page.margins.top = top
}

const headAndFoot = (pen: Pen, paper: Paper, faces: Faces): void => {
  const { start, count } = pen.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pen.switchToPage(index)
    const width = pen.page.width - MARGIN.left - MARGIN.right
    const foot = pen.page.height - 44
    outside(pen, () => {
      pen.font(faces.plain).fontSize(8).fillColor(MUTED)
      if (paper.head && (index > start || !paper.letterhead)) {
        pen.text(paper.head[0], MARGIN.left, 38, { width: width * 0.7, lineBreak: false })
        pen.text(paper.head[1], MARGIN.left, 38, { width, align: 'right', lineBreak: false })
        pen
          .moveTo(MARGIN.left, 52)
          .lineTo(MARGIN.left + width, 52)
          .lineWidth(0.5)
          .strokeColor(RULE)
          .stroke()
      }
      pen.text('Confidential', MARGIN.left, foot, { width, lineBreak: false })
      pen.text(`Page ${index - start + 1} of ${count}`, MARGIN.left, foot, {
        width,
        align: 'right',
        lineBreak: false,
      })
    })
  }
}

/** Writes a document on letter pages, with running head and page numbers. */
export const writeSheets = async (paper: Paper, write: (sheet: Sheet) => void): Promise<Buffer> => {
  const faces = paper.face === 'contract' ? TIMES : HELVETICA
  const pen = new PDFDocument({
    size: [LETTER.width, LETTER.height],
    margins: MARGIN,
    bufferPages: true,
    ...PLAIN,
    info: infoOf(paper),
  })
  const room = (height: number): void => {
    if (pen.y + height > pen.page.height - MARGIN.bottom) pen.addPage()
  }
  write({ pen, faces, left: MARGIN.left, width: LETTER.width - MARGIN.left - MARGIN.right, room })
  headAndFoot(pen, paper, faces)
  return dataOf(pen)
}

/** Draws one large page lying down: a plan or a diagram. */
export const drawSheet = async (
  paper: Pick<Paper, 'title' | 'author' | 'date'>,
  draw: (pen: Pen, box: Box) => void,
): Promise<Buffer> => {
  const pen = new PDFDocument({
    size: [LEDGER.width, LEDGER.height],
    margin: 0,
    ...PLAIN,
    info: infoOf(paper),
  })
  draw(pen, { x: 0, y: 0, width: LEDGER.width, height: LEDGER.height })
  return dataOf(pen)
}
