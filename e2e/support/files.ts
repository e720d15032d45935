import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import PDFDocument from 'pdfkit'
import writeXlsxFile from 'write-excel-file/node'

/** A PDF whose pages each hold one text. */
export async function pdf(pages: readonly string[], password?: string): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    autoFirstPage: false,
    ...(password !== undefined && {
      userPassword: password,
      ownerPassword: `${password}!`,
      pdfVersion: '1.7',
    }),
  })
  for (const page of pages) document.addPage().fontSize(18).text(page)
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** An agreement with headings and a table. */
export const agreement = (): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Power purchase agreement', heading: HeadingLevel.TITLE }),
            new Paragraph({ text: 'Article 1. Term', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('The term is twenty years from the commercial operation date.'),
            new Table({
              rows: [
                ['Year', 'MWh'],
                ['2027', '412,500'],
              ].map(
                (cells) =>
                  new TableRow({
                    children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })),
                  }),
              ),
            }),
          ],
        },
      ],
    }),
  )

/** A document that tries to run script, to load from elsewhere and to lead away. */
export async function hostileDocument(elsewhere: string): Promise<Buffer> {
  const link = (address: string, text: string) =>
    new Paragraph({
      children: [new ExternalHyperlink({ link: address, children: [new TextRun(text)] })],
    })
  const bytes = await Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph(
              '<script>parent.owned = 1; top.owned = 1</script><img src=x onerror="top.owned=1">',
            ),
            link('javascript:top.owned=1', 'Press here'),
            link(elsewhere, 'Press there'),
          ],
        },
      ],
    }),
  )
  // A picture that lies elsewhere, as the format allows it.
  const parts = unzipSync(bytes)
  const relations = 'word/_rels/document.xml.rels'
  const more = `<Relationship Id="evil" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${elsewhere}/x.png" TargetMode="External"/></Relationships>`
  const drawing =
    '<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="evil" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/></v:shape></w:pict></w:r></w:p>'
  const changed = (name: string, from: string | RegExp, to: string) =>
    strToU8(new TextDecoder().decode(parts[name]).replace(from, to))
  return Buffer.from(
    zipSync({
      ...parts,
      [relations]: changed(relations, '</Relationships>', more),
      'word/document.xml': changed('word/document.xml', /(<w:body>)/, `$1${drawing}`),
    }),
  )
}

/** A model of two sheets, the first of so many rows. */
export const workbook = (rows: number): Promise<Buffer> =>
  writeXlsxFile([
    {
      sheet: 'Production',
      data: [
        [{ value: 'Day' }, { value: 'MWh' }, { value: 'Note' }],
        ...Array.from({ length: rows }, (_, day) => [
          { value: new Date(Date.UTC(2026, 0, 1 + day)), format: 'mm/dd/yyyy' },
          { value: 1000 + day + 0.5, format: '#,##0.0' },
          { value: `Day ${day + 1} & <b>more</b>` },
        ]),
      ],
    },
    { sheet: 'Assumptions', data: [[{ value: 'Degradation' }, { value: 0.005, format: '0.0%' }]] },
  ]).toBuffer()

/** A Word document of many paragraphs: a word stands in the middle of it and in the last one. */
export const longDocument = (word: string, paragraphs: number): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: Array.from({ length: paragraphs }, (_, at) => {
            const isIn = at === Math.floor(paragraphs / 2) || at === paragraphs - 1
            return new Paragraph(
              `Clause ${at + 1} of this ${isIn ? `${word} ` : ''}agreement stays in force.`,
            )
          }),
        },
      ],
    }),
  )
