import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import type { ByteText } from './bytes.ts'

const require = createRequire(import.meta.url)

/** What is read of a font of the kept library. */
interface ReadFont {
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
  postscriptName: string
  glyphForCodePoint(code: number): { id: number; advanceWidth: number }
}

interface Glyph {
  /** Its number in the font, as strings of text show it. */
  id: number
  /** Thousandths of the size of the letters. */
  width: number
}

/** Writes an object of a PDF, with pieces of bytes where it is a stream. */
export type PutObject = (number: number, dictionary: string, ...stream: readonly Buffer[]) => Promise<void>

const FILES = { regular: 'LiberationSans-Regular.ttf', bold: 'LiberationSans-Bold.ttf' } as const
const folder = (): string =>
  path.join(path.dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts')

const UNKNOWN = -1
/** Whether a character takes two places of a text. */
const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff

const hex = (code: number): string => code.toString(16).padStart(4, '0')
/** Characters that are shown together. */
const SHOWN = 256
/** Characters that every file has, so that what is written of a font does not follow from a date in it. */
const ALWAYS = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))

/** A font of the product's PDFs, embedded whole; what it has no picture of becomes a question mark. */
export class PdfFont {
  readonly #file: Buffer
  readonly #font: ReadFont
  readonly #glyphs = new Map<string, Glyph>()
  /** The same by code of the characters, which are asked for a hundred million times. */
  readonly #widths = new Int16Array(65_536).fill(UNKNOWN)
  readonly #ids = new Uint16Array(65_536)
  readonly #shown = new Uint16Array(SHOWN)

  constructor(face: keyof typeof FILES) {
    this.#file = readFileSync(path.join(folder(), FILES[face]))
    this.#font = (require('fontkit') as { create(file: Buffer): ReadFont }).create(this.#file)
    for (const character of ALWAYS) this.#glyphOf(character)
  }

  #glyphOf(character: string): Glyph {
    const known = this.#glyphs.get(character)
    if (known) return known
    const glyph = this.#drawn(character)
    this.#glyphs.set(character, glyph)
    if (character.length === 1) {
      this.#widths[character.charCodeAt(0)] = glyph.width
      this.#ids[character.charCodeAt(0)] = glyph.id
    }
    return glyph
  }

  #drawn(character: string): Glyph {
    const { id, advanceWidth } = this.#font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    if (id === 0 && character !== '?') return this.#glyphOf('?')
    return { id, width: Math.round((advanceWidth * 1000) / this.#font.unitsPerEm) }
  }

  /** Of the character at a place of a text, of which most are known already. */
  #widthAt(text: string, at: number): number {
    const width = this.#widths[text.charCodeAt(at)] ?? UNKNOWN
    return width === UNKNOWN ? this.#glyphOf(String.fromCodePoint(text.codePointAt(at) ?? 0)).width : width
  }

  #thousandths(text: string): number {
    let sum = 0
    for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) sum += this.#widthAt(text, at)
    return sum
  }

  /** Points that a text is wide. */
  width(text: string, points: number): number {
    return (this.#thousandths(text) * points) / 1000
  }

  /** Adds the text as an operand of PDF. */
  addShown(text: string, to: ByteText): void {
    to.add('<')
    const shown = this.#shown
    let count = 0
    for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) {
      const code = text.charCodeAt(at)
      const isKnown = this.#widths[code] !== UNKNOWN
      shown[count] = isKnown
        ? (this.#ids[code] ?? 0)
        : this.#glyphOf(String.fromCodePoint(text.codePointAt(at) ?? 0)).id
      count += 1
      if (count < SHOWN) continue
      to.addHex(shown, count)
      count = 0
    }
    to.addHex(shown, count)
    to.add('>')
  }

  /** Lines of at most so many points, broken between words and after slashes where it can be; at least one. */
  lines(text: string, room: number, points: number): string[] {
    const most = (room * 1000) / points
    if (this.#thousandths(text) <= most) return [text]
    const lines: string[] = []
    let [start, space, width, sinceSpace] = [0, -1, 0, 0]
    for (let at = 0; at < text.length; ) {
      const own = this.#widthAt(text, at)
      if (width + own > most && at > start) {
        const end = space > start ? space : at
        lines.push(text.slice(start, end).trimEnd())
        width = space > start ? sinceSpace : 0
        start = end
        space = -1
        continue
      }
      const character = text[at]
      at += isPair(text, at) ? 2 : 1
      width += own
      if (character === ' ' || character === '/') {
        space = at
        sinceSpace = 0
      } else sinceSpace += own
    }
    lines.push(text.slice(start))
    return lines
  }

  /** Writes the font under a number, with what belongs to it under numbers of `next`. */
  async write(number: number, next: () => number, put: PutObject): Promise<void> {
    const [descendant, descriptor, file, names] = [next(), next(), next(), next()]
    const { unitsPerEm, ascent, descent, capHeight, bbox, postscriptName: name } = this.#font
    const scaled = (value: number) => Math.round((value * 1000) / unitsPerEm)
    const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled).join(' ')
    // Each glyph one time, in the order of their codes.
    const used = new Map<number, { width: number; character: string }>()
    for (const [character, { id, width }] of this.#glyphs) {
      if (!used.has(id)) used.set(id, { width, character })
    }
    const sorted = [...used].sort(([one], [other]) => one - other)
    const widths = sorted.map(([id, { width }]) => `${id} [${width}]`).join(' ')
    await put(
      number,
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${names} 0 R>>`,
    )
    await put(
      descendant,
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 0/W[${widths}]>>`,
    )
    await put(
      descriptor,
      `<</Type/FontDescriptor/FontName/${name}/Flags 32/FontBBox[${box}]/ItalicAngle 0/Ascent ${scaled(ascent)}/Descent ${scaled(descent)}/CapHeight ${scaled(capHeight)}/StemV 80/FontFile2 ${file} 0 R>>`,
    )
    await put(file, `/Filter/FlateDecode/Length1 ${this.#file.length}`, deflateSync(this.#file))
    await put(names, '/Filter/FlateDecode', deflateSync(Buffer.from(toUnicode(sorted))))
  }
}

/** Which characters the glyphs stand for, so that texts can be found, copied and read out. */
function toUnicode(glyphs: readonly [number, { character: string }][]): string {
  const utf16 = (text: string) =>
    Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')
  let text = `/CIDInit/ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def/CMapName/Adobe-Identity-UCS def/CMapType 2 def
1 begincodespacerange<0000><ffff>endcodespacerange\n`
  for (let from = 0; from < glyphs.length; from += 100) {
    const some = glyphs.slice(from, from + 100)
    text += `${some.length} beginbfchar\n${some.map(([id, { character }]) => `<${hex(id)}><${utf16(character)}>`).join('\n')}\nendbfchar\n`
  }
  return `${text}endcmap CMapName currentdict/CMap defineresource pop end end`
}
