import { afterAll, expect, test, vi } from 'vitest'
import { officeFile, paragraph, wordFile, workbookFile } from '../../../testing/officeFiles.ts'
import { createOffice } from '../office/index.ts'
import { findProgram } from '../programs/index.ts'
import { createOfficePdfs, createPageDrawer } from './index.ts'

// Processes are started.
vi.setConfig({ testTimeout: 240_000 })

const soffice = await findProgram('soffice')
if (!soffice) console.log('LibreOffice: skipped, since soffice is not installed.')

const log = { warn: () => {} }
const plain = createOfficePdfs(createOffice({ program: 'off' }, log))
const laidOut = createOfficePdfs(createOffice({ program: undefined }, log))
const drawer = createPageDrawer()
afterAll(() => {
  plain.close()
  laidOut.close()
  drawer.close()
})

/** What is told of a file's pages, and their words; or why there are none. */
async function pagesOf(pdfs: typeof plain, extension: string, bytes: Buffer) {
  const made = await pdfs.make(
    { extension, size: bytes.length, source: (write) => write(bytes) },
    async ({ layout, remarks, ...content }) => {
      const words = await drawer.words({ kind: 'pdf', ...content }, { from: 1, to: 20 })
      return { layout, remarks, words: words.map((text) => text.replace(/\s+/g, ' ').trim()) }
    },
  )
  return 'used' in made ? made.used : made
}

const SIMPLIFIED = 'Simplified layout: fonts, pictures and positions differ from the original.'

const changed = wordFile(
  `${paragraph('Price of the modules')}<w:p><w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:t>inserted words</w:t></w:r></w:ins><w:del w:id="2" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>deleted words</w:delText></w:r></w:del></w:p>`,
  {
    parts: {
      'word/comments.xml':
        '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="3"><w:p><w:r><w:t>a remark of counsel</w:t></w:r></w:p></w:comment></w:comments>',
    },
  },
)
const model = workbookFile([
  {
    name: 'Inputs',
    rows: [
      ['Capacity', '40 MW'],
      ['COD', 'Q3 2027'],
    ],
  },
  { name: 'Workings', rows: [['Margin', '7 %']], isHidden: true },
])

test('PAGE-04 without LibreOffice words and tables are set as plain pages, and that is said', async () => {
  const word = await pagesOf(plain, 'docx', changed)
  expect(word).toMatchObject({ layout: 'SIMPLIFIED' })
  expect(word).toHaveProperty('remarks.0', SIMPLIFIED)
  expect(word).toHaveProperty('words.0', expect.stringContaining('Price of the modules inserted words'))
  expect(await pagesOf(plain, 'xlsx', model)).toMatchObject({
    remarks: [SIMPLIFIED, 'Hidden sheets are shown.'],
    words: ['Inputs Capacity 40 MW COD Q3 2027', 'Workings Margin 7 %'],
  })
  const slides = officeFile({
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Site plan</a:t></a:r></a:p></p:sld>',
    'ppt/slides/slide2.xml': '<p:sld show="0"><a:p><a:r><a:t>Backup</a:t></a:r></a:p></p:sld>',
    'ppt/notesSlides/notesSlide1.xml': '<p:notes><a:p><a:r><a:t>Say less</a:t></a:r></a:p></p:notes>',
  })
  expect(await pagesOf(plain, 'pptx', slides)).toMatchObject({
    remarks: [SIMPLIFIED, 'Hidden slides are shown.', 'Notes of slides are shown with them.'],
    words: ['Site plan Say less', 'Backup'],
  })
  const open = (body: string) => officeFile({ 'content.xml': `<office:body>${body}</office:body>` })
  for (const [extension, body, words] of [
    ['odt', '<text:p>Lease of land</text:p>', 'Lease of land'],
    [
      'ods',
      '<table:table table:name="Yield"><table:table-row><table:table-cell><text:p>P50</text:p></table:table-cell><table:table-cell><text:p>82 GWh</text:p></table:table-cell></table:table-row></table:table>',
      'Yield P50 82 GWh',
    ],
    ['odp', '<draw:page draw:name="1"><text:p>Agenda</text:p></draw:page>', 'Agenda'],
  ] as const) {
    expect([extension, await pagesOf(plain, extension, open(body))]).toEqual([
      extension,
      { layout: 'SIMPLIFIED', remarks: [SIMPLIFIED], words: [words] },
    ])
  }
  for (const extension of ['doc', 'rtf', 'xls', 'xlsb', 'ppt']) {
    const bytes = extension === 'rtf' ? Buffer.from('{\\rtf1 x}') : Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect([extension, await pagesOf(plain, extension, bytes)]).toEqual([
      extension,
      { reason: 'Pages of this kind of file need LibreOffice on the server.', mayPass: true },
    ])
  }
})

test('an Office file with a password has none, nor one that is damaged or something else', async () => {
  const locked = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  const encrypted = officeFile({
    'content.xml': 'x',
    'META-INF/manifest.xml': '<manifest:encryption-data/>',
  })
  const damaged = { reason: 'It is damaged or empty.', mayPass: false }
  const password = { reason: 'It is protected by a password.', mayPass: false }
  for (const pdfs of soffice ? [plain, laidOut] : [plain]) {
    expect(await pagesOf(pdfs, 'docx', locked)).toEqual(password)
    expect(await pagesOf(pdfs, 'odt', encrypted)).toEqual(password)
    expect(await pagesOf(pdfs, 'docx', Buffer.from('rubbish called a Word file'))).toEqual(damaged)
    expect(await pagesOf(pdfs, 'xlsx', Buffer.from('PK and no more'))).toEqual(damaged)
    expect(await pagesOf(pdfs, 'xlsx', Buffer.alloc(0))).toEqual(damaged)
  }
})

test.runIf(soffice)(
  'PAGE-07 what pages of LibreOffice leave out or add is said: tracked changes, comments, hidden sheets, fonts that were replaced',
  async () => {
    const word = await pagesOf(laidOut, 'docx', changed)
    expect(word).toMatchObject({
      layout: 'OFFICE',
      remarks: ['Tracked changes are shown as changes.', 'Comments are left out.'],
    })
    const text = 'words' in word ? word.words.join(' ') : ''
    expect(text).toContain('inserted words')
    expect(text).toContain('deleted words')
    expect(text).not.toContain('a remark of counsel')
    expect(await pagesOf(laidOut, 'xlsx', model)).toMatchObject({
      remarks: ['Hidden sheets are left out.'],
      words: [expect.stringMatching(/^Capacity 40 MW COD Q3 2027/)],
    })
    expect(
      await pagesOf(laidOut, 'docx', wordFile(paragraph('Set in a font of nobody', 'Nobody Sans'))),
    ).toMatchObject({
      remarks: ['Fonts that the server does not have were replaced: Nobody Sans.'],
      words: ['Set in a font of nobody'],
    })
    expect(await pagesOf(laidOut, 'rtf', Buffer.from('{\\rtf1\\ansi Rich words}'))).toMatchObject({
      words: ['Rich words'],
    })
  },
)
