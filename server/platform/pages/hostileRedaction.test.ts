import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfOf, pdfStream } from '../../../testing/hostileFiles.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import {
  area,
  dots,
  FONT,
  form,
  holds,
  LETTER,
  line,
  mark,
  over,
  paper,
  readAgain,
  redacted,
} from './redaction.fixture.ts'

// Words that no reader draws, and that stand in the file's bytes all the same.

/** Those of the words that a file has, anywhere. */
const heldOf = async (pdf: Buffer, words: readonly string[]): Promise<string[]> => {
  const held: string[] = []
  for (const word of words) if (await holds(pdf, word)) held.push(word)
  return held
}

test('REDACT-14 remarks, operators that nobody knows and operands that nobody takes are not in the file', async () => {
  const content = [
    '% Remarksecret',
    line('Visible Secretword stays'),
    '(Unknownsecret) XX BX (Newersecret) zz EX',
    '(Operandsecret) 0 g',
    'BT /F 12 Tf 50 400 Td [(Kept) % Listsecret\n /Namesecret -20 (too)] TJ ET',
    'q 9 0 0 9 300 300 cm BI /W 1 /H 1 /CS /G /BPC 8 /Note (Picturesecret) ID 0 EI Q',
    '(Endsecret)',
  ].join('\n')
  const { pdf, remarks } = await redacted(paper(content), [mark(over(90, 500, 63))])
  expect(remarks).toEqual([])
  expect(await readAgain(pdf)).toEqual(['Visible stays Kepttoo'])
  const words = [...new Set(content.match(/[A-Z][a-z]+secret/g))]
  expect(words).toHaveLength(8)
  expect(await heldOf(pdf, words)).toEqual([])
})

test('REDACT-14 operators that stand together without a blank are told apart as the reader does', async () => {
  const { pdf, remarks } = await redacted(
    paper(`${line('Secretword')}${line('Next stays', 50, 480)}q1 0 0 1 0 -20 cm ${line('Lower', 50, 480)} Q`),
    [mark(over(45, 500, 80))],
  )
  expect(remarks).toEqual([])
  expect(await readAgain(pdf)).toEqual(['Next stays Lower'])
})

test('REDACT-11 of a font whose letters are drawings only those that are shown are left, and no letter stands for a redacted word', async () => {
  const source = pdfOf(`${LETTER} /Resources << /Font << /T 5 0 R >> >>`, [
    pdfStream('', 'BT /T 10 Tf 50 450 Td (a) Tj 0 -100 Td (b) Tj ET'),
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 8000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [8000 1000] /Encoding << /Differences [97 /Lettersecret /b] >> /CharProcs << /Lettersecret 6 0 R /b 7 0 R >> /Resources << /Font << /F 8 0 R >> >> /ToUnicode 9 0 R >>',
    pdfStream('', '8000 0 0 0 8000 900 d1 BT /F 1000 Tf (Glyphsecret) Tj ET'),
    pdfStream('', '1000 0 0 0 900 900 d1 0 0 450 900 re f'),
    FONT,
    pdfStream(
      '',
      `begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <61> <${Buffer.from('Mapsecret', 'utf16le').swap16().toString('hex')}> <62> <0062> endbfchar endcmap`,
    ),
  ])
  const words = ['Lettersecret', 'Glyphsecret', 'Mapsecret']
  const untouched = await redacted(source, [mark(area(300, 10, 20, 20))])
  expect(await heldOf(untouched.pdf, words)).toEqual(words)
  const { pdf, remarks } = await redacted(source, [mark(area(45, 130, 200, 30))])
  expect(remarks).toEqual([])
  expect(await readAgain(pdf)).toEqual(['b'])
  expect(await heldOf(pdf, words)).toEqual([])
})

test.each([
  ['goes on with it', '/Pattern cs /P scn /X Do', '40 90 200 60 re f'],
  ['is covered with all that it paints', '/Pattern cs /P scn /X Do', '55 105 100 10 re f'],
])(
  'REDACT-11 of a drawing that repeats no word is left where a drawing in the page %s',
  async (_, page, drawing) => {
    const source = pdfOf(
      `${LETTER} /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> /Pattern << /P 7 0 R >> >>`,
      [
        pdfStream('', page),
        FONT,
        form(drawing),
        pdfStream(
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 400 600] /XStep 400 /YStep 600 /Resources << /Font << /F 5 0 R >> >>',
          line('Patternsecret', 60, 110),
        ),
      ],
    )
    const { pdf } = await redacted(source, [mark(area(50, 480, 150, 20))])
    expect(await heldOf(pdf, ['Patternsecret'])).toEqual([])
    const untouched = await redacted(source, [mark(area(300, 10, 20, 20))])
    expect(await heldOf(untouched.pdf, ['Patternsecret'])).toEqual(['Patternsecret'])
  },
)

test('REDACT-13 the data of a picture in the stream may hold what looks like its end: nothing of what is covered is left', async () => {
  const pixels = dots(16, 16, 1)
  pixels.write('\nEI ', 40, 'latin1')
  const content = Buffer.concat([
    Buffer.from('q 80 0 0 80 50 400 cm BI /W 16 /H 16 /CS /G /BPC 8 ID '),
    pixels,
    Buffer.from(`\nEI Q\n${line('After', 50, 300)}`),
  ])
  const source = pdfOf(`${LETTER} /Resources << /Font << /F 5 0 R >> >>`, [pdfStream('', content), FONT])
  const { pdf, remarks } = await redacted(source, [mark(area(50, 120, 40, 80))])
  expect(remarks).toEqual([])
  expect(await readAgain(pdf)).toEqual(['After'])
  const all = unpacked(pdf)
  for (let y = 0; y < 16; y += 1) {
    expect(all.includes(pixels.subarray(16 * y, 16 * y + 8).toString('latin1'))).toBe(false)
    expect(all.includes(pixels.subarray(16 * y + 8, 16 * y + 16).toString('latin1'))).toBe(true)
  }
})

test('REDACT-15 bytes of a palette are not taken for the figures that were redacted', async () => {
  const palette = Buffer.alloc(24, 1)
  palette.write('5', 10)
  const source = paper(
    `q 100 0 0 100 50 100 cm /I Do Q ${line('Price 5,000 EUR')}`,
    '/XObject << /I 6 0 R >>',
    [
      pdfStream(
        `/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace [/Indexed /DeviceRGB 7 <${palette.toString('hex')}>] /BitsPerComponent 8`,
        Buffer.alloc(16, 3),
      ),
    ],
  )
  const { pdf } = await redacted(source, [mark(over(85, 500, 30))])
  expect(await readAgain(pdf)).toEqual(['Price EUR'])
})

test('REDACT-14 what pictures say of themselves is not in the file, covered or not', async () => {
  const jpeg = await sharp(dots(40, 20, 3), { raw: { width: 40, height: 20, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'Exifsecret' } })
    .jpeg()
    .toBuffer()
  const box = (kind: string, data: string): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + data.length)
    head.write(kind, 4)
    return Buffer.concat([head, Buffer.from(data, 'latin1')])
  }
  const jpx = Buffer.concat([
    box('jP  ', '\r\n\x87\n'),
    box('xml ', '<x>Boxsecret</x>'),
    box('jp2c', 'Codestream'),
  ])
  const image = (filter: string, more: string): string =>
    `/Type /XObject /Subtype /Image /Width 40 /Height 20 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /${filter} ${more}`
  const source = paper(
    'q 100 0 0 100 50 100 cm /I Do Q q 9 0 0 9 50 300 cm /J Do Q',
    '/XObject << /I 6 0 R /J 8 0 R >>',
    [
      pdfStream(image('DCTDecode', '/Private 7 0 R'), jpeg),
      pdfStream('', 'Privatesecret'),
      pdfStream(image('JPXDecode', '/Title (Titlesecret)'), jpx),
    ],
  )
  const { pdf } = await redacted(source, [mark(area(300, 10, 20, 20))])
  expect(await heldOf(pdf, ['Exifsecret', 'Boxsecret', 'Privatesecret', 'Titlesecret'])).toEqual([])
  const all = pdf.toString('latin1')
  expect(all.includes('Codestream')).toBe(true)
  // Its pixels are packed as they were.
  expect(all.includes(jpeg.subarray(-200).toString('latin1'))).toBe(true)
})

test('REDACT-11 words beyond what is shown of a page, where nobody can mark them, are not in the file', async () => {
  const cropped = '/MediaBox [0 0 400 600] /CropBox [40 40 360 400] /Contents 4 0 R'
  const content = `${line('Cropsecret', 50, 500)}\n${line('Inside', 60, 300)}\n${line('Paper', 20, 300)}`
  for (const marks of [[mark(area(200, 85, 90, 20))], []]) {
    const { pdf, remarks } = await redacted(paper(content, '', [], cropped), marks)
    expect(remarks).toEqual([])
    // Of a word that the edge cuts in two its letters on the page stay.
    expect((await readAgain(pdf))[0]).toMatch(/^per Inside$/)
    expect(await heldOf(pdf, ['Cropsecret', 'Paper'])).toEqual([])
  }
})

test('REDACT-14 no bookmark has a redacted word: short names, words over two lines, scripts without spaces', async () => {
  const titles = [
    'RWE contract',
    'ROE’s will',
    'Secretword heading',
    '与王小明的合同',
    'Plain',
    'Terms for the room',
  ]
  const written = titles.map((title, at) => {
    const text = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex')
    const [previous, next] = [
      at > 0 && `/Prev ${6 + at} 0 R`,
      at < titles.length - 1 && `/Next ${8 + at} 0 R`,
    ]
    return `<< /Title <${text}> /Parent 6 0 R ${previous || ''} ${next || ''} /Dest [3 0 R /Fit] >>`
  })
  const content = [
    line('RWE Renewables and Jane Roe', 50, 500),
    line('the long Secret-', 50, 450),
    line('word here', 50, 436),
  ].join('\n')
  const plain = pdfOf(`${LETTER} /Resources << /Font << /F 5 0 R >> >>`, [
    pdfStream('', content),
    FONT,
    `<< /Type /Outlines /First 7 0 R /Last ${6 + titles.length} 0 R /Count ${titles.length} >>`,
    ...written,
  ])
  const source = Buffer.from(
    plain.toString('latin1').replace('/Type /Catalog', '/Type /Catalog /Outlines 6 0 R'),
    'latin1',
  )
  const { pdf } = await redacted(source, [
    mark(over(50, 500, 200)),
    mark([over(100, 450, 50), over(50, 436, 28)]),
    mark(area(300, 300, 40, 20), { words: '王小明' }),
  ])
  expect(await readAgain(pdf)).toEqual(['the long here'])
  const outline = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getOutline()
  expect(outline.map(({ title }) => title)).toEqual(['Plain', 'Terms for the room'])
})
