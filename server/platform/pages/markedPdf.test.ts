import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { letter, pdfOf, pdfStream, picture } from '../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { secondReading } from '../../../testing/pdfium.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import { createPageDrawer, PAGE_SIGN } from './index.ts'

// Processes are started.
vi.setConfig({ testTimeout: 120_000 })

const drawer = createPageDrawer()
afterAll(() => drawer.close())

const ASKED = {
  mark: {
    lines: ['Ann Lee · ann.lee@bidder.example', `Calder · page ${PAGE_SIGN}`, '7K2M-4QXN-9TRB'],
    email: 'ann.lee@bidder.example',
    position: 'TILED',
    opacity: 25,
    size: 14,
  },
  title: 'Lease ü.pdf',
  producer: 'Helioroom',
  at: Date.UTC(2026, 10, 23, 14, 32),
  password: null,
  isRestricted: false,
} as const

type Write = (chunk: Buffer) => Promise<void>

const marked = (
  kind: DrawnKind,
  bytes: Buffer,
  asked: Partial<Parameters<typeof drawer.markedPdf>[1]> = {},
) => drawer.markedPdf({ kind, size: bytes.length, source: (write) => write(bytes) }, { ...ASKED, ...asked })

async function pdfFrom(kind: DrawnKind, bytes: Buffer, asked = {}): Promise<Buffer> {
  const { pdf } = await marked(kind, bytes, asked)
  if (!pdf) throw new Error('There is no PDF.')
  return pdf
}

const opened = (pdf: Buffer, password?: string) =>
  getDocument({ data: new Uint8Array(pdf), verbosity: 0, ...(password && { password }) }).promise

/** The words of each page, as the first reader reads them. */
async function wordsOf(pdf: Buffer, password?: string): Promise<string[]> {
  const document = await opened(pdf, password)
  const pages = Array.from({ length: document.numPages }, (_, at) => at + 1)
  return Promise.all(
    pages.map(async (number) => {
      const { items } = await (await document.getPage(number)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }),
  )
}

const form = (words: string, more = '') =>
  pdfStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >> ${more}`,
    `BT /F 12 Tf 2 5 Td (${words}) Tj ET`,
  )

/** A PDF with everything in it that is not its pages' own content, and an earlier revision. */
function hostile(): Buffer {
  const page = [
    '/MediaBox [0 0 400 600] /CropBox [0 0 400 500] /Rotate 90 /Contents 4 0 R',
    '/Resources << /Font << /F 5 0 R >> /Properties << /On 6 0 R /Off 7 0 R >> /XObject << /H 8 0 R >> >>',
    '/Annots [9 0 R 11 0 R 13 0 R 15 0 R] /AA << /O << /S /JavaScript /JS (pagescript) >> >>',
    '/Metadata 17 0 R /PieceInfo << /Secret (pieceinfo) >>',
  ].join(' ')
  const content = [
    'BT /F 12 Tf 50 400 Td (Rent is due) Tj ET',
    '/OC /On BDC BT /F 12 Tf 50 350 Td (Shown layer) Tj ET EMC',
    '/OC /Off BDC q BT /F 12 Tf 50 300 Td (Hidden layer) Tj ET 0 0 9 9 re f Q EMC',
    '/H Do BT /F 12 Tf 50 250 Td (After all) Tj ET',
  ].join('\n')
  const widget = '/Type /Annot /Subtype /Widget /FT /Tx /T (price) /V (field value) /Rect [50 200 250 220]'
  const first = pdfOf(page, [
    pdfStream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /OCG /Name (On) >>',
    '<< /Type /OCG /Name (Off) >>',
    form('Hidden drawing', '/OC 7 0 R'),
    '<< /Type /Annot /Subtype /Stamp /Rect [50 150 250 170] /Contents (annotation note) /AP << /N 10 0 R >> >>',
    form('Approved stamp'),
    `<< ${widget} /AP << /N 12 0 R >> >>`,
    form('Field words'),
    '<< /Type /Annot /Subtype /Stamp /F 2 /Rect [50 100 250 120] /AP << /N 14 0 R >> >>',
    form('Hidden stamp'),
    '<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 16 0 R >>',
    '<< /Type /Filespec /F (attached.txt) /EF << /F 18 0 R >> >>',
    pdfStream('/Type /Metadata /Subtype /XML', '<x>xmp author</x>'),
    pdfStream('/Type /EmbeddedFile', 'attached words'),
  ])
  const later = (number: number, text: string, at: number) => [
    `${number} 0 obj\n${text}\nendobj\n`,
    `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
  ]
  const catalogue = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (openscript) >> /Metadata 17 0 R',
    '/AcroForm << /Fields [11 0 R] >> /Names << /EmbeddedFiles << /Names [(attached.txt) 16 0 R] >> >>',
    '/OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [7 0 R] >> >> >>',
  ].join(' ')
  const [object = '', entry = ''] = later(1, catalogue, first.length)
  const [info = '', infoEntry = ''] = later(19, '<< /Author (the author) >>', first.length + object.length)
  const from = first.length + object.length + info.length
  const previous = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
  return Buffer.concat([
    first,
    Buffer.from(
      `${object}${info}xref\n${entry}${infoEntry}trailer\n<< /Size 20 /Root 1 0 R /Info 19 0 R /Prev ${previous} >>\nstartxref\n${from}\n%%EOF\n`,
    ),
  ])
}

test('MARK-24 a mark is words of each page itself: two readers find e-mail and code, and there is nothing to take away', async () => {
  const source = await pdfWith(['Ground lease of Calder', '', 'Exhibit'])
  const pdf = await pdfFrom('pdf', source)
  for (const pages of [await wordsOf(pdf), await secondReading(pdf)]) {
    expect(pages).toHaveLength(3)
    for (const [at, words] of pages.entries()) {
      expect(words).toContain('ann.lee@bidder.example')
      expect(words).toContain('7K2M-4QXN-9TRB')
      expect(words).toContain(`page ${at + 1} of 3`)
    }
  }
  const all = unpacked(pdf)
  for (const word of ['/Annots', '/OCProperties', '/OCG', '/AcroForm']) expect(all).not.toContain(word)
})

test('MARK-25 a marked PDF has words and sizes of its document, and what else was to be seen; no layer, field, script, attachment or earlier revision', async () => {
  const pdf = await pdfFrom('pdf', hostile())
  const document = await opened(pdf)
  const page = await document.getPage(1)
  const { width, height, rotation } = page.getViewport({ scale: 1 })
  expect([document.numPages, width, height, rotation]).toEqual([1, 500, 400, 90])
  expect([
    await document.getAttachments(),
    await page.getAnnotations(),
    await document.getJSActions(),
  ]).toEqual([null, [], null])
  for (const [words = ''] of [await wordsOf(pdf), await secondReading(pdf)]) {
    for (const seen of ['Rent is due', 'Shown layer', 'After all', 'Approved stamp', 'Field words']) {
      expect(words).toContain(seen)
    }
  }
  const all = unpacked(pdf)
  const gone = [
    ...['Hidden layer', 'Hidden drawing', 'Hidden stamp', 'annotation note', 'field value'],
    ...['pagescript', 'openscript', 'pieceinfo', 'xmp author', 'attached', 'the author'],
    ...['/OCProperties', '/OCG', '/OC ', '/Annots', '/AcroForm', '/JavaScript', '/JS', '/EmbeddedFile'],
    ...['/OpenAction', '/AA', '/Metadata', '/Prev', '/PieceInfo', '/Widget'],
  ]
  expect(gone.filter((word) => all.includes(word))).toEqual([])
  // All of it is in the file that it was made of.
  const before = unpacked(hostile())
  expect(gone.filter((word) => !before.includes(word))).toEqual([])
})

test('MARK-19 on turned pages the mark is upright, and stands where it is set', async () => {
  const pdf = await pdfFrom('pdf', hostile(), { mark: { ...ASKED.mark, position: 'TOP' } })
  const source = {
    kind: 'pdf' as const,
    size: pdf.length,
    source: (write: (chunk: Buffer) => Promise<void>) => write(pdf),
  }
  const drawn = await drawer.draw(source, { number: 1, width: 1000 })
  if (!drawn) throw new Error('There is no page.')
  const { data, info } = await sharp(drawn).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = (from: number, to: number) => {
    let count = 0
    for (let y = Math.floor(from * info.height); y < to * info.height; y += 1) {
      for (let x = Math.floor(0.4 * info.width); x < 0.6 * info.width; x += 1) {
        if ((data[y * info.width + x] ?? 255) < 235) count += 1
      }
    }
    return count
  }
  expect(dark(0, 0.2)).toBeGreaterThan(100)
  expect(dark(0.8, 1)).toBe(0)
  const places = await drawer.places(source, { text: '7K2M-4QXN-9TRB', most: 1 })
  const [box] = places[0]?.boxes ?? []
  // Along the upper edge, wider than high.
  expect(box && [box.y < 100, box.width > 3 * box.height]).toEqual([true, true])
})

test('MARK-19 a mark is in proportion to its page: on a plan as large as on a letter of the same width on the screen, on a card as small', async () => {
  const [letterPt, planPt, cardPt, wide] = [
    [612, 792],
    [2448, 3168],
    [153, 198],
    [792, 612],
  ] as const
  const shareOf = async ([width, height]: readonly [number, number]) => {
    const pdf = await pdfFrom('pdf', await pdfWith([''], { size: [width, height] }))
    const file = { kind: 'pdf' as const, size: pdf.length, source: (write: Write) => write(pdf) }
    const [place] = await drawer.places(file, { text: ASKED.mark.lines[0], most: 1 })
    const boxes = place?.boxes ?? []
    const across = Math.max(...boxes.map((box) => box.x + box.width)) - Math.min(...boxes.map(({ x }) => x))
    return across / Math.sqrt(width * height)
  }
  const share = await shareOf(letterPt)
  expect(share).toBeGreaterThan(0.2)
  for (const page of [planPt, cardPt, wide]) {
    const other = await shareOf(page)
    expect([page, other / share > 0.98, other / share < 1.02]).toEqual([page, true, true])
  }
})

test('MARK-14 MARK-15 marks of PDFs cross each part of a page, on white, black and colour, and leave half of it', async () => {
  for (const colour of ['#ffffff', '#000000', '#c8102e']) {
    const source = await sharp({ create: { width: 816, height: 1056, channels: 3, background: colour } })
      .png()
      .toBuffer()
    const pdf = await pdfFrom('picture', source)
    const page = async (kind: DrawnKind, bytes: Buffer) => {
      const drawn = await drawer.draw(
        { kind, size: bytes.length, source: (write) => write(bytes) },
        { number: 1, width: 1200 },
      )
      if (!drawn) throw new Error('There is no page.')
      return sharp(drawn).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    }
    const [before, after] = [await page('picture', source), await page('pdf', pdf)]
    const { width, height } = before.info
    expect([after.info.width, after.info.height]).toEqual([width, height])
    const parts = Array.from({ length: 12 }, () => ({ all: 0, differ: 0 }))
    for (let at = 0; at < width * height; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const part = parts[Math.floor((y * 4) / height) * 3 + Math.floor((x * 3) / width)]
      if (!part) continue
      part.all += 1
      const differs = [0, 1, 2].some(
        (c) => Math.abs((before.data[3 * at + c] ?? 0) - (after.data[3 * at + c] ?? 0)) >= 16,
      )
      if (differs) part.differ += 1
    }
    const shares = parts.map(({ all, differ }) => differ / all)
    expect(Math.min(...shares), colour).toBeGreaterThan(0.003)
    expect(Math.max(...shares), colour).toBeLessThan(0.5)
  }
})

test('MARK-26 it says its title, its program and its moment, and nothing of the original', async () => {
  const document = await opened(await pdfFrom('pdf', hostile()))
  const { info, metadata } = await document.getMetadata()
  expect(info).toMatchObject({
    Title: 'Lease ü.pdf',
    Producer: 'Helioroom',
    CreationDate: 'D:20261123143200Z',
  })
  expect([
    Object.keys(info).filter((key) => ['Author', 'Creator', 'Subject', 'Keywords'].includes(key)),
    metadata,
  ]).toEqual([[], null])
})

test('MARK-27 it is encrypted where changes are to be refused, and with a password opens with that alone', async () => {
  const source = await pdfWith(['Lease'])
  const restricted = await pdfFrom('pdf', source, { isRestricted: true })
  expect(unpacked(restricted)).toMatch(/\/CFM ?\/AESV3/)
  const document = await opened(restricted)
  const permissions = await document.getPermissions()
  // Of PDF 32000-1, table 22: printing, and reading by screen readers, not changing (8) or copying (16).
  expect([4, 8, 16].map((permission) => new Set(permissions).has(permission))).toEqual([true, false, false])
  expect((await wordsOf(restricted))[0]).toContain('Lease')
  const closed = await pdfFrom('pdf', source, { password: 'correct horse' })
  await expect(opened(closed)).rejects.toThrow(/password/i)
  await expect(opened(closed, 'wrong horses')).rejects.toThrow(/password/i)
  expect((await wordsOf(closed, 'correct horse'))[0]).toContain('Lease')
  expect(await secondReading(closed)).toEqual([])
  expect((await secondReading(closed, 'correct horse'))[0]).toContain('Lease')
})

test('texts, tables, e-mails and pictures have one as well; what has no pages says why', async () => {
  expect((await wordsOf(await pdfFrom('text', Buffer.from('Plain words'))))[0]).toMatch(/Plain\s+words/)
  expect((await wordsOf(await pdfFrom('table', Buffer.from('Site;Price\nCalder;12\n'))))[0]).toContain(
    'Calder',
  )
  const turned = await sharp(await picture('jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const page = await (await opened(await pdfFrom('picture', turned))).getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  expect([width, height]).toEqual([225, 300])
  expect(await marked('pdf', Buffer.from('no pdf'))).toEqual({ pdf: null, reason: 'It is damaged or empty.' })
  expect(await marked('pdf', await letter('Lease', { password: 'x' }))).toMatchObject({ pdf: null })
  expect((await marked('pdf', await letter('Lease'))).pdf).not.toBeNull()
})

test('what stricter programs refuse has one, too: a PDF cut off before its end', async () => {
  const whole = await pdfWith(['Ground lease', 'Exhibit'])
  const cut = whole.subarray(0, whole.lastIndexOf('xref'))
  expect((await wordsOf(await pdfFrom('pdf', cut)))[1]).toContain('Exhibit')
})
