import { createRequire } from 'node:module'
import type { PDFDict, PDFObject } from '@cantoo/pdf-lib'
import type * as StandardFonts from '@cantoo/pdf-lib/standard-fonts'
import { numbersOf } from '../marked/annotations.ts'
import { name, pdf } from '../marked/pdfLib.ts'
import { Uncertain } from './uncertain.ts'

/** A letter of a text that is shown. */
export interface Letter {
  /** Its bytes in the text. */
  from: number
  to: number
  /** Of the height of letters. */
  width: number
  /** A single byte 32, which is as wide as words are set apart. */
  isSpace: boolean
}

/** What is needed of a font to say where its letters lie. */
export interface ReadFont {
  letters(text: Uint8Array): Letter[]
  /** Of the height of letters, above and below their line. */
  ascent: number
  descent: number
}

const require = createRequire(import.meta.url)
const { Font, Encodings } = require('@cantoo/pdf-lib/standard-fonts') as typeof StandardFonts

/** @throws Uncertain for a font whose letters can't be told apart */
export function readFont(font: PDFObject | undefined): ReadFont {
  if (!(font instanceof pdf.PDFDict)) throw new Uncertain('There is no font.')
  const kind = font.lookup(name('Subtype'))?.toString()
  if (kind === '/Type0') return compositeFont(font)
  if (kind === '/Type3') return drawnFont(font)
  return simpleFont(font)
}

const numberOf = (found: PDFObject | undefined): number | null =>
  found instanceof pdf.PDFNumber ? found.asNumber() : null

/** Each byte is a letter. */
const byByte =
  (widthOf: (code: number) => number): ReadFont['letters'] =>
  (text) =>
    Array.from(text, (code, from) => ({ from, to: from + 1, width: widthOf(code), isSpace: code === 32 }))

/** Of most fonts; where a font says more, it is believed as far as letters become larger by it. */
const ASCENT = 0.95
const DESCENT = -0.25

function extentOf(descriptor: PDFObject | undefined): Pick<ReadFont, 'ascent' | 'descent'> {
  if (!(descriptor instanceof pdf.PDFDict)) return { ascent: ASCENT, descent: DESCENT }
  const [up, down] = ['Ascent', 'Descent'].map((key) => (numberOf(descriptor.lookup(name(key))) ?? 0) / 1000)
  return {
    ascent: Math.min(1.5, Math.max(ASCENT, up ?? 0)),
    descent: Math.max(-0.8, Math.min(DESCENT, down ?? 0)),
  }
}

function simpleFont(font: PDFDict): ReadFont {
  const descriptor = font.lookup(name('FontDescriptor'))
  const widths = font.lookup(name('Widths'))
  const first = numberOf(font.lookup(name('FirstChar')))
  if (widths instanceof pdf.PDFArray && first !== null) {
    const missing =
      descriptor instanceof pdf.PDFDict ? (numberOf(descriptor.lookup(name('MissingWidth'))) ?? 0) : 0
    const known = Array.from({ length: widths.size() }, (_, at) => numberOf(widths.lookup(at)) ?? missing)
    return { letters: byByte((code) => (known[code - first] ?? missing) / 1000), ...extentOf(descriptor) }
  }
  return { letters: byByte(standardWidths(font)), ...extentOf(descriptor) }
}

/** Other names of the fonts that every reader has. */
const SAME_AS: readonly (readonly [RegExp, string])[] = [
  [/^(Arial|Helvetica)/, 'Helvetica'],
  [/^(TimesNewRoman|Times)/, 'Times'],
  [/^Courier/, 'Courier'],
]
const STYLES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  Helvetica: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
  Times: ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
  Courier: ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
}

function standardName(base: string): StandardFonts.IFontNames {
  if (base === 'Symbol' || base === 'ZapfDingbats') return base
  const family = SAME_AS.find(([pattern]) => pattern.test(base))?.[1]
  const style = (/Bold/.test(base) ? 1 : 0) + (/Italic|Oblique/.test(base) ? 2 : 0)
  const found = family && STYLES[family]?.[style]
  if (!found) throw new Uncertain('A font says nothing of its widths.')
  return found as StandardFonts.IFontNames
}

const MAX_CODE_POINT = 0xffff
const namesByCode = new Map<string, Map<number, string>>()

/** By code the names of letters, of the encoding that such a font has where it says nothing. */
function encodingOf(key: 'WinAnsi' | 'Symbol' | 'ZapfDingbats'): Map<number, string> {
  const known = namesByCode.get(key)
  if (known) return known
  const made = new Map<number, string>()
  const encoding = Encodings[key]
  for (const point of encoding.supportedCodePoints) {
    if (point > MAX_CODE_POINT) continue
    const { code, name: letter } = encoding.encodeUnicodeCodePoint(point)
    made.set(code, letter)
  }
  namesByCode.set(key, made)
  return made
}

/** The highest code that all usual encodings have in common. */
const COMMON = 126

function standardWidths(font: PDFDict): (code: number) => number {
  const base =
    font
      .lookup(name('BaseFont'))
      ?.toString()
      .slice(1)
      .replace(/^[A-Z]{6}\+/, '') ?? ''
  const standard = standardName(base)
  const metrics = Font.load(standard)
  const encoding = font.lookup(name('Encoding'))
  const isSymbols = standard === 'Symbol' || standard === 'ZapfDingbats'
  const names = new Map(encodingOf(isSymbols ? standard : 'WinAnsi'))
  const of = encoding instanceof pdf.PDFDict ? encoding.lookup(name('BaseEncoding')) : encoding
  if (!isSymbols && of?.toString() !== '/WinAnsiEncoding') {
    for (const code of names.keys()) if (code > COMMON) names.delete(code)
    if (of?.toString() !== '/MacRomanEncoding') {
      names.set(39, 'quoteright')
      names.set(96, 'quoteleft')
    }
  }
  const differences = encoding instanceof pdf.PDFDict ? encoding.lookup(name('Differences')) : undefined
  if (differences instanceof pdf.PDFArray) {
    let code = 0
    for (let at = 0; at < differences.size(); at += 1) {
      const entry = differences.lookup(at)
      if (entry instanceof pdf.PDFNumber) code = entry.asNumber()
      else if (entry instanceof pdf.PDFName) {
        names.set(code, entry.decodeText())
        code += 1
      }
    }
  }
  return (code) => {
    const letter = names.get(code)
    const width = letter === undefined ? undefined : metrics.getWidthOfGlyph(letter)
    if (width === undefined) throw new Uncertain('A letter has no width.')
    return width / 1000
  }
}

/** A font whose letters are drawings. */
function drawnFont(font: PDFDict): ReadFont {
  const matrix = numbersOf(font.lookup(name('FontMatrix')), 6) ?? [0.001, 0, 0, 0.001, 0, 0]
  const [across = 0.001, , , up = 0.001] = matrix
  const widths = font.lookup(name('Widths'))
  const first = numberOf(font.lookup(name('FirstChar'))) ?? 0
  const known =
    widths instanceof pdf.PDFArray
      ? Array.from({ length: widths.size() }, (_, at) => numberOf(widths.lookup(at)) ?? 0)
      : []
  const box = numbersOf(font.lookup(name('FontBBox')), 4) ?? [0, 0, 0, 0]
  const [low, high] = [box[1] ?? 0, box[3] ?? 0].map((value) => value * up).sort((one, two) => one - two)
  return {
    letters: byByte((code) => (known[code - first] ?? 0) * across),
    ascent: Math.max(1, high ?? 0),
    descent: Math.min(-0.3, low ?? 0),
  }
}

/** A font of many letters, each of two bytes. */
function compositeFont(font: PDFDict): ReadFont {
  if (font.lookup(name('Encoding'))?.toString() !== '/Identity-H') {
    throw new Uncertain('A font has an encoding of its own.')
  }
  const descendants = font.lookup(name('DescendantFonts'))
  const descendant = descendants instanceof pdf.PDFArray ? descendants.lookup(0) : undefined
  if (!(descendant instanceof pdf.PDFDict)) throw new Uncertain('A font has no letters.')
  const usual = numberOf(descendant.lookup(name('DW'))) ?? 1000
  const widths = widthsOf(descendant.lookup(name('W')))
  return {
    letters: (text) =>
      Array.from({ length: Math.ceil(text.length / 2) }, (_, at) => {
        const code = ((text[2 * at] ?? 0) << 8) + (text[2 * at + 1] ?? 0)
        return { from: 2 * at, to: 2 * at + 2, width: (widths(code) ?? usual) / 1000, isSpace: false }
      }),
    ...extentOf(descendant.lookup(name('FontDescriptor'))),
  }
}

/** Letters of one width that are listed as a range. */
interface Range {
  from: number
  to: number
  width: number
}

function widthsOf(listed: PDFObject | undefined): (code: number) => number | undefined {
  const single = new Map<number, number>()
  const ranges: Range[] = []
  if (listed instanceof pdf.PDFArray) {
    for (let at = 0; at < listed.size(); ) {
      const from = numberOf(listed.lookup(at)) ?? 0
      const next = listed.lookup(at + 1)
      if (next instanceof pdf.PDFArray) {
        for (let of = 0; of < next.size(); of += 1) single.set(from + of, numberOf(next.lookup(of)) ?? 0)
        at += 2
      } else {
        ranges.push({ from, to: numberOf(next) ?? from, width: numberOf(listed.lookup(at + 2)) ?? 0 })
        at += 3
      }
    }
  }
  return (code) => single.get(code) ?? ranges.find(({ from, to }) => code >= from && code <= to)?.width
}
