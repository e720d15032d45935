import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { doublingForms, pdfOf, pdfStream } from '../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { secondReading } from '../../../testing/pdfium.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import {
  area,
  dots,
  drawer,
  drawn,
  FONT,
  form,
  holds,
  isDark,
  itemsOf,
  LETTER,
  line,
  mark,
  over,
  paper,
  readAgain,
  redact,
  redacted,
} from './redaction.fixture.ts'

test('REDACT-10 REDACT-12 two areas in one line remove exactly their own words, and the rest stays text where it was', async () => {
  const source = paper(line('Buyer Jane Roe pays Price 540,000 to Seller') + line('Nextline stays', 50, 486))
  const { pdf, remarks } = await redacted(source, [
    mark(over(84, 500, 50), { words: 'Jane Roe', reason: 'Personal data' }),
    mark(over(195, 500, 45), { words: '540,000', reason: 'Price' }),
  ])
  expect(remarks).toEqual([])
  expect(await readAgain(pdf)).toEqual(['Buyer pays Price to Seller Nextline stays'])
  for (const word of ['Jane', 'Roe', '540,000', '540']) expect(await holds(pdf, word)).toBe(false)
  const before = (await itemsOf(await redacted(source, []).then((made) => made.pdf)))[0] ?? []
  const [after = []] = await itemsOf(pdf)
  const seller = after.find(({ words }) => words.includes('Seller'))
  // Where the reader sees the end of the line: at the place of "to Seller" before.
  expect(before[0]?.words).toContain('Seller')
  expect(seller?.y).toBe(500)
  const nextline = after.find(({ words }) => words.includes('Nextline'))
  expect([nextline?.x, nextline?.y]).toEqual([50, 486])
})

test('REDACT-10 what is set with kerning, scale, rise, distances and other operators keeps its place around an area', async () => {
  const content = [
    'BT /F 12 Tf 14 TL 0.3 Tc 5 Tw 80 Tz 50 500 Td [(Kept) -250 (Secret) 120 ( tail)] TJ',
    '(Second Secret line) \' 1 0.4 (Third Secret line) " 3 Ts 100 Tz 0 Tc 0 Tw T* (\\101\\102 Secret \\(x\\)) Tj ET',
    'BT /F 12 Tf 1 0 0 1 50 400 Tm <53656372657420> Tj (after) Tj ET',
  ].join('\n')
  const source = paper(content)
  const full = await redacted(source, [])
  const found = await drawer.places(
    { kind: 'pdf', size: source.length, source: (write) => write(source) },
    { text: 'Secret', most: 10 },
  )
  expect(found).toHaveLength(5)
  const { pdf, remarks } = await redacted(
    source,
    found.map(({ boxes }) => mark(boxes, { words: 'Secret' })),
  )
  expect(remarks).toEqual([])
  expect(await holds(pdf, 'Secret')).toBe(false)
  const text = (await readAgain(pdf))[0]?.replace(/\s/g, '')
  expect(text).toBe('KepttailSecondlineThirdlineAB(x)after')
  const [one, two] = [await drawn(full.pdf), await drawn(pdf)]
  // Every pixel outside of the areas is as it was.
  const areas = found.flatMap(({ boxes }) => boxes)
  let differing = 0
  for (let y = 60; y < 240; y += 1) {
    for (let x = 40; x < 300; x += 1) {
      const isNear = areas.some(
        (box) => x > box.x - 6 && x < box.x + box.width + 6 && y > box.y - 3 && y < box.y + box.height + 3,
      )
      if (!isNear && Math.abs((one(x, y)[0] ?? 0) - (two(x, y)[0] ?? 0)) > 40) differing += 1
    }
  }
  expect(differing).toBe(0)
})

test('REDACT-13 a picture that is covered in part keeps its other pixels and has none of the covered ones anywhere', async () => {
  const pixels = dots(40, 20, 3)
  const soft = Buffer.alloc(800, 255)
  const source = paper('q 200 0 0 100 50 400 cm /I Do Q', '/XObject << /I 6 0 R >>', [
    pdfStream(
      '/Type /XObject /Subtype /Image /Width 40 /Height 20 /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 7 0 R /Filter /FlateDecode',
      deflateSync(pixels),
    ),
    pdfStream(
      '/Type /XObject /Subtype /Image /Width 40 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8',
      soft,
    ),
  ])
  const full = await redacted(source, [])
  expect(unpacked(full.pdf).includes(pixels.subarray(0, 60).toString('latin1'))).toBe(true)
  const { pdf, remarks } = await redacted(source, [mark(area(50, 100, 100, 100))])
  expect(remarks).toEqual([])
  const all = unpacked(pdf)
  for (let y = 0; y < 20; y += 1) {
    const at = 3 * 40 * y
    expect(all.includes(pixels.subarray(at, at + 30).toString('latin1'))).toBe(false)
    expect(all.includes(pixels.subarray(at + 60, at + 120).toString('latin1'))).toBe(true)
  }
  const at = await drawn(pdf)
  expect(isDark(at(60, 110))).toBe(true)
  expect(isDark(at(145, 195))).toBe(true)
  expect(isDark(at(160, 150))).toBe(false)
})

test('REDACT-11 REDACT-13 a picture in the stream itself, a stencil and a picture of a mask are covered likewise', async () => {
  const inline = `q 80 0 0 80 50 400 cm BI /W 8 /H 8 /CS /G /BPC 8 ID ${dots(8, 8, 1).toString('latin1')} EI Q`
  const content = Buffer.concat([
    Buffer.from(inline, 'latin1'),
    Buffer.from('\nq 0 0 1 rg 80 0 0 80 200 400 cm /S Do Q q /G gs 1 0 0 rg 50 200 100 60 re f Q'),
  ])
  const source = pdfOf(
    `${LETTER} /Resources << /Font << /F 5 0 R >> /XObject << /S 6 0 R >> /ExtGState << /G 7 0 R >> >>`,
    [
      pdfStream('', content),
      FONT,
      pdfStream('/Type /XObject /Subtype /Image /Width 8 /Height 8 /ImageMask true', Buffer.alloc(8, 0x55)),
      '<< /Type /ExtGState /SMask << /Type /Mask /S /Luminosity /G 8 0 R >> >>',
      form(`1 g ${line('Masksecret', 60, 220)}`, '/Group << /S /Transparency /CS /DeviceGray >>'),
    ],
  )
  const { pdf, remarks } = await redacted(source, [
    mark(area(50, 120, 40, 80)),
    mark(area(200, 120, 40, 80)),
    mark(area(55, 365, 80, 30)),
  ])
  expect(remarks).toEqual([])
  const all = unpacked(pdf)
  const pixels = dots(8, 8, 1)
  expect(all.includes(pixels.subarray(0, 4).toString('latin1'))).toBe(false)
  expect(all.includes(pixels.subarray(4, 8).toString('latin1'))).toBe(true)
  expect(all.includes(Buffer.alloc(8, 0x55).toString('latin1'))).toBe(false)
  expect(all.includes(Buffer.alloc(8, 0xf5).toString('latin1'))).toBe(true)
  expect(await holds(pdf, 'Masksecret')).toBe(false)
})

test('REDACT-10 drawings are cut at an area, lines and curves, and nothing of their corners is left below it', async () => {
  const content = [
    '0.5 g 100 450 m 133.71 466.13 l 300 450 l 200 520 l h f',
    '2 w 100 300 m 141.37 310.13 l 300 300 l S',
    '1 0 0 RG 120 200 m 131.17 212.17 171.17 240.13 300 200 c B',
    'q 133.33 133.37 20 20 re W n 0 0 400 600 re f Q',
  ].join('\n')
  const { pdf, remarks } = await redacted(paper(content), [
    mark(area(125, 120, 40, 40)),
    mark(area(125, 280, 40, 30)),
    mark(area(125, 370, 60, 40)),
    mark(area(125, 440, 60, 40)),
  ])
  expect(remarks).toEqual([])
  const all = unpacked(pdf)
  for (const corner of ['133.71', '466.13', '141.37', '131.17', '171.17'])
    expect(all.includes(corner)).toBe(false)
  const at = await drawn(pdf)
  expect(isDark(at(140, 140))).toBe(true)
  expect(at(200, 130)[0]).toBeLessThan(160)
  expect(at(200, 293.5)[0]).toBeLessThan(120)
})

test.each([0, 90, 180, 270])(
  'REDACT-10 on a page that is turned by %d degrees an area lies as it is shown',
  async (turn) => {
    const page = `/MediaBox [10 20 410 620] /CropBox [20 40 400 600] /Rotate ${turn} /UserUnit 2 /Contents 4 0 R`
    const source = paper(`${line('Secretword', 60, 500)}\n${line('Other', 60, 300)}`, '', [], page)
    const [place] = await drawer.places(
      { kind: 'pdf', size: source.length, source: (write) => write(source) },
      { text: 'Secretword', most: 5 },
    )
    const { pdf, remarks } = await redacted(source, [mark([...(place?.boxes ?? [])])])
    expect(remarks).toEqual([])
    expect(await holds(pdf, 'Secretword')).toBe(false)
    expect(await readAgain(pdf)).toEqual(['Other'])
    const [box] = place?.boxes ?? []
    const at = await drawn(pdf, 1, turn % 180 === 0 ? 760 : 1120)
    expect(isDark(at((box?.x ?? 0) + 3, (box?.y ?? 0) + 3))).toBe(true)
  },
)

test('REDACT-15 REDACT-16 a page that can not be taken apart becomes a picture in which areas are black, and the remarks name it', async () => {
  const source = pdfOf(`${LETTER} /Resources << /Font << /F 5 0 R >> >>`, [
    pdfStream('', 'BT /F 12 Tf 50 500 Td <0053006500630072006500740077006F00720064> Tj ET'),
    '<< /Type /Font /Subtype /Type0 /BaseFont /Heisei /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Heisei /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /Heisei /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
  const { pdf, remarks } = await redacted(source, [mark(over(45, 500, 200))])
  expect(remarks).toEqual(['Page 1 became a picture.'])
  expect(await holds(pdf, 'Secretword')).toBe(false)
  expect(await readAgain(pdf)).toEqual([''])
  expect(isDark((await drawn(pdf))(50, 93))).toBe(true)
})

test('REDACT-15 where words of an area are left in an object of the file, nothing is made', async () => {
  const withNote = (note: string) =>
    pdfOf(`${LETTER} /Resources << /Font << /F 5 0 R >> >>`, [
      pdfStream('', line('Secretword seven stays')),
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor 6 0 R /Note (${note}) >>`,
      '<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /CharSet (/seven/Secretword) >>',
    ])
  expect(await redact(withNote('A Secretword here'), [mark(over(50, 500, 100))])).toEqual({
    pdf: null,
    reason: 'Words remain on page 1. Nothing was made.',
  })
  // The names of letters go.
  const { pdf } = await redacted(withNote('Nothing'), [mark(over(50, 500, 100))])
  expect(await holds(pdf, 'Secretword')).toBe(false)
})

test('REDACT-16 words that also stand outside of all areas are counted', async () => {
  const source = paper([500, 450, 400, 350].map((y) => line('Acme pays', 50, y)).join('\n'))
  const { remarks } = await redacted(source, [mark(over(50, 500, 32), { words: 'Acme' })])
  expect(remarks).toEqual(["'Acme' also stands on 3 places that are not covered."])
})

test('REDACT-27 an area with room says what it is in white, and its words are there for whoever reads words', async () => {
  const { pdf } = await redacted(paper(line('Secretword')), [
    mark(area(40, 60, 200, 60), { reason: 'Personal data' }),
    mark(area(300, 300, 3, 3), { reason: 'Price' }),
  ])
  const [text = ''] = await secondReading(pdf)
  expect(text.replace(/\s+/g, ' ')).toContain('Redacted: Personal data')
  expect(text.replace(/\s+/g, ' ')).toContain('Redacted: Price')
  const at = await drawn(pdf)
  const row = Array.from({ length: 200 }, (_, x) =>
    Math.max(...Array.from({ length: 12 }, (_each, y) => at(40 + x, 84 + y)[0] ?? 0)),
  )
  expect(row.some((value) => value > 180)).toBe(true)
  expect(isDark(at(301, 301))).toBe(true)
})

test('REDACT-02 texts, tables, mails and pictures become PDFs without what is covered', async () => {
  const of = async (kind: DrawnKind, bytes: Buffer) => {
    const [place] = await drawer.places(
      { kind, size: bytes.length, source: (write) => write(bytes) },
      { text: 'Secretword', most: 5 },
    )
    return redacted(bytes, [mark([...(place?.boxes ?? [])], { words: 'Secretword' })], kind)
  }
  const mail = Buffer.from(
    'From: a@b.example\r\nTo: c@d.example\r\nSubject: Lease\r\n\r\nThe Secretword is here.\r\n',
  )
  for (const [kind, bytes] of [
    ['text', Buffer.from('The Secretword is here.\n')],
    ['table', Buffer.from('Name,What\nSecretword,here\n')],
    ['mail', mail],
  ] as const) {
    const { pdf, remarks } = await of(kind, bytes)
    expect([kind, remarks]).toEqual([kind, []])
    expect(await holds(pdf, 'Secretword')).toBe(false)
    expect((await readAgain(pdf))[0]).toContain('here')
  }
  const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2a7f9e' } })
    .png()
    .toBuffer()
  const { pdf } = await redacted(picture, [mark(area(0, 0, 100, 150))], 'picture')
  const at = await drawn(pdf, 1, 300)
  expect(isDark(at(5, 5))).toBe(true)
  expect(isDark(at(150, 50))).toBe(false)
})

test('REDACT-17 hostile, protected and damaged files fail with a sentence, and the next one is redacted', async () => {
  expect(await redact(doublingForms(18), [mark(area(10, 10, 20, 20))])).toEqual({
    pdf: null,
    reason: 'It takes too long to redact.',
  })
  const damaged = await redact(Buffer.from('%PDF-1.7 nothing'), [mark(area(1, 1, 2, 2))])
  expect(damaged).toEqual({ pdf: null, reason: 'It is damaged or empty.' })
  const locked = await pdfWith(['Secretword'], { userPassword: 'please' })
  expect((await redact(locked, [mark(area(1, 1, 2, 2))])).pdf).toBeNull()
  expect((await redacted(paper(line('Fine')), [mark(area(300, 300, 9, 9))])).remarks).toEqual([])
})
