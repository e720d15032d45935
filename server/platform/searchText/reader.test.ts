import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test, vi } from 'vitest'
import { childrenOf } from '../../../testing/cluster/living.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { usageOf } from '../confined/usage.ts'
import { createSearchTextReader } from './index.ts'

vi.setConfig({ testTimeout: 60_000 })

const reader = createSearchTextReader()
afterAll(() => reader.close())
const read = (extension: string, bytes: Buffer) =>
  reader.read({ extension, size: bytes.length, source: (write) => write(bytes) })
const archive = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))))
const texts = async (extension: string, bytes: Buffer) => {
  const { parts } = await read(extension, bytes)
  return parts?.map(({ text, ...place }) => [...Object.values(place), text.trim()])
}
const reason = async (extension: string, bytes: Buffer) => {
  const result = await read(extension, bytes)
  return 'reason' in result ? result.reason : `${result.parts.length} parts`
}

test('a PDF is read by page, a scanned page without text among them', async () => {
  expect(await texts('pdf', await pdfWith(['First line\nSecond line', '', 'Third page']))).toEqual([
    [1, 'First line\nSecond line'],
    [2, ''],
    [3, 'Third page'],
  ])
})

test('text, CSV and HTML are read in parts of at most 4,000 characters, in what Windows wrote too', async () => {
  expect(await texts('txt', Buffer.from('Räume', 'utf8'))).toEqual([['Räume']])
  expect(await texts('csv', Buffer.from('Größe;5', 'latin1'))).toEqual([['Größe;5']])
  expect(await texts('txt', Buffer.from('\ufeffPrice', 'utf16le'))).toEqual([['Price']])
  const { parts } = await read('log', Buffer.from('word word word word\n'.repeat(1000)))
  expect(parts?.every(({ text }) => text.length <= 4000 && text.endsWith('word\n'))).toBe(true)
  expect(parts?.map(({ text }) => text).join('')).toBe('word word word word\n'.repeat(1000))
  expect(
    await texts(
      'html',
      Buffer.from(
        '<title>Lease</title><style>p { color: red }</style><p>Term &amp; price<br>of <b>Cur</b>tailment</p><script>secret()</script><!-- note --><td>1</td><td>2</td>',
      ),
    ),
  ).toEqual([['Lease\nTerm & price\nof Curtailment\n1\t2']])
})

test('Word, Excel, PowerPoint and OpenDocument give body, sheets and slides', async () => {
  const run = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
  expect(
    await texts(
      'docx',
      archive({ 'word/document.xml': run('Buyer pays'), 'word/footnotes.xml': run('Subject to Section 5') }),
    ),
  ).toEqual([['Buyer pays\n\nSubject to Section 5']])
  expect(
    await texts(
      'xlsx',
      archive({
        'xl/workbook.xml': '<sheet name="Terms &amp; more" r:id="r2"/><sheet name="Second" r:id="r1"/>',
        'xl/_rels/workbook.xml.rels':
          '<Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="r2"/>',
        'xl/sharedStrings.xml':
          '<sst><si><t>Contract</t></si><si><r><t>Pr</t></r><r><t>ice</t></r></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<row><c r="A1" t="n"><v>0.30000000000000004</v></c><c t="b"><v>1</v></c></row>',
        'xl/worksheets/sheet2.xml':
          '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row/><row><c t="inlineStr"><is><t>in line</t></is></c><c/><c><f>A1</f><v>1250000</v></c></row>',
      }),
    ),
  ).toEqual([
    ['Terms & more', 'Contract\tPrice\nin line\t1250000'],
    ['Second', '0.3\tTRUE'],
  ])
  const slide = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`
  expect(
    await texts(
      'pptx',
      archive({
        'ppt/slides/slide10.xml': slide('Last'),
        'ppt/slides/slide1.xml': slide('Title') + slide('Sub'),
        'ppt/notesSlides/notesSlide1.xml': slide('Say hello'),
      }),
    ),
  ).toEqual([
    [1, 'Title\nSub\nSay hello'],
    [10, 'Last'],
  ])
  expect(
    await texts(
      'odt',
      archive({
        'content.xml':
          '<text:h>Head</text:h><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>Two<text:s/>words</text:p>',
      }),
    ),
  ).toEqual([['Head\nTwo words']])
  expect(
    await texts(
      'ods',
      archive({
        'content.xml':
          '<table:table table:name="Causes"><table:table-row><table:table-cell><text:p>Hours</text:p></table:table-cell><table:table-cell><text:p>318</text:p></table:table-cell></table:table-row></table:table>',
      }),
    ),
  ).toEqual([['Causes', 'Hours \t318']])
  expect(
    await texts(
      'odp',
      archive({
        'content.xml':
          '<draw:page draw:name="a"><text:p>One</text:p></draw:page><draw:page draw:name="b"><text:p>Two</text:p></draw:page>',
      }),
    ),
  ).toEqual([
    [1, 'One'],
    [2, 'Two'],
  ])
})

test('FIND-01 a mail gives its subject, people and text, and the texts of what is attached to it', async () => {
  const lease = (await pdfWith(['Ground lease of Cedar Bluff'])).toString('base64')
  const inner = Buffer.from('Subject: Inner\r\n\r\nInner words').toString('base64')
  const mail = [
    'From: "Ada Lender" <ada@lender.example>',
    'To: Bo Buyer <bo@buyer.example>',
    'Subject: =?UTF-8?Q?Curtailment_f=C3=BCr_2026?=',
    'Content-Type: multipart/mixed; boundary="x"',
    '',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Please see the <b>lease</b>.</p>',
    '--x',
    'Content-Type: application/pdf; name="Lease.pdf"',
    'Content-Disposition: attachment; filename="Lease.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    lease,
    '--x',
    'Content-Type: application/octet-stream; name="Inner.eml"',
    'Content-Disposition: attachment; filename="Inner.eml"',
    'Content-Transfer-Encoding: base64',
    '',
    inner,
    '--x',
    'Content-Type: application/octet-stream; name="broken.docx"',
    'Content-Disposition: attachment; filename="broken.docx"',
    '',
    'no archive',
    '--x--',
    '',
  ].join('\r\n')
  expect((await texts('eml', Buffer.from(mail)))?.map(([text]) => text)).toEqual([
    'Curtailment für 2026\nAda Lender ada@lender.example\nBo Buyer bo@buyer.example\nPlease see the lease.',
    'Lease.pdf\nGround lease of Cedar Bluff',
    'Inner.eml\nInner\nInner words',
    'broken.docx',
  ])
})

test('FIND-01 a mail of Outlook gives its subject and its text', async () => {
  const stream = (name: string, text: string) => {
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
    return { name, type: 2, length: bytes.length, binaryProvider: () => bytes }
  }
  const properties = new Uint8Array(32)
  const message = burn([
    { name: 'Root Entry', type: 5, length: 0, children: [1, 2, 3] },
    { name: '__properties_version1.0', type: 2, length: 32, binaryProvider: () => properties },
    stream('__substg1.0_0037001F', 'Curtailment notice'),
    stream('__substg1.0_1000001F', 'Dear Buyer, the Contract Price holds.'),
  ])
  expect(await texts('msg', Buffer.from(message))).toEqual([
    ['Curtailment notice\nDear Buyer, the Contract Price holds.'],
  ])
  expect(await reason('msg', Buffer.from('no mail of Outlook'))).toBe('It is damaged.')
})

test('FIND-19 what can’t be read says why in words', async () => {
  const compound = [0xd0, 0xcf, 0x11, 0xe0]
  expect([
    await reason('pdf', await pdfWith(['x'], { userPassword: 'secret' })),
    await reason('pdf', Buffer.from('%PDF-1.7 and no more')),
    await reason('docx', Buffer.concat([Buffer.from(compound), Buffer.from('EncryptedPackage', 'utf16le')])),
    await reason('xlsx', Buffer.concat([Buffer.from(compound), Buffer.alloc(100)])),
    await reason('pptx', archive({ 'other.xml': '<a/>' })),
    await reason(
      'odt',
      archive({ 'content.xml': 'x', 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
    ),
    await reason(
      'docx',
      Buffer.from(zipSync({ 'word/document.xml': [new Uint8Array(140_000_000), { level: 9 }] })),
    ),
    await reason('txt', Buffer.from([1, 0, 2, 0])),
    await reason('exe', Buffer.from('MZ')),
  ]).toEqual([
    'It is protected by a password.',
    'It is damaged.',
    'It is protected by a password.',
    'It is of an old Office format.',
    'It is damaged.',
    'It is protected by a password.',
    'It is too large to be read.',
    'It is damaged.',
    'Files of this kind can’t be searched.',
  ])
})

const slides = (count: number, words: (at: number) => string) =>
  archive(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `ppt/slides/slide${at + 1}.xml`,
        `<a:p><a:r><a:t>${words(at + 1)}</a:t></a:r></a:p>`,
      ]),
    ),
  )

test('FIND-02 texts are kept by slide, sheet or part of 4,000 characters, of 20 million characters and 5,000 pages the first, and a longer one says so', async () => {
  const kept = async (extension: string, bytes: Buffer) => {
    const result = await read(extension, bytes)
    if (!result.parts) throw new Error(result.reason)
    return { parts: result.parts, isCut: result.isCut }
  }
  const long = await kept('txt', Buffer.from(`${'a'.repeat(99)}\n`.repeat(205_000)))
  expect([long.parts.length, long.isCut]).toEqual([5000, true])
  expect(long.parts.every(({ text }) => text.length <= 4000)).toBe(true)
  const wide = await kept(
    'pptx',
    slides(6, () => 'a '.repeat(2_000_000)),
  )
  expect([wide.parts.map(({ page }) => page), wide.isCut]).toEqual([[1, 2, 3, 4, 5], true])
  const [most, more] = [await kept('pptx', slides(5000, String)), await kept('pptx', slides(5001, String))]
  expect([most.parts.length, most.isCut, more.parts.length, more.isCut]).toEqual([5000, false, 5000, true])
  expect(more.parts.at(-1)).toMatchObject({ page: 5000, text: expect.stringContaining('5000') })
})

/** Milliseconds that the processes of the reader have computed for: what others on the machine do doesn't count. */
async function computed(): Promise<number> {
  const used = await Promise.all(childrenOf(process.pid).map((child) => usageOf(child)))
  return used.reduce((sum, { workMs }) => sum + (workMs ?? 0), 0)
}

test.runIf(process.platform === 'linux')(
  'FIND-19 a million words on a page take at most 10 seconds',
  async () => {
    await read('txt', Buffer.from('A process is there.'))
    const words = Array.from({ length: 100_000 }, (_, at) => ({ x: at % 400, words: `w${at}` }))
    const bytes = await pdfWith([words, 'after'])
    const before = await computed()
    const result = await read('pdf', bytes)
    const took = (await computed()) - before
    expect(took).toBeGreaterThan(200)
    expect(took).toBeLessThan(10_000)
    expect(result.parts?.map(({ page }) => page)).toEqual([1, 2])
    const million = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => `w${at}`).join(' '))
    const text = await read('txt', million)
    expect(text.parts?.length).toBeGreaterThan(1900)
  },
)
