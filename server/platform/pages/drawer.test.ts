import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { letter, picture } from '../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { createPageDrawer, type DrawnMark } from './index.ts'

// Processes are started.
vi.setConfig({ testTimeout: 60_000 })

const drawer = createPageDrawer()
afterAll(() => drawer.close())

const file = (kind: DrawnKind, bytes: Buffer) => ({
  kind,
  size: bytes.length,
  source: (write: (chunk: Buffer) => Promise<void>) => write(bytes),
})
const sizes = (kind: DrawnKind, bytes: Buffer) => drawer.sizes(file(kind, bytes))
const draw = (kind: DrawnKind, bytes: Buffer, number: number, width: number) =>
  drawer.draw(file(kind, bytes), { number, width })

const words = (kind: DrawnKind, bytes: Buffer, from = 1, to = 20) =>
  drawer.words(file(kind, bytes), { from, to })
const places = (kind: DrawnKind, bytes: Buffer, text: string, most = 500) =>
  drawer.places(file(kind, bytes), { text, most })

const MARK: DrawnMark = {
  lines: ['Ann Lee · ann.lee@bidder.example', 'Calder · 11/23/2026 14:32 UTC', '7K2M-4QXN-9TRB'],
  position: 'TILED',
  opacity: 25,
  size: 14,
  email: 'ann.lee@bidder.example',
}

const raw = async (image: Buffer | null) => {
  if (!image) throw new Error('There is no picture.')
  return sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** The share of pixels of each of 3 by 4 parts that differ by 16 of 255 or more in a colour. */
async function differing(one: Buffer | null, other: Buffer | null): Promise<number[]> {
  const [a, b] = [await raw(one), await raw(other)]
  const { width, height } = a.info
  const parts = Array.from({ length: 12 }, () => ({ all: 0, differ: 0 }))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const part = parts[Math.floor((y * 4) / height) * 3 + Math.floor((x * 3) / width)]
      if (!part) continue
      const at = 3 * (y * width + x)
      part.all += 1
      if ([0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) >= 16)) {
        part.differ += 1
      }
    }
  }
  return parts.map(({ all, differ }) => differ / all)
}

const ground = (colour: string, { width = 1200, height = 1553 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .webp()
    .toBuffer()

test('a PDF has the sizes of its pages as they are shown, and each is drawn as wide as asked', async () => {
  const pdf = await pdfWith(['Lease', '', 'Exhibit'])
  expect(await sizes('pdf', pdf)).toEqual({ sizes: Array(3).fill({ width: 612, height: 792 }) })
  const second = await raw(await draw('pdf', pdf, 2, 800))
  expect([second.info.width, second.info.height]).toEqual([800, 1035])
  expect([...second.data.subarray(0, 3)]).toEqual([255, 255, 255])
  const middle = 3 * (400 * 800 + 300)
  expect(Math.abs((second.data[middle] ?? 0) - 0x77)).toBeLessThan(4)
  expect(await draw('pdf', pdf, 4, 800)).toBeNull()
})

test('a page of extreme shape is made smaller until it has at most 12 million pixels, and 16383 in a side', async () => {
  const drawn = async (width: number, height: number) => {
    const pdf = await pdfWith([''], { size: [width, height] })
    const { info } = await raw(await draw('pdf', pdf, 1, 2400))
    return [info.width, info.height] as const
  }
  const [width, height] = await drawn(200, 3_000)
  expect(width * height).toBeLessThanOrEqual(12_000_000)
  expect(width * height).toBeGreaterThan(11_900_000)
  expect(await drawn(100, 5_000)).toEqual([327, 16_383])
})

test('a picture is one page, upright and on white', async () => {
  const turned = await sharp(await picture('jpeg'))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(await sizes('picture', turned)).toEqual({ sizes: [{ width: 225, height: 300 }] })
  const { info } = await raw(await draw('picture', turned, 1, 800))
  expect([info.width, info.height]).toEqual([800, 1066])
})

test('each picture of a TIFF is a page, turned as it says; an AVIF is one', async () => {
  const one = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
  const scan = await sharp([await one(400, 300), await one(400, 300)], { join: { animated: true } })
    .tiff()
    .toBuffer()
  expect(await sizes('picture', scan)).toEqual({ sizes: Array(2).fill({ width: 300, height: 225 }) })
  const { info } = await raw(await draw('picture', scan, 2, 800))
  expect([info.width, info.height]).toEqual([800, 600])
  expect(await draw('picture', scan, 3, 800)).toBeNull()
  const turned = await sharp(await one(400, 300))
    .withMetadata({ orientation: 6 })
    .tiff()
    .toBuffer()
  expect(await sizes('picture', turned)).toEqual({ sizes: [{ width: 225, height: 300 }] })
  const avif = await sharp(await one(400, 300))
    .avif()
    .toBuffer()
  expect(await sizes('picture', avif)).toEqual({ sizes: [{ width: 300, height: 225 }] })
  const { info: drawn } = await raw(await draw('picture', avif, 1, 160))
  expect([drawn.width, drawn.height]).toEqual([160, 120])
})

test('a text is set as pages with all of its words, in whatever letters; too many pages have a reason', async () => {
  const text = Buffer.from(
    `First line\r\n\tand ${'a long line of words '.repeat(20)}\n\nLast: 1.250,00 €, Ж, 中\n`,
  )
  expect(await sizes('text', text)).toEqual({ sizes: [{ width: 612, height: 792 }] })
  const [page = ''] = await words('text', text)
  expect(page.split('\n')[0]).toBe('First line')
  expect(page.match(/long line/g)).toHaveLength(20)
  expect(page).toContain('Last: 1.250,00 €, Ж, ?')
  const { info } = await raw(await draw('text', text, 1, 800))
  expect([info.width, info.height]).toEqual([800, 1035])
  const windows = Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])
  expect(await words('text', windows)).toEqual(['Müller'])
  const many = Buffer.from('line\n'.repeat(200))
  expect(await sizes('text', many)).toEqual({ sizes: Array(4).fill({ width: 612, height: 792 }) })
  expect(await sizes('text', Buffer.from('\n'.repeat(57 * 5_001)))).toEqual({
    sizes: null,
    reason: 'It has more than 5,000 pages.',
    mayPass: false,
  })
  expect(await sizes('text', Buffer.from([1, 0, 2, 0, 3]))).toMatchObject({ sizes: null })
})

test('separated values are a table on pages as wide as its columns', async () => {
  const csv = Buffer.from('Site;Price;Remark\nCalder;12;"two\nlines"\nPrairie Sun;7;\n')
  expect(await sizes('table', csv)).toEqual({ sizes: [{ width: 612, height: 792 }] })
  expect((await words('table', csv))[0]?.split('\n').filter((line) => line !== '')).toEqual([
    'Site\tPrice\tRemark',
    'Calder\t12\ttwo',
    'lines',
    'Prairie Sun\t7',
  ])
  const columns = Array.from({ length: 60 }, (_, at) => `Column number ${at}`)
  const broad = Buffer.from(`${columns.join('\t')}\n`)
  const { sizes: found } = await sizes('table', broad)
  expect(found?.[0]?.width).toBeGreaterThan(3_000)
  expect((await words('table', broad))[0]?.match(/Column number \d+/g)).toEqual(columns)
})

test('PAGE-08 an e-mail’s pages have its people, date, subject and body, and name what is attached, unopened', async () => {
  const mail = Buffer.from(
    [
      'From: "Ada Lender" <ada@lender.example>',
      'To: Bo Buyer <bo@buyer.example>, cy@buyer.example',
      'Cc: Di Lee <di@lender.example>',
      'Date: Mon, 23 Nov 2026 15:32:00 +0100',
      'Subject: =?UTF-8?Q?Curtailment_f=C3=BCr_2026?=',
      'Content-Type: multipart/mixed; boundary="x"',
      '',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Please see the <b>lease</b>.</p><img src="http://192.0.2.1/pixel.png">',
      '--x',
      'Content-Type: text/plain; name="Secret.txt"',
      'Content-Disposition: attachment; filename="Secret.txt"',
      '',
      'The words inside',
      '--x--',
      '',
    ].join('\r\n'),
  )
  const [page = ''] = await words('mail', mail)
  expect(page.split('\n').filter((line) => line !== '')).toEqual([
    'From\tAda Lender <ada@lender.example>',
    'To\tBo Buyer <bo@buyer.example>, cy@buyer.example',
    'Cc\tDi Lee <di@lender.example>',
    'Date\t11/23/2026 14:32 UTC',
    'Subject\tCurtailment für 2026',
    'Please see the lease.',
    'Attachments',
    'Secret.txt (17 B)',
  ])
  expect(await sizes('mail', Buffer.from('no mail at all'))).toMatchObject({
    sizes: null,
    reason: 'It is damaged or empty.',
  })
  const stream = (name: string, text: string) => {
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'))
    return { name, type: 2, length: bytes.length, binaryProvider: () => bytes }
  }
  const outlook = Buffer.from(
    burn([
      { name: 'Root Entry', type: 5, length: 0, children: [1, 2, 3, 4] },
      {
        name: '__properties_version1.0',
        type: 2,
        length: 32,
        binaryProvider: () => new Uint8Array(32),
      },
      stream('__substg1.0_0037001F', 'Curtailment notice'),
      stream('__substg1.0_1000001F', 'Dear Buyer, the price holds.'),
      stream('__substg1.0_0C1A001F', 'Ada Lender'),
    ]),
  )
  const [kept = ''] = await words('outlook', outlook)
  expect(kept.split('\n').filter((line) => line !== '')).toEqual([
    'From\tAda Lender',
    'Subject\tCurtailment notice',
    'Dear Buyer, the price holds.',
  ])
  expect(await sizes('outlook', mail)).toMatchObject({ sizes: null, reason: 'It is damaged or empty.' })
})

test('a text is found by its places on the page as it is shown, case ignored', async () => {
  const pdf = await pdfWith(['Ground lease of Calder', '', 'Calder pays; CALDER owes'])
  const found = await places('pdf', pdf, 'calder')
  expect(found.map(({ page, boxes }) => [page, boxes.length])).toEqual([
    [1, 1],
    [3, 1],
    [3, 1],
  ])
  const [{ boxes } = { boxes: [] }] = found
  const [box] = boxes
  // Helvetica of 11 points at 60 points from the left and the top: "Ground lease of " is 81 points wide, "Calder" 34.
  expect(box?.x).toBeGreaterThan(138)
  expect(box?.x).toBeLessThan(144)
  expect(box?.width).toBeGreaterThan(31)
  expect(box?.width).toBeLessThan(37)
  expect(box?.y).toBeGreaterThan(56)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(76)
  expect(await places('pdf', pdf, 'calder', 2)).toHaveLength(2)
  expect(await places('pdf', pdf, 'lender')).toEqual([])
  expect(await places('text', Buffer.from('one Calder'), 'CALDER')).toMatchObject([{ page: 1 }])
  expect(await places('picture', await picture('png'), 'calder')).toEqual([])
  expect(await places('pdf', Buffer.from('no pdf'), 'calder')).toEqual([])
})

test('a file without pages says why in a sentence, and the next file has pages', async () => {
  const lease = await letter('Lease')
  const none = (reason: string) => ({ sizes: null, reason, mayPass: false })
  expect(await sizes('pdf', await letter('Lease', { password: 'x' }))).toEqual(
    none('It is protected by a password.'),
  )
  expect(await sizes('pdf', Buffer.from('just text'))).toEqual(none('It is damaged or empty.'))
  expect(await sizes('picture', lease)).toEqual(none('It is damaged or empty.'))
  expect(await sizes('pdf', Buffer.alloc(0))).toEqual(none('It is damaged or empty.'))
  expect(await sizes('pdf', lease)).toMatchObject({ sizes: [{}] })
})

test('MARK-14 tiled marks leave none of 3 by 4 parts of a page free, upright or landscape', async () => {
  const short = [...MARK.lines.slice(0, 1).map(() => 'A'), 'AAAA-AAAA-AAAA']
  const long = ['Professor Wilhelmina Featherstonehaugh-Cholmondeley · w@a-very-long-domain.example', 'X']
  for (const size of [
    { width: 1200, height: 1553 },
    { width: 1200, height: 675 },
    { width: 300, height: 400 },
    { width: 1200, height: 300 },
    { width: 300, height: 1200 },
  ]) {
    const page = await ground('#ffffff', size)
    for (const mark of [MARK, { ...MARK, lines: short }, { ...MARK, lines: long }, { ...MARK, size: 36 }]) {
      const parts = await differing(page, await drawer.picture(page, mark))
      expect(Math.min(...parts)).toBeGreaterThan(0)
    }
  }
})

test('MARK-15 a mark shows on white, black and coloured ground and leaves more than half of the page', async () => {
  for (const colour of ['#ffffff', '#000000', '#808080', '#4a4a4a', '#c8102e', '#2a7f9e']) {
    const page = await ground(colour)
    const parts = await differing(page, await drawer.picture(page, MARK))
    expect(Math.min(...parts), colour).toBeGreaterThan(0.003)
    expect(parts.reduce((sum, part) => sum + part, 0) / 12, colour).toBeLessThan(0.5)
  }
})

test('marks at the edges and across the page stand where they say', async () => {
  const page = await ground('#ffffff')
  const at = async (position: DrawnMark['position'], size = 14) =>
    (await differing(page, await drawer.picture(page, { ...MARK, position, size }))).map((part) => part > 0)
  const [top, bottom, diagonal] = [await at('TOP'), await at('BOTTOM'), await at('DIAGONAL', 36)]
  expect(top[1]).toBe(true)
  expect(top.lastIndexOf(true)).toBeLessThan(3)
  expect(bottom[10]).toBe(true)
  expect(bottom.indexOf(true)).toBeGreaterThan(8)
  expect([diagonal[0], diagonal[2], diagonal[9], diagonal[11]]).toEqual([false, true, true, false])
})

test('letters and lines are kept as WebP without loss, which goes out as it is where there is no mark, all else as JPEG', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const photo = await sharp({
    create: { width: 600, height: 400, channels: 3, background: '#888888', noise },
  })
    .png()
    .toBuffer()
  const lines = await pdfWith([Array.from({ length: 40 }, (_, at) => `Line ${at} of a lease`).join('\n')])
  for (const [kind, bytes, form] of [
    ['pdf', lines, 'webp'],
    ['picture', photo, 'jpeg'],
  ] as const) {
    const kept = (await draw(kind, bytes, 1, 1200)) ?? Buffer.alloc(0)
    expect([kind, (await sharp(kept).metadata()).format]).toEqual([kind, form])
    const [plain, marked] = [await drawer.picture(kept, null), await drawer.picture(kept, MARK)]
    for (const given of [plain, marked])
      expect((await sharp(given ?? Buffer.alloc(0)).metadata()).format).toBe('webp')
    expect(plain?.equals(kept)).toBe(form === 'webp')
    expect(Math.max(...(await differing(kept, plain))), kind).toBeLessThan(0.02)
    expect(Math.min(...(await differing(plain, marked))), kind).toBeGreaterThan(0.003)
  }
})

test('two codes give two pictures', async () => {
  const page = await ground('#ffffff')
  const other = { ...MARK, lines: [...MARK.lines.slice(0, 2), '7K2M-4QXN-9TRC'] }
  const parts = await differing(await drawer.picture(page, MARK), await drawer.picture(page, other))
  expect(Math.max(...parts)).toBeGreaterThan(0)
})

test('a character that the font lacks becomes a question mark, and others stay', async () => {
  const page = await ground('#ffffff', { width: 300, height: 400 })
  const drawn = (line: string) => drawer.picture(page, { ...MARK, lines: [line, 'X'] })
  const unknown = await drawn('A?ÿ???Ж·€')
  expect(await drawn('A中ÿ文ب😀Ж·€')).toEqual(unknown)
  expect(await drawn('A?????????')).not.toEqual(unknown)
  expect(await drawn('A?ÿ???Ж??')).not.toEqual(unknown)
})

test('a sample is a page with the mark, as PNG', async () => {
  const [one, other] = [await drawer.sample(MARK), await drawer.sample({ ...MARK, position: 'TOP' })]
  const { format, width, height } = await sharp(one).metadata()
  expect([format, width, height]).toEqual(['png', 600, 776])
  expect(Math.max(...(await differing(one, other)))).toBeGreaterThan(0)
})

test('nothing but a page as it was kept is marked', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const headAlone = (await ground('#ffffff')).subarray(0, 40)
  const gif = await sharp(await ground('#ffffff'))
    .gif()
    .toBuffer()
  for (const bytes of [Buffer.from(svg), gif, headAlone]) {
    expect(await drawer.picture(bytes, MARK)).toBeNull()
  }
  expect(await drawer.picture(await ground('#ffffff', { width: 4_000, height: 3_001 }), MARK)).toBeNull()
  expect(await drawer.picture(await ground('#ffffff'), MARK)).not.toBeNull()
})
