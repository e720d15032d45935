import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import type { DrawnKind } from '../../../shared/pagedFiles.ts'
import { pdfOf, pdfStream } from '../../../testing/hostileFiles.ts'
import { secondReading } from '../../../testing/pdfium.ts'
import { unpacked } from '../../../testing/unpacked.ts'
import { createPageDrawer, createRedactor } from './index.ts'

// Processes are started.

export const redactor = createRedactor()
export const drawer = createPageDrawer()
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

export const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height })
export const mark = (
  boxes: Area | Area[],
  { page = 1, words = null as string | null, reason = 'Third party' } = {},
) => ({
  page,
  boxes: [boxes].flat(),
  words,
  reason,
})

export const redact = (bytes: Buffer, marks: ReturnType<typeof mark>[], kind: DrawnKind = 'pdf') =>
  redactor.redact(
    { kind, size: bytes.length, source: (write) => write(bytes) },
    { marks, producer: 'Helioroom', at: Date.UTC(2026, 10, 28) },
  )

export async function redacted(
  ...asked: Parameters<typeof redact>
): Promise<{ pdf: Buffer; remarks: readonly string[] }> {
  const made = await redact(...asked)
  if (!made.pdf) throw new Error(made.reason)
  return made
}

export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
export const LETTER = '/MediaBox [0 0 400 600] /Contents 4 0 R'
/** A page of 400 by 600 points; its font is object 5, further ones follow it. */
export const paper = (
  content: string,
  resources = '',
  others: (string | Buffer)[] = [],
  page = LETTER,
): Buffer =>
  pdfOf(`${page} /Resources << /Font << /F 5 0 R >> ${resources} >>`, [
    pdfStream('', content),
    FONT,
    ...others,
  ])
export const line = (words: string, x = 50, y = 500): string => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET`
/** Covers a line at y, as far as x, in points from above. */
export const over = (x: number, y: number, width: number): Area => area(x, 600 - y - 11, width, 15)

/** What each page says by another reader, without spaces and what areas are labelled with. */
export const readAgain = async (pdf: Buffer): Promise<string[]> =>
  (await secondReading(pdf)).map((text) =>
    text
      .replace(/Redacted:\s*(Third\s+party|Price|Personal\s+data)/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** Whether a word stands anywhere in a file: in its bytes, in what its streams unpack to, or as two readers read it. */
export async function holds(pdf: Buffer, word: string): Promise<boolean> {
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
export async function itemsOf(pdf: Buffer): Promise<{ words: string; x: number; y: number }[][]> {
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
export async function drawn(pdf: Buffer, number = 1, pointsWide = 400) {
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
export const isDark = (pixel: number[]): boolean => pixel.every((value) => value < 40)

export const form = (content: string, more = '', resources = '/Font << /F 5 0 R >>'): Buffer =>
  pdfStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << ${resources} >> ${more}`,
    content,
  )

/** A picture of dots of its own, so that its bytes are found again. */
export const dots = (width: number, height: number, channels: number): Buffer => {
  let last = 7
  return Buffer.from(
    Array.from({ length: width * height * channels }, () => {
      last = (Math.imul(last, 1_103_515_245) + 12_345) >>> 0
      return 60 + ((last >>> 16) % 150)
    }),
  )
}
