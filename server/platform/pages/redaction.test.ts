import { deflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { doublingForms, pdfOf, pdfStream } from '../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { secondReading } from '../../../testing/pdfium.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import { createPageDrawer, createRedactor } from './index.ts'

// Processes are started.

const redactor = createRedactor()
const drawer = createPageDrawer()
afterAll(() => {
  redactor.close()
  drawer.close()
})

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height })
const mark = (
  boxes: Area | Area[],
  { page = 1, words = null as string | null, reason = 'Third party' } = {},
) => ({
  page,
  boxes: [boxes].flat(),
  words,
  reason,
})

const redact = (bytes: Buffer, marks: ReturnType<typeof mark>[], kind: DrawnKind = 'pdf') =>
  redactor.redact(
    { kind, size: bytes.length, source: (write) => write(bytes) },
    { marks, producer: 'Helioroom', at: Date.UTC(2026, 10, 28) },
  )

async function redacted(
  ...asked: Parameters<typeof redact>
): Promise<{ pdf: Buffer; remarks: readonly string[] }> {
  const made = await redact(...asked)
  if (!made.pdf) throw new Error(made.reason)
  return made
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const LETTER = '/MediaBox [0 0 400 600] /Contents 4 0 R'
/** A page of 400 by 600 points; its font is object 5, further ones follow it. */
const paper = (content: string, resources = '', others: (string | Buffer)[] = [], page = LETTER): Buffer =>
  pdfOf(`${page} /Resources << /Font << /F 5 0 R >> ${resources} >>`, [
    pdfStream('', content),
    FONT,
    ...others,
  ])
const line = (words: string, x = 50, y = 500): string => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET`
/** Covers a line at y, as far as x, in points from above. */
const over = (x: number, y: number, width: number): Area => area(x, 600 - y - 11, width, 15)

/** What each page says by another reader, without spaces and what areas are labelled with. */
const readAgain = async (pdf: Buffer): Promise<string[]> =>
  (await secondReading(pdf)).map((text) =>
    text
      .replace(/Redacted:\s*(Third\s+party|Price|Personal\s+data)/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** Whether a word stands anywhere in a file: in its bytes, in what its streams unpack to, or as two readers read it. */
async function holds(pdf: Buffer, word: string): Promise<boolean> {
  const all = unpacked(pdf)
  const hex = Buffer.from(word, 'latin1').toString('hex')
  const wide = Buffer.from(word, 'utf16le').swap16().toString('hex')
  const bytes = all.toLowerCase()
  const read = [...(await secondReading(pdf)), ...(await itemsOf(pdf)).flat().map(({ words }) => words)]
  return (
    [
      word.toLowerCase(),
      hex,
      wide,
      Buffer.from(word, 'utf16le').swap16().toString('latin1').toLowerCase(),
    ].some((each) => bytes.includes(each)) || read.some((text) => text.replace(/\s/g, '').includes(word))
  )
}

/** What pdf.js reads of each page, with its place. */
async function itemsOf(pdf: Buffer): Promise<{ words: string; x: number; y: number }[][]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const { items } = await (await document.getPage(at + 1)).getTextContent()
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ words: item.str, x: item.transform[4] as number, y: item.transform[5] as number }]
          : [],
      )
    }),
  )
}

/** Pixels of a page, so many to a point of a width of 400. */
async function drawn(pdf: Buffer, number = 1, pointsWide = 400) {
  const webp = await drawer.draw(
    { kind: 'pdf', size: pdf.length, source: (write) => write(pdf) },
    { number, width: 800 },
  )
  if (!webp) throw new Error('It could not be drawn.')
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const scale = 800 / pointsWide
  return (x: number, y: number): number[] => {
    const at = 3 * (Math.round(y * scale) * info.width + Math.round(x * scale))
    return [...data.subarray(at, at + 3)]
  }
}
const isDark = (pixel: number[]): boolean => pixel.every((value) => value < 40)

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

const form = (content: string, more = '', resources = '/Font << /F 5 0 R >>'): Buffer =>
  pdfStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << ${resources} >> ${more}`,
    content,
  )

test('REDACT-11 drawings in drawings, white, unseen and covered text, and recognised words under a scan are removed', async () => {
  const scan = pdfStream(
    '/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8',
    Buffer.alloc(16, 200),
  )
  const content = [
    '/A Do',
    `1 1 1 rg ${line('Whitesecret', 50, 400)} 0 g`,
    `3 Tr ${line('Ocrsecret kept', 50, 350)} 0 Tr`,
    line('Undersecret', 50, 300),
    'q 100 0 0 20 45 295 cm /I Do Q',
  ].join('\n')
  const source = paper(content, '/XObject << /A 6 0 R /I 8 0 R >>', [
    form('q 1 0 0 1 20 0 cm /B Do Q', '/Matrix [1 0 0 1 10 0]', '/XObject << /B 7 0 R >>'),
    form(line('Deepsecret stays not', 20, 500)),
    scan,
  ])
  const { pdf, remarks } = await redacted(source, [
    mark(over(50, 500, 63)),
    mark(over(50, 400, 90)),
    mark(over(48, 350, 56)),
    mark(over(40, 300, 120)),
  ])
  expect(remarks).toEqual([])
  for (const word of ['Deepsecret', 'Whitesecret', 'Ocrsecret', 'Undersecret']) {
    expect(await holds(pdf, word)).toBe(false)
  }
  expect(await readAgain(pdf)).toEqual(['stays not kept'])
})

/** A picture of dots of its own, so that its bytes are found again. */
const dots = (width: number, height: number, channels: number): Buffer => {
  let last = 7
  return Buffer.from(
    Array.from({ length: width * height * channels }, () => {
      last = (Math.imul(last, 1_103_515_245) + 12_345) >>> 0
      return 60 + ((last >>> 16) % 150)
    }),
  )
}

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

/** A PDF with everything in it that is not its pages' own content, an earlier revision, and a word in each. */
function planted(): Buffer {
  const content = [
    '/Span << /ActualText (Actualsecret) /Alt (Altsecret) >> BDC',
    line('Visible words', 50, 500),
    'EMC /OC /Off BDC',
    line('Layersecret', 50, 450),
    'EMC /P /Prop BDC EMC',
  ].join('\n')
  const page = [
    LETTER,
    '/Resources << /Font << /F 5 0 R >> /Properties << /Off 6 0 R /Prop << /ActualText (Propsecret) >> >> /XObject << /Never 15 0 R >> >>',
    '/Annots [7 0 R 9 0 R] /Metadata 11 0 R /Thumb 12 0 R /PieceInfo << /A (Piecesecret) >>',
    '/AA << /O << /S /JavaScript /JS (Scriptsecret) >> >>',
  ].join(' ')
  const first = pdfOf(page, [
    pdfStream('', content),
    FONT,
    '<< /Type /OCG /Name (Layernamesecret) >>',
    '<< /Type /Annot /Subtype /Stamp /Rect [50 350 250 370] /Contents (Notesecret) /AP << /N 8 0 R >> >>',
    pdfStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >>',
      'BT /F 12 Tf 2 5 Td (Stampsecret) Tj ET',
    ),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Fieldnamesecret) /V (Valuesecret) /Rect [50 300 250 320] /AP << /N 10 0 R >> >>',
    pdfStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F 5 0 R >> >>',
      'BT /F 12 Tf 2 5 Td (Fieldsecret) Tj ET',
    ),
    pdfStream('/Type /Metadata /Subtype /XML', '<x>Xmpsecret</x>'),
    pdfStream('/Width 1 /Height 11 /ColorSpace /DeviceGray /BitsPerComponent 8', 'Thumbsecret'),
    '<< /Type /Filespec /F (Filenamesecret.txt) /EF << /F 14 0 R >> >>',
    pdfStream('/Type /EmbeddedFile', 'Attachedsecret'),
    form(line('Unusedsecret')),
    '<< /Type /Outlines /First 17 0 R /Last 18 0 R /Count 2 >>',
    '<< /Title (Stampsecret and more) /Parent 16 0 R /Next 18 0 R /Dest [3 0 R /Fit] >>',
    '<< /Title (Plain bookmark) /Parent 16 0 R /Prev 17 0 R /Dest [3 0 R /Fit] >>',
    '<< /Type /StructTreeRoot /K << /S /P /Alt (Structsecret) >> >>',
    '<< /Author (Authorsecret) /Title (Titlesecret) >>',
  ])
  const previous = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
  const objects: [number, Buffer][] = [
    [
      1,
      Buffer.from(
        '<< /Type /Catalog /Pages 2 0 R /Outlines 16 0 R /StructTreeRoot 19 0 R /Metadata 11 0 R /AcroForm << /Fields [9 0 R] >> /OpenAction << /S /JavaScript /JS (Opensecret) >> /Names << /EmbeddedFiles << /Names [(Embedsecret) 13 0 R] >> >> /OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >> >>',
      ),
    ],
    [4, pdfStream('', content.replace('Visible words', 'Newer words'))],
  ]
  let at = first.length
  const written = objects.map(([number, body]) => {
    const bytes = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    const entry = `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`
    at += bytes.length
    return { bytes, entry }
  })
  const table = `xref\n${written.map(({ entry }) => entry).join('')}trailer\n<< /Size 21 /Root 1 0 R /Info 20 0 R /Prev ${previous} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([first, ...written.map(({ bytes }) => bytes), Buffer.from(table)])
}

test('REDACT-11 REDACT-14 of twenty-four planted words in everything else that a file holds none is left; a bookmark without them stays', async () => {
  const source = planted()
  const words = [...new Set(source.toString('latin1').match(/[A-Z][a-z]+secret/g))]
  expect(words.length).toBeGreaterThanOrEqual(22)
  const { pdf, remarks } = await redacted(source, [
    mark(area(45, 225, 210, 30)),
    mark(area(45, 275, 210, 30)),
  ])
  expect(remarks).toEqual([])
  for (const word of words) expect([word, await holds(pdf, word)]).toEqual([word, false])
  // The earlier revision's words.
  expect(await holds(pdf, 'Visible')).toBe(false)
  expect(await readAgain(pdf)).toEqual(['Newer words'])
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  expect((await document.getOutline()).map(({ title }) => title)).toEqual(['Plain bookmark'])
  expect(pdf.toString('latin1').match(/%%EOF/g)).toHaveLength(1)
  for (const key of [
    'JavaScript',
    'AcroForm',
    'EmbeddedFile',
    'StructTreeRoot',
    'Metadata',
    'Thumb',
    'Annots',
  ]) {
    expect([key, unpacked(pdf).includes(`/${key}`)]).toEqual([key, false])
  }
})

test('REDACT-14 what a page names and does not draw is not in the file, shared or not', async () => {
  const content = pdfStream('', '/Seen Do')
  const source = pdfOf(
    '/MediaBox [0 0 400 600] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Seen 6 0 R /Other 7 0 R >> >>',
    [
      content,
      FONT,
      form(line('Seen'), '', '/Font << /F 5 0 R >> /XObject << /Inner 7 0 R >> /Pattern << /P 8 0 R >>'),
      form(line('Sharedsecret')),
      pdfStream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /XObject << /X 7 0 R >> >>',
        '0 0 9 9 re f',
      ),
    ],
  )
  const { pdf } = await redacted(source, [mark(area(300, 10, 20, 20))])
  expect(await holds(pdf, 'Sharedsecret')).toBe(false)
  expect(await readAgain(pdf)).toEqual(['Seen'])
})

test('REDACT-10 letters of composite fonts and of fonts whose letters are drawings are told apart', async () => {
  const source = paper(`${line('Plain', 50, 500)} BT /T 10 Tf 50 450 Td (aba) Tj ET`, '', [])
  expect(source.length).toBeGreaterThan(0)
  const drawnFont = pdfOf(`${LETTER} /Resources << /Font << /T 5 0 R >> >>`, [
    pdfStream('', 'BT /T 10 Tf 50 450 Td (aba) Tj ET'),
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [1000 1000] /Encoding << /Differences [97 /a /b] >> /CharProcs << /a 6 0 R /b 7 0 R >> >>',
    pdfStream('', '1000 0 0 0 900 900 d1 0 0 900 900 re f'),
    pdfStream('', '1000 0 0 0 900 900 d1 0 0 450 900 re f'),
  ])
  const { pdf, remarks } = await redacted(drawnFont, [mark(area(60.5, 140, 9, 11))])
  expect(remarks).toEqual([])
  expect(/<61> -1000\.000 <61>/.test(unpacked(pdf))).toBe(true)
  const composite = await pdfWith(['Lease with Secretname inside'], { font: LIBERATION })
  const found = await drawer.places(
    { kind: 'pdf', size: composite.length, source: (write) => write(composite) },
    { text: 'Secretname', most: 5 },
  )
  expect(found).toHaveLength(1)
  const made = await redacted(composite, [mark([...(found[0]?.boxes ?? [])], { words: 'Secretname' })])
  expect(made.remarks).toEqual([])
  expect((await readAgain(made.pdf))[0]).toBe('Lease with inside')
})

const LIBERATION = 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'

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
}, 120_000)
