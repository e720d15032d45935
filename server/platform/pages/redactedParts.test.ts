import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pdfOf, pdfStream } from '../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../testing/paper.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import {
  area,
  drawer,
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

const LIBERATION = 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'

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
