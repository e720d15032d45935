import {
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TabStopPosition,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx'
import { FACT_FIELDS, KIND_NAMES, type SummaryKind } from './extract/facts.ts'
import type { FactRow, SourceRow } from './store.ts'

export interface ReportInput {
  kind: SummaryKind
  /** Name of the room's entity. */
  place: string
  made: Date
  /** By what it was made, for the foot. */
  by: string
  sources: readonly SourceRow[]
  facts: readonly FactRow[]
  /** Sentences on what was chosen and is not in it. */
  leftOut: readonly string[]
}

/** In place of a value that its passage doesn't say without a doubt. */
const UNCERTAIN = 'Not stated with certainty'

/** Without the characters that a document can hold and no XML may. */
const withinXml = (words: string): string =>
  words
    .replace(/\p{Cc}|[\ufffe\uffff]/gu, (character) => (/[\t\n\r]/.test(character) ? ' ' : ''))
    .toWellFormed()

const text = (
  words: string,
  style: { bold?: boolean; italics?: boolean; color?: string; size?: number } = {},
): TextRun =>
  new TextRun({
    text: withinXml(words),
    ...style,
  })
const paragraph = (...children: TextRun[]): Paragraph =>
  new Paragraph({ spacing: { before: 80, after: 120 }, children })
const GREY = '5B6B73'
const AMBER = '9A5B00'
const LINE = { style: 'single', size: 4, color: 'C8D2D6' } as const
const NONE = { style: 'none', size: 0, color: 'FFFFFF' } as const

const cell = (children: Paragraph[], width: number, columnSpan: number, isHead: boolean): TableCell =>
  new TableCell({
    columnSpan,
    width: { size: width, type: WidthType.PERCENTAGE },
    borders: { top: NONE, left: NONE, right: NONE, bottom: LINE },
    ...(isHead ? { shading: { fill: 'EEF3F4' } } : {}),
    margins: { top: 60, bottom: 60, left: 80, right: 80 },
    children,
  })
// The longest label of a field, and the name of a sheet, stand in one line.
const WIDTHS = [26, 26, 32, 16] as const

function factRows(kind: SummaryKind, facts: readonly FactRow[]): TableRow[] {
  return FACT_FIELDS[kind].flatMap(({ key, label }) => {
    const mine = facts.filter(({ field }) => field === key)
    if (mine.length === 0) {
      return [
        row([
          [text(label, { bold: true })],
          [text('Not found', { color: GREY, italics: true })],
          [text('')],
          [text('')],
        ]),
      ]
    }
    return mine.map(({ value, detail, quotation, pageLabel, verified, certain }, index) =>
      row([
        [text(index === 0 ? label : '', { bold: true })],
        certain
          ? [
              ...(detail ? [text(`${detail}: `, { color: GREY })] : []),
              text(value),
              ...(verified ? [] : [text('  Unverified', { bold: true, color: AMBER })]),
            ]
          : [text(UNCERTAIN, { color: AMBER, italics: true })],
        certain && quotation === value ? null : [text(`“${quotation}”`, { color: GREY, size: 18 })],
        [text(pageLabel)],
      ]),
    )
  })
}

/** @param cells null where the one before goes on over the column */
const row = (cells: readonly (TextRun[] | null)[], isHead = false): TableRow =>
  new TableRow({
    ...(isHead ? { tableHeader: true } : {}),
    cantSplit: true,
    children: cells.flatMap((children, index) => {
      if (!children) return []
      const columns = cells[index + 1] === null ? 2 : 1
      const width = WIDTHS.slice(index, index + columns).reduce((sum, share) => sum + share, 0)
      return [cell([new Paragraph({ children })], width, columns, isHead)]
    }),
  })

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A Word document in which every fact names its file and page, and every file that could not be read says so (COP-13). */
export function summaryReport({
  kind,
  place,
  made,
  by,
  sources,
  facts,
  leftOut,
}: ReportInput): Promise<Buffer> {
  const sections = sources.flatMap((source) => [
    new Paragraph({
      heading: HeadingLevel.HEADING_2,
      spacing: { before: 280, after: 120 },
      children: [text(source.name)],
    }),
    ...(source.problem
      ? [paragraph(text(source.problem, { color: AMBER }))]
      : [
          ...(source.emptyPages
            ? [
                paragraph(
                  text(`Without text, most likely scanned, and not read: ${source.emptyPages}.`, {
                    color: AMBER,
                  }),
                ),
              ]
            : []),
          new Table({
            width: { size: 100, type: WidthType.PERCENTAGE },
            rows: [
              row(
                ['Field', 'As stated', 'Words of the document', 'Where'].map((head) => [
                  text(head, { bold: true, size: 19 }),
                ]),
                true,
              ),
              ...factRows(
                kind,
                facts.filter((fact) => fact.source === source.position),
              ),
            ],
          }),
        ]),
    ...source.remarks.map((remark) => paragraph(text(remark, { color: GREY, size: 18 }))),
  ])
  const unverified = facts.some((fact) => !fact.verified)
  const document = new Document({
    creator: 'Helioroom',
    title: `${KIND_NAMES[kind]} · ${place}`,
    styles: { default: { document: { run: { font: 'Calibri', size: 21 } } } },
    sections: [
      {
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                tabStops: [{ type: TabStopType.RIGHT, position: TabStopPosition.MAX }],
                children: [
                  text(`Made by ${by}. Check it against the documents before you rely on it.`, {
                    color: GREY,
                    size: 16,
                  }),
                  new TextRun({ children: [new Tab(), 'Page ', PageNumber.CURRENT], color: GREY, size: 16 }),
                ],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [text(KIND_NAMES[kind])] }),
          paragraph(
            text(
              `${place} · ${day.format(made)} · ${sources.length} ${sources.length === 1 ? 'document' : 'documents'}`,
              { color: GREY },
            ),
          ),
          ...leftOut.map((sentence) => paragraph(text(sentence, { color: AMBER }))),
          ...(unverified
            ? [
                paragraph(
                  text('Unverified: the words that are quoted were not found on the page named.', {
                    color: AMBER,
                  }),
                ),
              ]
            : []),
          ...sections,
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}
