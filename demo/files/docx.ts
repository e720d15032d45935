import {
  AlignmentType,
  BorderStyle,
  DeletedTextRun,
  Document,
  Footer,
  Header,
  HeadingLevel,
  InsertedTextRun,
  type IParagraphOptions,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Block, Mark, Paper } from './paper.ts'

const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'C8D2D6' } as const
const NONE = { style: BorderStyle.NONE, size: 0, color: 'FFFFFF' } as const

const paragraph = (
  words: string,
  options: IParagraphOptions = {},
  run: { bold?: boolean; italics?: boolean } = {},
) => new Paragraph({ spacing: { after: 140 }, ...options, children: [new TextRun({ text: words, ...run })] })

const cell = (
  words: string,
  share: number,
  isHead: boolean,
  align: 'left' | 'right' | 'center' = 'left',
): TableCell =>
  new TableCell({
    width: { size: share, type: WidthType.PERCENTAGE },
    borders: { top: NONE, left: NONE, right: NONE, bottom: LINE },
    ...(isHead ? { shading: { fill: 'EEF3F4' } } : {}),
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
    children: [
      new Paragraph({
        alignment: AlignmentType[align === 'left' ? 'LEFT' : align === 'right' ? 'RIGHT' : 'CENTER'],
        children: [new TextRun({ text: words, bold: isHead, size: 19 })],
      }),
    ],
  })

const table = (block: Extract<Block, { kind: 'table' }>): readonly (Paragraph | Table)[] => {
  const hasHead = block.columns.some((column) => column.label !== '')
  const shares = block.columns.reduce((sum, column) => sum + column.width, 0)
  const row = (cells: readonly string[], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      children: block.columns.map((column, index) =>
        cell(cells[index] ?? '', Math.round((column.width / shares) * 100), isHead, column.align),
      ),
    })
  const head = row(
    block.columns.map((column) => column.label),
    true,
  )
  const body = block.rows.map((cells, index) =>
    row(cells, block.total === true && index === block.rows.length - 1),
  )
  return [
    ...(block.caption ? [paragraph(block.caption, {}, { bold: true })] : []),
    new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, rows: hasHead ? [head, ...body] : body }),
    new Paragraph({ spacing: { after: 120 }, children: [] }),
  ]
}

/** Redlines are real tracked changes: Word offers to accept them. Ids are counted within the document. */
const marked = (mark: Mark, id: number, paper: Paper): TextRun | InsertedTextRun | DeletedTextRun => {
  const change = { id, author: paper.author, date: `${paper.date}T15:00:00Z` }
  if (mark.change === 'inserted') return new InsertedTextRun({ text: mark.text, ...change })
  if (mark.change === 'deleted') return new DeletedTextRun({ text: mark.text, ...change })
  return new TextRun({ text: mark.text })
}

const HANGING = { left: 620, hanging: 620 } as const

const numbered = (number: string, runs: readonly (TextRun | InsertedTextRun | DeletedTextRun)[]): Paragraph =>
  new Paragraph({
    spacing: { after: 140 },
    indent: HANGING,
    children: [new TextRun({ text: `${number}\t` }), ...runs],
  })

const blocksOf = (block: Block, at: number, paper: Paper): readonly (Paragraph | Table)[] => {
  switch (block.kind) {
    case 'title':
      return [
        new Paragraph({
          heading: HeadingLevel.TITLE,
          alignment: AlignmentType.CENTER,
          children: [new TextRun({ text: block.text, bold: true, size: 32 })],
        }),
        ...(block.below
          ? [paragraph(block.below, { alignment: AlignmentType.CENTER, spacing: { after: 320 } })]
          : []),
      ]
    case 'heading':
      return [
        new Paragraph({
          heading: block.level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_1,
          keepNext: true,
          spacing: { before: 240, after: 100 },
          children: [new TextRun({ text: block.text, bold: true, size: 24, color: '1B2930' })],
        }),
      ]
    case 'text':
      return [paragraph(block.text, {}, { bold: block.style === 'bold', italics: block.style === 'italic' })]
    case 'clause':
      return [
        numbered(block.number, [
          ...(block.name ? [new TextRun({ text: `${block.name}. `, bold: true })] : []),
          new TextRun({ text: block.text }),
        ]),
      ]
    case 'redline':
      return [
        numbered(
          block.number,
          block.marks.map((mark, index) => marked(mark, at * 100 + index, paper)),
        ),
      ]
    case 'bullets':
      return block.items.map((item) => paragraph(item, { bullet: { level: 0 }, spacing: { after: 60 } }))
    case 'facts':
      return table({
        kind: 'table',
        columns: [
          { label: '', width: 1 },
          { label: '', width: 2.4 },
        ],
        rows: block.rows,
      })
    case 'table':
      return table(block)
    case 'signatures':
      return block.parties.flatMap((party) => [
        paragraph(
          party.name.toUpperCase(),
          { keepNext: true, spacing: { before: 300, after: 200 } },
          { bold: true },
        ),
        paragraph('By: ______________________________', { keepNext: true }),
        paragraph(`Name: ${party.by}`, { keepNext: true, spacing: { after: 40 } }),
        paragraph(`Title: ${party.title}`),
      ])
    case 'page':
      return [new Paragraph({ pageBreakBefore: true, children: [] })]
    case 'chart':
    case 'drawing':
    case 'picture':
      throw new Error('Word documents of the demo hold text and tables only.')
  }
}

/** The document as DOCX: text, tables and redlines. Signatures are left open, as in drafts that go round. */
export const docx = (paper: Paper): Promise<Buffer> => {
  const small = (words: string) => new TextRun({ text: words, size: 16, color: '5D6D77' })
  const head =
    paper.head ?? (paper.letterhead ? [paper.letterhead.name, paper.letterhead.line] : [paper.title, ''])
  const file = new Document({
    title: paper.title,
    creator: paper.author,
    lastModifiedBy: paper.author,
    styles: {
      default: {
        document: { run: { font: paper.face === 'contract' ? 'Times New Roman' : 'Arial', size: 22 } },
      },
    },
    sections: [
      {
        headers: {
          default: new Header({
            children: [
              new Paragraph({ children: [small(head.filter((words) => words !== '').join('  ·  '))] }),
            ],
          }),
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.RIGHT,
                children: [
                  new TextRun({
                    size: 16,
                    color: '5D6D77',
                    children: ['Confidential   Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
                  }),
                ],
              }),
            ],
          }),
        },
        children: paper.blocks.flatMap((block, at) => [...blocksOf(block, at, paper)]),
      },
    ],
  })
  return Packer.toBuffer(file)
}
