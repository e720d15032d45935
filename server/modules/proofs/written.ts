import { createHash } from 'node:crypto'
import { collectGarbage } from '../../platform/collecting.ts'
import { TaggedPdf, type WriteBytes } from '../../platform/pdf/index.ts'
import { readAhead } from '../../platform/readAhead.ts'
import { type Row, type Spreadsheet, spreadsheetBytes } from '../../platform/spreadsheets/index.ts'
import { type Certified, cellText, factsOf, momentText, type Section, VERIFYING } from './sections.ts'

/** Called with each portion of rows; may throw to end the writing. */
export type OnRows = (count: number) => Promise<void>

const titleOf = ({ room, group }: Certified): string =>
  group === null ? `Certificate of access: ${room}` : `Certificate of access: ${room}, ${group}`

/** Rows after which what they have left is collected (PROOF-09). */
const COLLECTED = 20_000

async function* counted(rows: AsyncIterable<readonly Row[]>, onRows: OnRows): AsyncGenerator<readonly Row[]> {
  let left = 0
  for await (const portion of readAhead(rows)) {
    await onRows(portion.length)
    left += portion.length
    if (left >= COLLECTED) {
      left = 0
      await collectGarbage()
    }
    yield portion
  }
}

/** The certificate as a tagged PDF (PROOF-07). The same data gives the same bytes but for its issue (PROOF-08). */
export async function writePdf(
  certified: Certified,
  sections: readonly Section[],
  onRows: OnRows,
  write: WriteBytes,
): Promise<void> {
  const title = titleOf(certified)
  const { from, to, group, room, organisation } = certified
  const pdf = new TaggedPdf(write, {
    title,
    language: 'en-GB',
    producer: certified.product,
    created: certified.issued,
    id: createHash('sha256')
      .update(JSON.stringify([organisation, room, group, from, to]))
      .digest('hex')
      .slice(0, 32),
    foot: `${title} · ${momentText(from)} to ${momentText(to)} UTC`,
  })
  await pdf.begin()
  await pdf.heading(1, 'Certificate of access')
  await pdf.table([
    { header: '', share: 20 },
    { header: '', share: 80 },
  ])
  for (const fact of factsOf(certified)) await pdf.row(fact)
  await pdf.endTable()
  await pdf.paragraph(VERIFYING)
  for (const { title: name, columns, none, rows } of sections) {
    await pdf.heading(2, name)
    let isEmpty = true
    for await (const portion of counted(rows(), onRows)) {
      for (const row of portion) {
        if (isEmpty) await pdf.table(columns)
        isEmpty = false
        await pdf.row(row.map(cellText))
      }
    }
    if (isEmpty) await pdf.paragraph(none)
    else await pdf.endTable()
  }
  await pdf.end()
}

async function* facts(certified: Certified): AsyncGenerator<Row[]> {
  yield [
    ...factsOf(certified).map(([label, value]): Row => [label, value.replaceAll('\n', '')]),
    ['How to verify it', VERIFYING],
  ]
}

/** The same as a spreadsheet, each part a sheet. */
export async function writeSheets(
  certified: Certified,
  sections: readonly Section[],
  onRows: OnRows,
  write: WriteBytes,
): Promise<void> {
  const spreadsheet: Spreadsheet = {
    sheet: 'Certificate',
    columns: [
      { header: 'Certificate of access', width: 24 },
      { header: '', width: 100 },
    ],
    rows: facts(certified),
    // Midday, so that it is this day in every zone.
    modifiedAt: new Date(1980, 0, 1, 12),
    further: sections.map(({ title, columns, rows }) => ({
      sheet: title,
      columns,
      rows: counted(rows(), onRows),
    })),
  }
  for await (const { buffer, byteOffset, length } of spreadsheetBytes(spreadsheet)) {
    await write(Buffer.from(buffer, byteOffset, length))
  }
}
