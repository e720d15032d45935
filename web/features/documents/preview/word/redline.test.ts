// @vitest-environment node
import {
  AlignmentType,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  Document,
  Footer,
  Header,
  InsertedTextRun,
  LevelFormat,
  Packer,
  Paragraph,
  TextRun,
} from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDocx } from './docx.ts'
import { trackedText } from './trackedText.ts'

const BY = { author: "Jane O'Roe", date: '2026-03-04T10:00:00Z' }

/** A lender's redline of a purchase price, with comments, clause numbers, a header and a highlight. */
async function redline(): Promise<Uint8Array> {
  const level = (at: number, text: string, format: (typeof LevelFormat)[keyof typeof LevelFormat]) => ({
    level: at,
    format,
    text,
    alignment: AlignmentType.START,
  })
  const clause = (at: number, children: (TextRun | InsertedTextRun | DeletedTextRun | CommentRangeStart)[]) =>
    new Paragraph({ numbering: { reference: 'clauses', level: at }, children: children as TextRun[] })
  return new Uint8Array(
    await Packer.toBuffer(
      new Document({
        numbering: {
          config: [
            {
              reference: 'clauses',
              levels: [
                level(0, '%1.', LevelFormat.DECIMAL),
                level(1, '%1.%2', LevelFormat.DECIMAL),
                level(2, '(%3)', LevelFormat.LOWER_LETTER),
              ],
            },
          ],
        },
        comments: {
          children: [
            {
              id: 0,
              author: 'Lee Lender',
              initials: 'LL',
              date: new Date(BY.date),
              children: [new Paragraph('We need the cap back.')],
            },
          ],
        },
        sections: [
          {
            headers: { default: new Header({ children: [new Paragraph('CONFIDENTIAL DRAFT')] }) },
            footers: { default: new Footer({ children: [new Paragraph('Helio LLP, 4 March')] }) },
            children: [
              clause(0, [new TextRun('Price')]),
              clause(1, [
                new TextRun('The Purchase Price is '),
                new DeletedTextRun({ text: '$12,000,000', id: 1, ...BY }),
                new InsertedTextRun({ text: '$14,500,000', id: 2, ...BY }),
                new TextRun({ text: ' at closing', highlight: 'yellow' }),
              ]),
              clause(2, [new TextRun('first limb')]),
              clause(2, [new TextRun('second limb')]),
              clause(0, [new TextRun('Cap')]),
              clause(1, [
                new CommentRangeStart(0),
                new TextRun('Liability is uncapped'),
                new CommentRangeEnd(0) as never,
                new TextRun({ children: [new CommentReference(0)] }),
              ]),
            ],
          },
        ],
      }),
    ),
  )
}

/** The document with its main part rewritten. */
function edited(bytes: Uint8Array, edit: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes)
  return zipSync({
    ...parts,
    'word/document.xml': strToU8(edit(strFromU8(parts['word/document.xml'] ?? new Uint8Array()))),
  })
}

const body = async (xml: string): Promise<string> =>
  (
    await readDocx(
      edited(await redline(), (whole) => whole.replace(/<w:body>.*<\/w:body>/s, `<w:body>${xml}</w:body>`)),
    )
  ).html

test('DOC-13 what was deleted and inserted stays apart, with who did it and when', async () => {
  const { html, tracked } = await readDocx(await redline())
  expect(html).toContain(`<del title="Deleted by Jane O'Roe on 03/04/2026">$12,000,000</del>`)
  expect(html).toContain(`<ins title="Inserted by Jane O'Roe on 03/04/2026">$14,500,000</ins>`)
  expect(tracked).toEqual({ insertions: 1, deletions: 1, moves: 0, comments: 1 })
  expect(trackedText(tracked)).toEqual([
    'Tracked changes are marked: 1 insertion and 1 deletion.',
    '1 comment stands below the text that it is about.',
  ])
})

test('DOC-13 clauses have their numbers, and levels start again', async () => {
  const { html } = await readDocx(await redline())
  const numbers = [...html.matchAll(/class="number level-(\d)">([^<]*)</g)].map(
    ([, level, text]) => `${level} ${text}`,
  )
  expect(numbers.map((text) => text.replace('\u00a0', ''))).toEqual([
    '0 1.',
    '1 1.1',
    '2 (a)',
    '2 (b)',
    '0 2.',
    '1 2.1',
  ])
})

test('DOC-13 comments stand below what they are about; header, footer and highlights are there', async () => {
  const { html } = await readDocx(await redline())
  expect(html).toMatch(
    /<span class="commented">Liability is uncapped<\/span><sup class="comment-mark">\[1\]<\/sup>/,
  )
  expect(html).toMatch(/Comment 1 · Lee Lender · 03\/04\/2026<\/p><p>We need the cap back\.<\/p>/)
  expect(html.indexOf('CONFIDENTIAL DRAFT')).toBeLessThan(html.indexOf('Purchase Price'))
  expect(html.indexOf('Helio LLP, 4 March')).toBeGreaterThan(html.indexOf('uncapped'))
  expect(html).toContain('<mark class="ground-yellow"> at closing</mark>')
})

test('DOC-13 deleted rows and ends of paragraphs, moves and fields stay', async () => {
  const html = await body(`
    <w:tbl><w:tr><w:trPr><w:del w:id="5" w:author="A"/></w:trPr><w:tc><w:p><w:r><w:t>Old row</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
    <w:p><w:pPr><w:rPr><w:del w:id="6" w:author="A"/></w:rPr></w:pPr><w:del w:id="7" w:author="A"><w:r><w:delText>Gone clause</w:delText></w:r></w:del></w:p>
    <w:moveFrom w:id="8" w:author="A"><w:r><w:t>x</w:t></w:r></w:moveFrom>
    <w:p><w:moveFrom w:id="9" w:author="A"><w:r><w:t>Wandered</w:t></w:r></w:moveFrom><w:fldSimple w:instr="REF x"><w:r><w:t>Schedule 4</w:t></w:r></w:fldSimple></w:p>`)
  expect(html).toMatch(/<del title="Row deleted by A">Old row<\/del>/)
  expect(html).toMatch(/<del title="Deleted by A">Gone clause<span class="pilcrow">¶<\/span><\/del>/)
  expect(html).toMatch(/<del class="moved" title="Moved away by A">Wandered<\/del>Schedule 4/)
})

test('DOC-13 charts, formulas and hidden text are named, since they are not shown as they are', async () => {
  const xml = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"/></a:graphic></wp:inline></w:drawing></w:r>
    <m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>a=b</m:t></m:r></m:oMath>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>secret aside</w:t></w:r></w:p>`
  const bytes = edited(await redline(), (whole) => whole.replace('<w:body>', `<w:body>${xml}`))
  const { html, unshown } = await readDocx(bytes)
  expect(unshown).toEqual([
    'Not shown: 1 chart.',
    'Equations are shown as plain text.',
    'Text that is hidden in Word is shown with a dotted line.',
  ])
  expect(html).toContain('<span class="formula">a=b</span>')
  expect(html).toContain('<span class="hidden-text" title="Hidden in Word">secret aside</span>')
})
