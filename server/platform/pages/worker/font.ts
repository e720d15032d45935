import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { glyphsOf } from './glyphs.ts'

/** Letters of marks and of pages that are set: a sans serif that comes with what reads PDFs. */
export const FONT = 'Mark'

const fonts = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
export const regularFont = readFileSync(path.join(fonts, 'LiberationSans-Regular.ttf'))
export const boldFont = readFileSync(path.join(fonts, 'LiberationSans-Bold.ttf'))
GlobalFonts.register(regularFont, FONT)
const hasGlyph = glyphsOf(regularFont)

/** A text with a question mark for each character that the font lacks (MARK-17). */
export const drawable = (text: string): string =>
  [...text].map((character) => (hasGlyph(character) ? character : '?')).join('')
