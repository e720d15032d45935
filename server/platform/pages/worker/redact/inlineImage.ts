import type { PDFContext, PDFDict, PDFRawStream } from '@cantoo/pdf-lib'
import { type Token, tokenAt } from '../marked/operators.ts'
import { name, pdf } from '../marked/pdfLib.ts'
import { Uncertain } from './uncertain.ts'

/** What pictures in a stream call by shorter names. */
const KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
}
const VALUES: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
}
const KNOWN_COLOURS = new Set([
  'DeviceGray',
  'DeviceRGB',
  'DeviceCMYK',
  'Indexed',
  'CalGray',
  'CalRGB',
  'Lab',
])
const [SLASH] = Buffer.from('/')

/** A picture of a content stream as one of its own. @throws Uncertain for one that can't be read */
export function inlineImage(
  context: PDFContext,
  content: Uint8Array,
  image: Token,
  colours: PDFDict | undefined,
): PDFRawStream {
  const bytes = content.subarray(0, image.to)
  const written: string[] = []
  let isKey = true
  let token = tokenAt(bytes, image.from + 2)
  for (; token && token.word !== 'ID'; token = tokenAt(bytes, token.to)) {
    const text = Buffer.from(bytes.subarray(token.from, token.to)).toString('latin1')
    const isName = bytes[token.from] === SLASH
    if (isKey) written.push(isName ? `/${KEYS[text.slice(1)] ?? text.slice(1)}` : text)
    else written.push(text.replace(/\/([^\s/[\]<>()]+)/g, (_, word: string) => `/${VALUES[word] ?? word}`))
    isKey = !isKey
  }
  if (!token) throw new Uncertain('A picture has no data.')
  const source = Buffer.from(`<< ${written.join(' ')} >>`, 'latin1')
  const dict = pdf.PDFObjectParser.forBytes(source, context).parseObject()
  if (!(dict instanceof pdf.PDFDict)) throw new Uncertain('A picture says nothing of itself.')
  const space = dict.lookup(name('ColorSpace'))
  if (space instanceof pdf.PDFName && !KNOWN_COLOURS.has(space.decodeText())) {
    const named = colours?.get(space)
    if (!named) throw new Uncertain('A picture has unknown colours.')
    dict.set(name('ColorSpace'), named)
  }
  dict.set(name('Type'), name('XObject'))
  dict.set(name('Subtype'), name('Image'))
  // A space follows ID, and EI ends it.
  const made = pdf.PDFRawStream.of(dict, bytes.slice(token.to + 1, image.to - 2))
  if (!isWhole(made)) throw new Uncertain('A picture ends too early.')
  return made
}

/** Packings that tell of a picture that its data end too early; else what looks like its end within them would be taken for it. */
const TELLING = new Set([
  '/ASCIIHexDecode',
  '/ASCII85Decode',
  '/LZWDecode',
  '/FlateDecode',
  '/RunLengthDecode',
])

function isWhole(picture: PDFRawStream): boolean {
  const { dict } = picture
  const filter = dict.lookup(name('Filter'))
  const filters = filter instanceof pdf.PDFArray ? filter.asArray() : filter ? [filter] : []
  if (!filters.every((each) => TELLING.has(each.toString()))) return true
  const [width = 0, height = 0, bits = 1] = ['Width', 'Height', 'BitsPerComponent'].map((key) => {
    const found = dict.lookup(name(key))
    return found instanceof pdf.PDFNumber ? found.asNumber() : undefined
  })
  // Of a space with a name of its own one component is certain.
  const components =
    { '/DeviceRGB': 3, '/DeviceCMYK': 4 }[dict.lookup(name('ColorSpace'))?.toString() ?? ''] ?? 1
  return (
    pdf.decodePDFRawStream(picture).decode().length >= Math.ceil((width * bits * components) / 8) * height
  )
}
