import type { Pdfium } from '../pdfium.ts'
import { meets, type Point, type Rect } from './geometry.ts'

/** A letter as PDFium reads it, in the units of its page. */
export interface ReadLetter {
  text: string
  origin: Point
  /** What of it is to be seen; empty of a space. */
  ink: Rect
  /** As high as its line. */
  line: Rect
}

/** Bytes of a number of double and of single precision. */
const DOUBLE = 8
const SINGLE = 4

/** All letters of a page, from 0, those that nobody sees included. */
export function lettersOf(pdfium: Pdfium, document: number, at: number): ReadLetter[] {
  const page = pdfium.FPDF_LoadPage(document, at)
  if (page === 0) throw new Error('A page could not be read.')
  const text = pdfium.FPDFText_LoadPage(page)
  const { malloc, free } = pdfium.pdfium.wasmExports
  const to = malloc(4 * DOUBLE)
  try {
    const number = (index: number): number => view(pdfium).getFloat64(to + index * DOUBLE, true)
    const single = (index: number): number => view(pdfium).getFloat32(to + index * SINGLE, true)
    const letters: ReadLetter[] = []
    const count = pdfium.FPDFText_CountChars(text)
    for (let index = 0; index < count; index += 1) {
      if (pdfium.FPDFText_IsGenerated(text, index) === 1) continue
      if (!pdfium.FPDFText_GetCharOrigin(text, index, to, to + DOUBLE)) continue
      const origin = { x: number(0), y: number(1) }
      pdfium.FPDFText_GetCharBox(text, index, to, to + DOUBLE, to + 2 * DOUBLE, to + 3 * DOUBLE)
      const ink = { left: number(0), right: number(1), bottom: number(2), top: number(3) }
      pdfium.FPDFText_GetLooseCharBox(text, index, to)
      const line = { left: single(0), top: single(1), right: single(2), bottom: single(3) }
      letters.push({ text: characterOf(pdfium.FPDFText_GetUnicode(text, index)), origin, ink, line })
    }
    return letters
  } finally {
    free(to)
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

const view = ({ pdfium }: Pdfium): DataView => new DataView(pdfium.HEAPU8.buffer)

const characterOf = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'

export const hasInk = ({ left, right, bottom, top }: Rect): boolean =>
  right - left > 0.01 && top - bottom > 0.01

/** Whether a letter stands beyond what is shown of its page. */
export const liesBeyond = ({ text, ink }: ReadLetter, page: Rect): boolean =>
  text.trim() !== '' && hasInk(ink) && !meets(ink, page)

/** Further than any page reaches. */
const EVERYWHERE: Rect = { left: -1e6, bottom: -1e6, right: 1e6, top: 1e6 }

/** Whether anything may be written beyond what is shown of a page, from 0: told without going through its letters. */
export function mayReachBeyond(pdfium: Pdfium, document: number, at: number, shown: Rect): boolean {
  const page = pdfium.FPDF_LoadPage(document, at)
  if (page === 0) throw new Error('A page could not be read.')
  const text = pdfium.FPDFText_LoadPage(page)
  const countIn = ({ left, top, right, bottom }: Rect): number =>
    pdfium.FPDFText_GetBoundedText(text, left, top, right, bottom, 0, 0)
  try {
    return countIn(EVERYWHERE) > countIn(shown)
  } finally {
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
}

/** Red, green and blue of each pixel. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}

const WHITE = 0xffffffff
/** Of FPDF_RenderPageBitmap: red comes first; pictures as they are. */
const RED_FIRST = 0x10
const AS_THEY_ARE = 0x1000

/** A page, from 0, as it is shown on white, so many pixels wide and high. */
export function drawnPage(
  pdfium: Pdfium,
  document: number,
  at: number,
  { width, height, asItIs = false }: { width: number; height: number; asItIs?: boolean },
): Pixels {
  const page = pdfium.FPDF_LoadPage(document, at)
  if (page === 0) throw new Error('A page could not be read.')
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  try {
    if (bitmap === 0) throw new Error('A page is too large to be drawn.')
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RED_FIRST | (asItIs ? AS_THEY_ARE : 0))
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const { HEAPU8 } = pdfium.pdfium
    const data = Buffer.alloc(3 * width * height)
    for (let y = 0, to = 0; y < height; y += 1) {
      for (let x = 0, pixel = from + y * stride; x < width; x += 1, pixel += 4) {
        data[to++] = HEAPU8[pixel] ?? 0
        data[to++] = HEAPU8[pixel + 1] ?? 0
        data[to++] = HEAPU8[pixel + 2] ?? 0
      }
    }
    return { data, width, height }
  } finally {
    if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
  }
}

/** A bookmark, with those below it. */
export interface Bookmark {
  title: string
  /** Of its page, from 0; -1 for none. */
  page: number
  children: Bookmark[]
}

/** Bookmarks of a document that are kept, and how deep. */
const MAX_BOOKMARKS = 10_000
const MAX_DEPTH = 30

export function bookmarksOf(pdfium: Pdfium, document: number): Bookmark[] {
  const seen = new Set<number>()
  const below = (parent: number, depth: number): Bookmark[] => {
    const found: Bookmark[] = []
    let at = depth > MAX_DEPTH ? 0 : pdfium.FPDFBookmark_GetFirstChild(document, parent)
    for (
      ;
      at !== 0 && !seen.has(at) && seen.size < MAX_BOOKMARKS;
      at = pdfium.FPDFBookmark_GetNextSibling(document, at)
    ) {
      seen.add(at)
      found.push({
        title: titleOf(pdfium, at),
        page: pageOf(pdfium, document, at),
        children: below(at, depth + 1),
      })
    }
    return found
  }
  return below(0, 0)
}

function titleOf(pdfium: Pdfium, bookmark: number): string {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const bytes = pdfium.FPDFBookmark_GetTitle(bookmark, 0, 0)
  if (bytes <= 2) return ''
  const to = malloc(bytes)
  pdfium.FPDFBookmark_GetTitle(bookmark, to, bytes)
  // It ends with a zero.
  const title = Buffer.from(pdfium.pdfium.HEAPU8.subarray(to, to + bytes - 2)).toString('utf16le')
  free(to)
  return title
}

function pageOf(pdfium: Pdfium, document: number, bookmark: number): number {
  const own = pdfium.FPDFBookmark_GetDest(document, bookmark)
  const action = own === 0 ? pdfium.FPDFBookmark_GetAction(bookmark) : 0
  const destination = action === 0 ? own : pdfium.FPDFAction_GetDest(document, action)
  return destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, destination)
}
