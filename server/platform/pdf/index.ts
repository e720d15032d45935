import { ByteText } from './bytes.ts'
import { PdfFont } from './font.ts'
import { PdfObjects, textString, type WriteBytes } from './objects.ts'

export type { WriteBytes } from './objects.ts'

/** What a file says of itself. */
export interface PdfFacts {
  title: string
  /** Such as en-GB. */
  language: string
  /** The program with its version. */
  producer: string
  created: Date
  /** In hexadecimal, the same for files that are the same. */
  id: string
  /** Stands at the foot of each page, before the page's number. */
  foot: string
}

export interface PdfColumn {
  header: string
  /** Its part of the width. */
  share: number
}

/** Points of letter paper lying down, and of what stays free around what is set. */
const PAGE = { width: 792, height: 612, margin: 46 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 14
const GAP = 8
const TEXT = { points: 8, line: 10.5 }
const HEADINGS = { 1: { points: 20, line: 26, before: 0 }, 2: { points: 12, line: 16, before: 14 } } as const
/** Points above and below the lines of a row. */
const PADDING = 3
const INK = '0.106 0.161 0.188'
const MUTED = '0.365 0.427 0.467'
const RULE = '0.784 0.824 0.839'
/** Pages below one node of their tree. */
const PAGES_TOGETHER = 100

/** Where a piece of content stands. */
interface Marked {
  page: number
  id: number
}

interface Table {
  number: number
  columns: readonly { header: readonly string[]; x: number; width: number }[]
  /** Lines of its head; 0 without one. */
  head: number
  /** Its parts: the head, and the rows of each page. */
  parts: number[]
  body: { number: number; rows: number[] } | null
}

const figure = (value: number): string => String(Math.round(value * 100) / 100)

/**
 * A tagged PDF of headings, paragraphs and tables, written as it comes: of what is written nothing is kept but where it is.
 * What follows from `created` stands on the first page and in the file's own facts alone, and takes as many bytes whatever it
 * says.
 */
export class TaggedPdf {
  readonly #objects: PdfObjects
  readonly #facts: PdfFacts
  readonly #regular = new PdfFont('regular')
  readonly #bold = new PdfFont('bold')
  readonly #catalogue: number
  readonly #pages: number
  readonly #structure: number
  readonly #document: number
  readonly #fonts: { regular: number; bold: number }
  /** Nodes of the tree of pages, each with its pages. */
  readonly #nodes: { number: number; pages: number[] }[] = []
  /** The elements on each page, as an object each. */
  readonly #parents: number[] = []
  readonly #children: number[] = []
  readonly #outline: { text: string; page: number; y: number }[] = []
  #page: { number: number; content: number; parents: number; elements: number[] } | null = null
  /** What is set on it. */
  readonly #text = new ByteText()
  #table: Table | null = null
  #y = 0
  #count = 0

  constructor(write: WriteBytes, facts: PdfFacts) {
    this.#objects = new PdfObjects(write)
    this.#facts = facts
    const { next } = this.#objects
    this.#catalogue = next()
    this.#pages = next()
    this.#structure = next()
    this.#document = next()
    this.#fonts = { regular: next(), bold: next() }
  }

  begin = (): Promise<void> => this.#objects.begin()

  #onPage() {
    if (!this.#page) throw new Error('There is no page.')
    return this.#page
  }

  async #turn(): Promise<void> {
    await this.#endPage()
    const { next } = this.#objects
    this.#page = { number: next(), content: next(), parents: next(), elements: [] }
    this.#count += 1
    this.#y = PAGE.margin
    let node = this.#nodes.at(-1)
    if (!node || node.pages.length >= PAGES_TOGETHER) {
      node = { number: next(), pages: [] }
      this.#nodes.push(node)
    }
    node.pages.push(this.#page.number)
  }

  async #endPage(): Promise<void> {
    const page = this.#page
    if (!page) return
    await this.#endBody()
    this.#page = null
    const node = this.#nodes.at(-1)?.number
    const foot = PAGE.height - PAGE.margin + 4
    const number = `Page ${this.#count}`
    this.#text.add(`/Artifact BMC ${MUTED} rg `)
    this.#put(this.#facts.foot, PAGE.margin, foot, 7, 'regular')
    this.#put(number, PAGE.width - PAGE.margin - this.#regular.width(number, 7), foot, 7, 'regular')
    this.#text.add('EMC\n')
    await this.#objects.content(page.content, this.#text.take(), this.#count === 1)
    await this.#objects.put(
      page.number,
      `<</Type/Page/Parent ${node} 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Contents ${page.content} 0 R/Resources<</Font<</R ${this.#fonts.regular} 0 R/B ${this.#fonts.bold} 0 R>>>>/StructParents ${this.#parents.length}/Tabs/S>>`,
    )
    await this.#objects.small(page.parents, `[${page.elements.map((each) => `${each} 0 R`).join(' ')}]`)
    this.#parents.push(page.parents)
  }

  /** Sets a line. */
  #put(text: string, x: number, y: number, points: number, face: 'regular' | 'bold'): void {
    const font = face === 'bold' ? this.#bold : this.#regular
    this.#text.add(
      `BT /${face === 'bold' ? 'B' : 'R'} ${points} Tf 1 0 0 1 ${figure(x)} ${figure(PAGE.height - y)} Tm `,
    )
    font.addShown(text, this.#text)
    this.#text.add(' Tj ET\n')
  }

  /** What is set in one colour, as a piece of content of an element. */
  #mark(element: number, kind: string, colour: string, set: () => void): Marked {
    const page = this.#onPage()
    const id = page.elements.length
    page.elements.push(element)
    this.#text.add(`/${kind} <</MCID ${id}>> BDC\n${colour} rg `)
    set()
    this.#text.add('EMC\n')
    return { page: page.number, id }
  }

  #element(
    number: number,
    kind: string,
    parent: number,
    marked: readonly Marked[],
    more = '',
  ): Promise<void> {
    const [first, ...others] = marked
    const kids =
      first && others.length === 0
        ? `/Pg ${first.page} 0 R/K ${first.id}`
        : `/K[${marked.map(({ page, id }) => `<</Type/MCR/Pg ${page} 0 R/MCID ${id}>>`).join('')}]`
    return this.#objects.small(number, `<</Type/StructElem/S/${kind}/P ${parent} 0 R${kids}${more}>>`)
  }

  async heading(level: 1 | 2, text: string): Promise<void> {
    const { points, line, before } = HEADINGS[level]
    const lines = this.#bold.lines(text, WIDTH, points)
    // With some of what it is above.
    if (!this.#page || this.#y + before + lines.length * line + 60 > BOTTOM) await this.#turn()
    else this.#y += before
    if (level === 2) this.#outline.push({ text, page: this.#onPage().number, y: this.#y })
    const number = this.#objects.next()
    const marked = this.#mark(number, `H${level}`, INK, () => {
      for (const each of lines) {
        this.#y += line
        this.#put(each, PAGE.margin, this.#y - (line - points), points, 'bold')
      }
    })
    this.#y += 4
    await this.#element(number, `H${level}`, this.#document, [marked])
    this.#children.push(number)
  }

  async paragraph(text: string): Promise<void> {
    const number = this.#objects.next()
    const marked: Marked[] = []
    const lines = this.#regular.lines(text, WIDTH, TEXT.points + 1)
    for (let from = 0; from < lines.length; ) {
      if (!this.#page || this.#y + TEXT.line + 2 > BOTTOM) await this.#turn()
      const room = Math.max(1, Math.floor((BOTTOM - this.#y) / (TEXT.line + 2)))
      const piece = this.#mark(number, 'P', INK, () => {
        for (const each of lines.slice(from, from + room)) {
          this.#y += TEXT.line + 2
          this.#put(each, PAGE.margin, this.#y - 3, TEXT.points + 1, 'regular')
        }
      })
      marked.push(piece)
      from += room
    }
    this.#y += 4
    await this.#element(number, 'P', this.#document, marked)
    this.#children.push(number)
  }

  /** Begins a table; `row` adds to it. Its head stands on each of its pages. */
  async table(columns: readonly PdfColumn[]): Promise<void> {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const room = WIDTH - GAP * (columns.length - 1)
    let x = PAGE.margin
    const placed = columns.map(({ header, share }) => {
      const width = (room * share) / shares
      const column = { header: this.#bold.lines(header, width, TEXT.points), x, width }
      x += column.width + GAP
      return column
    })
    const isHeaded = columns.some(({ header }) => header !== '')
    const head = isHeaded ? Math.max(...placed.map(({ header }) => header.length)) : 0
    const table: Table = { number: this.#objects.next(), columns: placed, head, parts: [], body: null }
    this.#table = table
    if (!this.#page || this.#y + 3 * TEXT.line > BOTTOM) await this.#turn()
    if (head === 0) return
    const [top, row] = [this.#objects.next(), this.#objects.next()]
    table.parts.push(top)
    const cells = placed.map(() => this.#objects.next())
    for (const [at, { header, x: left }] of placed.entries()) {
      const number = cells[at] ?? 0
      const marked = this.#mark(number, 'TH', MUTED, () => this.#headCell(header, left))
      await this.#element(number, 'TH', row, [marked], '/A<</O/Table/Scope/Column>>')
    }
    this.#afterHead(head)
    const refs = cells.map((each) => `${each} 0 R`).join(' ')
    await this.#objects.small(row, `<</Type/StructElem/S/TR/P ${top} 0 R/K[${refs}]>>`)
    await this.#objects.small(top, `<</Type/StructElem/S/THead/P ${table.number} 0 R/K ${row} 0 R>>`)
  }

  #headCell(header: readonly string[], x: number): void {
    for (const [at, line] of header.entries()) {
      this.#put(line.trimEnd(), x, this.#y + (at + 1) * TEXT.line, TEXT.points, 'bold')
    }
  }

  #afterHead(lines: number): void {
    this.#y += lines * TEXT.line + PADDING + 1
    this.#rule(0.8)
  }

  #rule(thick: number): void {
    const y = figure(PAGE.height - this.#y)
    this.#text.add(
      `/Artifact BMC ${RULE} RG ${thick} w ${PAGE.margin} ${y} m ${PAGE.width - PAGE.margin} ${y} l S EMC\n`,
    )
  }

  /** A page of the table that is open, with its head once more, which is no content. */
  async #turnTable({ columns, head }: Table): Promise<void> {
    await this.#turn()
    if (head === 0) return
    this.#text.add(`/Artifact BMC ${MUTED} rg `)
    for (const { header, x } of columns) this.#headCell(header, x)
    this.#text.add('EMC\n')
    this.#afterHead(head)
  }

  async #endBody(): Promise<void> {
    const table = this.#table
    if (!table?.body) return
    const { number, rows } = table.body
    table.body = null
    const refs = rows.map((each) => `${each} 0 R`).join(' ')
    await this.#objects.small(number, `<</Type/StructElem/S/TBody/P ${table.number} 0 R/K[${refs}]>>`)
  }

  /** A row of the table that is open; a line feed ends a line. A row that does not fit goes on on the next page. */
  async row(cells: readonly string[]): Promise<void> {
    const table = this.#table
    if (!table) throw new Error('There is no table.')
    const lines = table.columns.map(({ width }, at) =>
      (cells[at] ?? '').split('\n').flatMap((part) => this.#regular.lines(part, width, TEXT.points)),
    )
    const height = Math.max(...lines.map(({ length }) => length))
    const isLong = height * TEXT.line + 2 * PADDING > BOTTOM - PAGE.margin - 3 * TEXT.line
    if (!isLong && this.#y + height * TEXT.line + 2 * PADDING > BOTTOM) await this.#turnTable(table)
    const numbers = table.columns.map(() => this.#objects.next())
    const row = this.#objects.next()
    const marked = table.columns.map((): Marked[] => [])
    for (let from = 0; from < height; ) {
      if (this.#y + TEXT.line + 2 * PADDING > BOTTOM) await this.#turnTable(table)
      const room = Math.max(1, Math.floor((BOTTOM - this.#y - 2 * PADDING) / TEXT.line))
      const most = Math.min(room, height - from)
      for (const [at, { x }] of table.columns.entries()) {
        const some = lines[at]?.slice(from, from + most) ?? []
        if (some.length === 0 || (some.length === 1 && some[0] === '')) continue
        const piece = this.#mark(numbers[at] ?? 0, 'TD', INK, () => {
          for (const [index, line] of some.entries()) {
            this.#put(line, x, this.#y + PADDING + (index + 1) * TEXT.line - 2, TEXT.points, 'regular')
          }
        })
        marked[at]?.push(piece)
      }
      this.#y += most * TEXT.line + 2 * PADDING
      this.#rule(0.3)
      from += most
    }
    table.body ??= this.#newBody(table)
    table.body.rows.push(row)
    const body = table.body.number
    for (const [at, number] of numbers.entries()) await this.#element(number, 'TD', row, marked[at] ?? [])
    const refs = numbers.map((each) => `${each} 0 R`).join(' ')
    await this.#objects.small(row, `<</Type/StructElem/S/TR/P ${body} 0 R/K[${refs}]>>`)
  }

  #newBody(table: Table): { number: number; rows: number[] } {
    const number = this.#objects.next()
    table.parts.push(number)
    return { number, rows: [] }
  }

  async endTable(): Promise<void> {
    const table = this.#table
    if (!table) return
    await this.#endBody()
    this.#table = null
    const parts = table.parts.map((each) => `${each} 0 R`).join(' ')
    await this.#objects.small(
      table.number,
      `<</Type/StructElem/S/Table/P ${this.#document} 0 R/K[${parts}]>>`,
    )
    this.#children.push(table.number)
    this.#y += 8
  }

  /** Ends the file. @returns how many pages it has */
  async end(): Promise<number> {
    await this.endTable()
    await this.#endPage()
    const { next, put } = this.#objects
    const { title, language, producer, created, id } = this.#facts
    await this.#regular.write(this.#fonts.regular, next, put)
    await this.#bold.write(this.#fonts.bold, next, put)
    for (const { number, pages } of this.#nodes) {
      const kids = pages.map((each) => `${each} 0 R`).join(' ')
      await put(number, `<</Type/Pages/Parent ${this.#pages} 0 R/Count ${pages.length}/Kids[${kids}]>>`)
    }
    const nodes = this.#nodes.map(({ number }) => `${number} 0 R`).join(' ')
    await put(this.#pages, `<</Type/Pages/Count ${this.#count}/Kids[${nodes}]>>`)
    const parents = this.#parents.map((each, at) => `${at} ${each} 0 R`).join(' ')
    const children = this.#children.map((each) => `${each} 0 R`).join(' ')
    const [tree, info, metadata] = [next(), next(), next()]
    await put(tree, `<</Nums[${parents}]>>`)
    await put(this.#document, `<</Type/StructElem/S/Document/P ${this.#structure} 0 R/K[${children}]>>`)
    await put(
      this.#structure,
      `<</Type/StructTreeRoot/K ${this.#document} 0 R/ParentTree ${tree} 0 R/ParentTreeNextKey ${this.#parents.length}>>`,
    )
    const moment = `${created.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}`
    await put(
      info,
      `<</Title${textString(title)}/Producer${textString(producer)}/CreationDate(D:${moment}Z)>>`,
    )
    await put(metadata, '/Type/Metadata/Subtype/XML', Buffer.from(xmp(title, created)))
    const outlines = await this.#putOutline()
    await put(
      this.#catalogue,
      `<</Type/Catalog/Pages ${this.#pages} 0 R/StructTreeRoot ${this.#structure} 0 R/MarkInfo<</Marked true>>/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadata} 0 R${outlines}>>`,
    )
    await this.#objects.end(`/Root ${this.#catalogue} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]`)
    return this.#count
  }

  /** Bookmarks of the headings. */
  async #putOutline(): Promise<string> {
    if (this.#outline.length === 0) return ''
    const { next, put } = this.#objects
    const root = next()
    const numbers = this.#outline.map(() => next())
    for (const [at, { text, page, y }] of this.#outline.entries()) {
      const [before, after] = [numbers[at - 1], numbers[at + 1]]
      const near = `${before ? `/Prev ${before} 0 R` : ''}${after ? `/Next ${after} 0 R` : ''}`
      await put(
        numbers[at] ?? 0,
        `<</Title${textString(text)}/Parent ${root} 0 R${near}/Dest[${page} 0 R/XYZ 0 ${figure(PAGE.height - y)} null]>>`,
      )
    }
    await put(
      root,
      `<</Type/Outlines/First ${numbers[0]} 0 R/Last ${numbers.at(-1)} 0 R/Count ${numbers.length}>>`,
    )
    return `/Outlines ${root} 0 R/PageMode/UseOutlines`
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const xmp = (
  title: string,
  created: Date,
): string => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>${created.toISOString()}</xmp:CreateDate><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
