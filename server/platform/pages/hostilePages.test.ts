import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { doublingForms, letter, pdfOf, pdfStream, widePng } from '../../../testing/hostileFiles.ts'
import { createPageDrawer } from './index.ts'
import { PAGE_PROCESS } from './limits.ts'

vi.setConfig({ testTimeout: 90_000 })

// With less time for a file than there is, so that one which takes all of it does not hold up the other tests.
const drawer = createPageDrawer({ ...PAGE_PROCESS, timeMs: 3000 })
afterAll(() => drawer.close())

const file = (kind: DrawnKind, bytes: Buffer) => ({
  kind,
  size: bytes.length,
  source: (write: (chunk: Buffer) => Promise<void>) => write(bytes),
})

type Found = { reason: string } | { pages: number; isDrawn: boolean; pixels: number }

/** How many pages it has, with the first one's picture, or why none. */
async function opened(kind: DrawnKind, bytes: Buffer): Promise<Found> {
  const answer = await drawer.sizes(file(kind, bytes))
  if (answer.sizes === null) return { reason: answer.reason }
  const page = await drawer.draw(file(kind, bytes), { number: 1, width: 320 })
  const { width = 0, height = 0 } = page ? await sharp(page).metadata() : {}
  return { pages: answer.sizes.length, isDrawn: page !== null, pixels: width * height }
}

const MIB = 1024 * 1024
const nothing = (mebibytes: number): Buffer => deflateSync(Buffer.alloc(mebibytes * MIB), { level: 9 })
const USUAL = '/MediaBox [0 0 612 792]'
const FILES: readonly (readonly [title: string, kind: DrawnKind, make: () => Buffer])[] = [
  [
    'a million pages announced, and one there',
    'pdf',
    () => Buffer.from(pdfOf(USUAL).toString('latin1').replace('/Count 1 ', '/Count 1000000 '), 'latin1'),
  ],
  [
    'pages that are their own parents',
    'pdf',
    () => Buffer.from(pdfOf(USUAL).toString('latin1').replace('[3 0 R]', '[2 0 R]'), 'latin1'),
  ],
  ['a page of ten kilometres', 'pdf', () => pdfOf('/MediaBox [0 0 28346457 28346457]')],
  [
    'a picture that unpacks to 256 MiB',
    'pdf',
    () =>
      pdfOf(`${USUAL} /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>`, [
        pdfStream('', '600 0 0 700 0 0 cm /I Do'),
        pdfStream(
          '/Type /XObject /Subtype /Image /Width 16384 /Height 16384 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
          nothing(256),
        ),
      ]),
  ],
  [
    'a content that unpacks to a gigabyte',
    'pdf',
    () => pdfOf(`${USUAL} /Contents 4 0 R`, [pdfStream('/Filter /FlateDecode', nothing(1024))]),
  ],
  [
    'a font that unpacks to a gigabyte',
    'pdf',
    () =>
      pdfOf(`${USUAL} /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>`, [
        pdfStream('', 'BT /F 40 Tf 72 700 Td (Lease) Tj ET'),
        '<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 32 /LastChar 33 /Widths [500 500] /FontDescriptor 6 0 R >>',
        '<< /Type /FontDescriptor /FontName /A /Flags 32 /FontFile2 7 0 R >>',
        pdfStream('/Filter /FlateDecode', nothing(1024)),
      ]),
  ],
  ['forms that draw each other a billion times', 'pdf', () => doublingForms(30)],
  ['a text of 200 MB in one line', 'text', () => Buffer.alloc(200_000_000, 'a')],
  ['a table of 100 MB in one row', 'table', () => Buffer.alloc(100_000_000, 'a,')],
]

test.each(FILES)(
  '%s has pages within the limits or a reason, and the next file is drawn',
  async (_title, kind, make) => {
    const found = await opened(kind, make())
    if ('reason' in found) expect(found.reason).toMatch(/^It .+\.$/)
    else {
      expect(found.pages).toBeLessThanOrEqual(5000)
      expect(found.pixels).toBeLessThanOrEqual(12_000_000)
    }
    expect(await opened('pdf', await letter('Lease'))).toMatchObject({ pages: 1, isDrawn: true })
  },
)

test('PAGE-05 what has more than 200 MB, or takes too long, says so; the latter may pass', async () => {
  expect(await drawer.sizes(file('pdf', Buffer.alloc(200 * MIB + 65_537)))).toEqual({
    sizes: null,
    reason: 'It has more than 200 MB.',
    mayPass: false,
  })
  const hasty = createPageDrawer({ ...PAGE_PROCESS, timeMs: 50 })
  try {
    expect(await hasty.sizes(file('text', Buffer.alloc(20 * MIB, 'a word ')))).toEqual({
      sizes: null,
      reason: 'It takes too long to draw.',
      mayPass: true,
    })
  } finally {
    hasty.close()
  }
})

test('PAGE-05 a picture of more pixels than are drawn is not called damaged', async () => {
  const found = await drawer.sizes(file('picture', widePng(12_000, 9_000)))
  expect(found).toEqual({ sizes: null, reason: 'It takes too long to draw.', mayPass: false })
  expect(await drawer.sizes(file('picture', widePng(10_000, 9_000)))).toMatchObject({ sizes: [{}] })
})

test('scripts and what is printed at the opening are passed over', async () => {
  const plain = (catalogue: string) =>
    Buffer.from(
      pdfOf(`${USUAL} /Contents 4 0 R`, [pdfStream('', '0.5 g 72 72 300 300 re f')])
        .toString('latin1')
        .replace('/Type /Catalog', `/Type /Catalog ${catalogue}`),
      'latin1',
    )
  const draw = (bytes: Buffer) => drawer.draw(file('pdf', bytes), { number: 1, width: 320 })
  const wanted = await draw(plain(''))
  expect(wanted).not.toBeNull()
  for (const catalogue of [
    '/OpenAction << /S /JavaScript /JS (while (true) {}) >>',
    '/OpenAction << /S /Named /N /Print >>',
    '/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
  ])
    expect((await draw(plain(catalogue)))?.equals(wanted ?? Buffer.alloc(0)), catalogue).toBe(true)
})

test('an e-mail and a web page in it fetch nothing, whatever they name, and an unknown character set is read', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const inner = `From: b@b.example\r\nSubject: Inner\r\nContent-Type: text/html\r\n\r\n<img src="${origin}/inner.png">`
  const mail = [
    'From: Ann Lee <ann@bidder.example>',
    'Subject: =?utf-9?Q?Lease?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-9',
    '',
    `<link rel=stylesheet href="${origin}/a.css"><img src="${origin}/a.png"><iframe src="${origin}/a.html"></iframe><p>The term is twenty years.</p>`,
    '--b',
    'Content-Type: message/rfc822',
    '',
    inner,
    '--b--',
  ].join('\r\n')
  try {
    expect(await opened('mail', Buffer.from(mail))).toMatchObject({ pages: 1, isDrawn: true })
    const words = await drawer.words(file('mail', Buffer.from(mail)), { from: 1, to: 1 })
    expect(words.join()).toContain('The term is twenty years.')
    expect(asked).toEqual([])
  } finally {
    server.close()
  }
})
