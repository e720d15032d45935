import type { PDFContext, PDFDict, PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { name, pdf } from '../marked/pdfLib.ts'
import { withPdfium } from '../pdfium.ts'
import { inverse, isWithin, type Matrix, mappedRect, meets, type Rect } from './geometry.ts'
import { drawnPage, type Pixels } from './reading.ts'
import { Uncertain } from './uncertain.ts'

const UNIT: Rect = { left: 0, bottom: 0, right: 1, top: 1 }
/** Pixels of a picture that is changed; one with more is made to fill the memory. */
const MAX_PIXELS = 40_000_000

/** A picture on a page, and what is to be removed of it. */
interface Covering {
  source: PDFRawStream
  target: PDFRef
  matrix: Matrix
  areas: readonly Rect[]
  /** From 0. */
  page: number
}

/** Pictures without the pixels that lie in areas (REDACT-13). */
export interface ImageCovers {
  /** The picture as it stays; null where nothing of it does. @throws Uncertain */
  cover(source: PDFRawStream, how: Pick<Covering, 'matrix' | 'areas' | 'page'>): PDFRef | null
  /** Makes all of them. @returns pages, from 0, with one that could not be made */
  finish(): Promise<ReadonlySet<number>>
}

export function createImageCovers(context: PDFContext): ImageCovers {
  const coverings: Covering[] = []
  return {
    cover: (source, { matrix, areas, page }) => {
      const place = mappedRect(matrix, UNIT)
      if (areas.some((area) => isWithin(place, area))) return null
      const target = context.nextRef()
      coverings.push({ source, target, matrix, areas: areas.filter((area) => meets(place, area)), page })
      return target
    },
    finish: async () => {
      const failed = new Set<number>()
      for (const covering of coverings) {
        try {
          context.assign(covering.target, await coveredImage(context, covering))
        } catch {
          // One that can't be decoded is as doubtful as one that is not understood.
          failed.add(covering.page)
        }
      }
      return failed
    },
  }
}

const numberOf = (dict: PDFDict, key: string): number => {
  const found = dict.lookup(name(key))
  return found instanceof pdf.PDFNumber ? found.asNumber() : 0
}

async function coveredImage(context: PDFContext, covering: Covering): Promise<PDFRawStream> {
  const { dict } = covering.source
  if (isStencil(dict)) return stencil(context, await pixelsOf(covering.source), covering)
  if (numberOf(dict, 'SMaskInData') !== 0) throw new Uncertain('A picture has a mask in its data.')
  const [soft, hard] = [dict.lookup(name('SMask')), dict.lookup(name('Mask'))]
  const entries: [string, PDFObject][] = []
  if (soft instanceof pdf.PDFRawStream) {
    if (soft.dict.has(name('Matte'))) throw new Uncertain('A picture is mixed with its mask.')
    const mask = await pixelsOf(soft)
    cover(mask, covering, 0)
    entries.push(['SMask', context.register(await written(context, mask, { isGrey: true, isPhoto: false }))])
  } else if (hard instanceof pdf.PDFRawStream) {
    entries.push(['Mask', context.register(await stencil(context, await pixelsOf(hard), covering))])
  } else if (hard) throw new Uncertain('A picture has a mask of colours.')
  const pixels = await pixelsOf(covering.source)
  cover(pixels, covering, 255)
  const made = await written(context, pixels, { isGrey: hasNoColour(pixels), isPhoto: isPhoto(dict) })
  for (const [key, value] of entries) made.dict.set(name(key), value)
  const interpolated = dict.get(name('Interpolate'))
  if (interpolated) made.dict.set(name('Interpolate'), interpolated)
  return made
}

const isStencil = (dict: PDFDict): boolean => dict.lookup(name('ImageMask'))?.toString() === 'true'

/** Whether it is kept as a photograph, whose pixels are near enough. */
function isPhoto(dict: PDFDict): boolean {
  const filter = dict.lookup(name('Filter'))
  const last = filter instanceof pdf.PDFArray ? filter.lookup(filter.size() - 1) : filter
  return ['/DCTDecode', '/JPXDecode'].includes(last?.toString() ?? '')
}

/** A picture as it is drawn in its own size, without what masks it. @throws Uncertain for one that is too large */
async function pixelsOf(source: PDFRawStream): Promise<Pixels> {
  const [width, height] = [numberOf(source.dict, 'Width'), numberOf(source.dict, 'Height')]
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new Uncertain('A picture is too large.')
  const single = await pdf.PDFDocument.create({ updateMetadata: false })
  const copy = pdf.PDFObjectCopier.for(source.dict.context, single.context).copy(source)
  for (const key of ['SMask', 'Mask', 'OC', 'Metadata', 'Alternates']) copy.dict.delete(name(key))
  const page = single.addPage([width, height])
  page.node.setXObject(name('I'), single.context.register(copy))
  const operators = single.context.flateStream(`0 g q ${width} 0 0 ${height} 0 0 cm /I Do Q`)
  page.node.set(name('Contents'), single.context.register(operators))
  const bytes = await single.save({ addDefaultPage: false })
  return withPdfium(bytes, (pdfium, document) =>
    drawnPage(pdfium, document, 0, { width, height, asItIs: true }),
  )
}

/** Sets all pixels that an area touches to one value. */
function cover({ data, width, height }: Pixels, { matrix, areas }: Covering, value: number): void {
  const back = inverse(matrix)
  if (!back) throw new Uncertain('A picture has no area.')
  const [a, b, c, d] = matrix
  const isUpright = (b === 0 && c === 0) || (a === 0 && d === 0)
  for (const area of areas) {
    const { left, right, bottom, top } = mappedRect(back, area)
    const clamp = (at: number, most: number): number => Math.max(0, Math.min(most, at))
    const [fromX, toX] = [clamp(Math.floor(left * width), width), clamp(Math.ceil(right * width), width)]
    const [fromY, toY] = [
      clamp(Math.floor((1 - top) * height), height),
      clamp(Math.ceil((1 - bottom) * height), height),
    ]
    for (let y = fromY; y < toY; y += 1) {
      for (let x = fromX; x < toX; x += 1) {
        if (!isUpright && !meets(pixelAt(x, y), area)) continue
        data.fill(value, 3 * (y * width + x), 3 * (y * width + x + 1))
      }
    }
  }
  function pixelAt(x: number, y: number): Rect {
    const pixel = {
      left: x / width,
      right: (x + 1) / width,
      bottom: 1 - (y + 1) / height,
      top: 1 - y / height,
    }
    return mappedRect(matrix, pixel)
  }
}

function hasNoColour({ data }: Pixels): boolean {
  for (let at = 0; at < data.length; at += 3) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  }
  return true
}

/** A stencil: what is painted is black in its pixels. */
function stencil(context: PDFContext, pixels: Pixels, covering: Covering): PDFRawStream {
  cover(pixels, covering, 255)
  return imageOf(context, context.flateStream(bitsOf(pixels)), pixels, {
    ImageMask: true,
    BitsPerComponent: 1,
  })
}

/** A bit for each pixel, 0 for black, each row in bytes of its own. */
function bitsOf({ data, width, height }: Pixels): Buffer {
  const row = Math.ceil(width / 8)
  const bits = Buffer.alloc(row * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[3 * (y * width + x)] ?? 0) < 128) continue
      const at = y * row + (x >> 3)
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bits
}

async function written(
  context: PDFContext,
  pixels: Pixels,
  { isGrey, isPhoto: asPhoto }: { isGrey: boolean; isPhoto: boolean },
): Promise<PDFRawStream> {
  const colours = { ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB' }
  const { data, width, height } = pixels
  if (asPhoto) {
    const picture = sharp(data, { raw: { width, height, channels: 3 } })
    const jpeg = await (isGrey ? picture.toColourspace('b-w') : picture)
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const { channels } = await sharp(jpeg).metadata()
    const stream = pdf.PDFRawStream.of(context.obj({ Filter: 'DCTDecode' }), jpeg)
    return imageOf(context, stream, pixels, {
      ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
      BitsPerComponent: 8,
    })
  }
  if (isGrey && isBlackAndWhite(pixels)) {
    return imageOf(context, context.flateStream(bitsOf(pixels)), pixels, { ...colours, BitsPerComponent: 1 })
  }
  const bytes = isGrey ? data.filter((_, at) => at % 3 === 0) : data
  return imageOf(context, context.flateStream(bytes), pixels, { ...colours, BitsPerComponent: 8 })
}

const isBlackAndWhite = ({ data }: Pixels): boolean => data.every((value) => value === 0 || value === 255)

function imageOf(
  context: PDFContext,
  stream: PDFRawStream,
  { width, height }: Pixels,
  entries: Readonly<Record<string, string | number | boolean>>,
): PDFRawStream {
  const about = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ...entries }
  for (const [key, value] of context.obj(about).entries()) stream.dict.set(key, value)
  return stream
}

/** Where a picture's corner lies on the page. */
export const placeOfImage = (matrix: Matrix): Rect => mappedRect(matrix, UNIT)
