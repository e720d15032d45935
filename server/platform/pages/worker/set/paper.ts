import PDFDocument from 'pdfkit'
import { MAX_FILE_PAGES } from '../../limits.ts'
import { boldFont, drawable, regularFont } from '../font.ts'

/** A file has more pages than are shown (PAGE-05). */
export class TooManyPages extends Error {
  override name = 'TooManyPages'
}

/** Points of a sheet of letter paper, and of what stays free around what is set. */
export const SHEET = { width: 612, height: 792, margin: 54 }

/** A text with what the font has a picture of, without marks that turn the writing around. */
export const settable = (text: string): string => drawable(text.replace(/\p{Cf}/gu, ''))

/** Letters of one width, so that columns stay below each other; it has those of Western Europe alone. */
export const MONOSPACED = 'Courier'
export const REGULAR = 'Regular'
export const BOLD = 'Bold'

/** Whether all letters are among those of the monospaced font. */
export const isWestern = (text: string): boolean => /^[\t\n\r\x20-\x7e\u00a0-\u00ff]*$/.test(text)

/** Points of a page. */
export interface PaperSize {
  width: number
  height: number
}

/** Pages on which lines are put from the top. */
export class Paper {
  readonly #pdf = new PDFDocument({ autoFirstPage: false, margin: 0 })
  readonly #chunks: Buffer[] = []
  readonly #ended = new Promise<void>((resolve) => {
    this.#pdf.on('end', resolve)
  })
  readonly #widths = new Map<string, number>()
  #size: PaperSize
  #pages = 0
  #font = ''
  #pt = 0
  /** Points from the upper edge of the page to what comes next. */
  y = 0

  constructor(size: PaperSize = SHEET) {
    this.#size = size
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#pdf.registerFont(REGULAR, regularFont)
    this.#pdf.registerFont(BOLD, boldFont)
    this.turn()
  }

  /** Points of the page that is being set. */
  get size(): PaperSize {
    return this.#size
  }

  /** Begins a page, as large as the one before unless it is said. @throws TooManyPages */
  turn(size: PaperSize = this.#size): void {
    this.#size = size
    this.#pages += 1
    if (this.#pages > MAX_FILE_PAGES) throw new TooManyPages()
    this.#pdf.addPage({ size: [this.size.width, this.size.height], margin: 0 })
    this.y = SHEET.margin
    this.#font = ''
  }

  /** Goes to the next page where so many points have no room on this one. */
  need(points: number): void {
    if (this.y > SHEET.margin && this.y + points > this.size.height - SHEET.margin) this.turn()
  }

  /** Puts text at so many points from the left, below what is there. */
  put(text: string, x: number, { font, pt }: { font: string; pt: number }): void {
    if (this.#font !== font || this.#pt !== pt) this.#pdf.font(font, pt)
    this.#font = font
    this.#pt = pt
    if (text.trim() !== '') this.#pdf.text(text, x, this.y, { lineBreak: false })
  }

  /** A thin line across the page. */
  rule(): void {
    this.#pdf
      .moveTo(SHEET.margin, this.y)
      .lineTo(this.size.width - SHEET.margin, this.y)
      .lineWidth(0.5)
      .stroke('#c9ced1')
      .fillColor('#000000')
  }

  /** Points that a text is wide, letter by letter: a long file is measured in no time. */
  widthOf(text: string, { font, pt }: { font: string; pt: number }): number {
    let sum = 0
    for (const character of text) {
      const key = `${font}${character}`
      let width = this.#widths.get(key)
      if (width === undefined) {
        width = this.#pdf.font(font, 1000).widthOfString(character) / 1000
        this.#font = ''
        this.#widths.set(key, width)
      }
      sum += width * pt
    }
    return sum
  }

  /** A line as lines of at most so many points, broken between words where it can be. */
  *broken(line: string, room: number, style: { font: string; pt: number }): Generator<string> {
    let start = 0
    let space = -1
    let width = 0
    for (let at = 0; at < line.length; ) {
      const character = String.fromCodePoint(line.codePointAt(at) ?? 0)
      const next = width + this.widthOf(character, style)
      if (character === ' ') space = at
      if (next > room && at > start) {
        const end = space > start ? space + 1 : at
        yield line.slice(start, end)
        start = end
        at = end
        width = 0
        space = -1
        continue
      }
      width = next
      at += character.length
    }
    yield line.slice(start)
  }

  async end(): Promise<Buffer> {
    this.#pdf.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }
}
