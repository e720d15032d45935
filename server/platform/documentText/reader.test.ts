import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { pdfWith } from '../../../testing/paper.ts'
import { createTextReader, type TextFile } from './index.ts'

const reader = createTextReader()
afterAll(() => reader.close())
const read = (kind: TextFile['kind'], bytes: Buffer) =>
  reader.read({ kind, size: bytes.length, source: (write) => write(bytes) })
const word = (body: string) =>
  Buffer.from(zipSync({ 'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`) }))
const run = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`

test('COP-13 a PDF gives the lines of each page, columns apart, and nothing for a scanned one', async () => {
  const result = await read(
    'pdf',
    await pdfWith([
      'First line\nSecond line',
      '',
      [
        { x: 60, words: 'Insured' },
        { x: 300, words: 'Juniper Solar LLC' },
      ],
    ]),
  )
  expect(result.pages).toEqual([
    { label: 'page 1', text: 'First line\nSecond line' },
    { label: 'page 2', text: '' },
    { label: 'page 3', text: 'Insured\tJuniper Solar LLC' },
  ])
})

test('a Word document reads as its changes were accepted, with its tables and the pages that Word counted', async () => {
  const result = await read(
    'docx',
    word(
      `<w:p>${run('Price &amp; term: ')}<w:del><w:r><w:delText>$12,000,000</w:delText></w:r></w:del><w:ins>${run('$14,500,000')}</w:ins></w:p>
       <w:tbl><w:tr><w:tc><w:p>${run('Buyer')}</w:p></w:tc><w:tc><w:p>${run('Mesa')}</w:p></w:tc></w:tr></w:tbl>
       <w:p><w:r><w:br w:type="page"/><w:lastRenderedPageBreak/></w:r>${run('Next &#8220;page&#8221;')}</w:p>
       <w:p><w:pPr><w:pageBreakBefore w:val="0"/></w:pPr>${run('The same')}</w:p>
       <w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:lastRenderedPageBreak/></w:r>${run('The last')}</w:p>`,
    ),
  )
  expect(result.pages?.map(({ label, text }) => [label, text.replace(/\n\s*\n/g, '\n')])).toEqual([
    ['page 1', 'Price & term: $14,500,000\nBuyer\tMesa'],
    ['page 2', 'Next “page”\nThe same'],
    ['page 3', 'The last'],
  ])
})

test('what can’t be read says why', async () => {
  const reasons = await Promise.all(
    [
      ['pdf', await pdfWith(['x'], { userPassword: 'secret' })],
      ['pdf', Buffer.from('%PDF-1.7 and no more')],
      ['docx', Buffer.from('PK no archive')],
      ['docx', Buffer.from(zipSync({ 'other.xml': strToU8('<a/>') }))],
      [
        'docx',
        Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      ],
      ['docx', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(100)])],
      ['docx', Buffer.from(zipSync({ 'word/document.xml': [new Uint8Array(140_000_000), { level: 9 }] }))],
      [
        'docx',
        word(
          '<w:p/>'.repeat(3_200) +
            `<w:p><w:r>${'<w:t>a</w:t><w:br w:type="page"/>'.repeat(3_001)}</w:r></w:p>`,
        ),
      ],
    ].map(async ([kind, bytes]) => {
      const result = await read(kind as TextFile['kind'], bytes as Buffer)
      return 'reason' in result ? result.reason : 'read'
    }),
  )
  expect(reasons).toEqual([
    'It is protected by a password',
    'It is damaged',
    'It is damaged',
    'It is damaged',
    'It is protected by a password',
    'It is of an old Word format',
    'It holds too much text',
    'It has more than 3,000 pages',
  ])
})
