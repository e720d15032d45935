// @vitest-environment node
import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDocx } from './docx.ts'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const docxToHtml = async (bytes: Uint8Array): Promise<string> => (await readDocx(bytes)).html

const docx = async (children: (Paragraph | Table)[]): Promise<Uint8Array> =>
  new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))

/** The same document with parts put in the place of its own. */
const withParts = (bytes: Uint8Array, parts: Record<string, Uint8Array>) =>
  zipSync({ ...unzipSync(bytes), ...parts })

const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })

test('DOC-13 headings, emphasis, tables and pictures of a document become HTML', async () => {
  const html = await docxToHtml(
    await docx([
      new Paragraph({ text: 'Power purchase agreement', heading: HeadingLevel.TITLE }),
      new Paragraph({ text: 'Term', heading: HeadingLevel.HEADING_1 }),
      new Paragraph({ children: [new TextRun({ text: 'twenty', bold: true }), new TextRun(' years')] }),
      new Table({ rows: [new TableRow({ children: [cell('Year'), cell('MWh')] })] }),
      new Paragraph({
        children: [new ImageRun({ type: 'png', data: DOT, transformation: { width: 10, height: 10 } })],
      }),
    ]),
  )
  expect(html).toContain('<h1 class="title">Power purchase agreement</h1>')
  expect(html).toContain('<h1>Term</h1>')
  expect(html).toContain('<p><strong>twenty</strong> years</p>')
  expect(html).toContain('<td><p>Year</p></td>')
  expect(html).toContain(`src="data:image/png;base64,${DOT.toString('base64').slice(0, 20)}`)
})

test('DOC-43 drawings, which may hold script, are not taken over', async () => {
  const bytes = await docx([
    new Paragraph({
      children: [new ImageRun({ type: 'png', data: DOT, transformation: { width: 10, height: 10 } })],
    }),
  ])
  const parts = unzipSync(bytes)
  const types = new TextDecoder()
    .decode(parts['[Content_Types].xml'])
    .replaceAll('image/png', 'image/svg+xml')
  const html = await docxToHtml(withParts(bytes, { '[Content_Types].xml': strToU8(types) }))
  expect(html).toContain('Picture that cannot be shown here')
  expect(html).not.toContain('data:')
})

test('links and texts come as they are, to be cleaned', async () => {
  const link = new ExternalHyperlink({ link: 'javascript:alert(1)', children: [new TextRun('<b>press</b>')] })
  const html = await docxToHtml(await docx([new Paragraph({ children: [link] })]))
  expect(html).toContain('&lt;b&gt;press&lt;/b&gt;')
})

test.each([
  [
    'a bomb',
    { 'word/document.xml': new Uint8Array(40_000_000) },
    'This document is too large to be shown here.',
  ],
  ['broken text', { 'word/document.xml': strToU8('<w:document><w:body>') }, 'This document is damaged'],
])('DOC-43 %s is refused in one sentence', async (_what, parts, message) => {
  await expect(docxToHtml(withParts(await docx([new Paragraph('x')]), parts))).rejects.toThrow(message)
})

test('DOC-43 pictures that unpack to too much are refused before they are unpacked', async () => {
  const name = 'word/media/a.png'
  const bytes = withParts(await docx([new Paragraph('x')]), { [name]: new Uint8Array(10) })
  // The last entry of the directory, whose name stands 46 bytes after its start, says how large it is.
  const entry = Buffer.from(bytes).lastIndexOf(name) - 46
  new DataView(bytes.buffer).setUint32(entry + 24, 170_000_000, true)
  await expect(docxToHtml(bytes)).rejects.toThrow('This document is too large to be shown here.')
})

test('another archive is no Word document', async () => {
  await expect(docxToHtml(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }))).rejects.toThrow(
    'This is not a Word document, although its name says so.',
  )
})
