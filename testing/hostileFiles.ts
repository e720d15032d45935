import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A picture of one colour with a darker left half. */
export const picture = (
  format: 'png' | 'jpeg' | 'gif' | 'webp',
  { width = 400, height = 300, colour = '#2a7f9e' } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([
      {
        input: { create: { width: width >> 1, height, channels: 3, background: '#10242c' } },
        left: 0,
        top: 0,
      },
    ])
    .toFormat(format)
    .toBuffer()

/**
 * A PNG of white pixels, one bit each, so that very many fit into a small file; interlaced, so that they must be
 * unpacked all together.
 */
export function widePng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  header.writeUInt8(interlaced ? 1 : 0, 12)
  const rowBytes = (pixels: number): number => (pixels === 0 ? 0 : 1 + Math.ceil(pixels / 8))
  const passes = interlaced
    ? ADAM7.map(([x, y, dx, dy]) => {
        const columns = Math.ceil((width - x) / dx)
        return rowBytes(columns) * Math.ceil((height - y) / dy)
      })
    : [rowBytes(width) * height]
  const raw = Buffer.alloc(passes.reduce((sum, bytes) => sum + bytes, 0))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(raw, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** First column and row of each pass of an interlaced PNG, and the steps to the next. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A letter page with a heading; with a password nobody opens it without. */
export async function letter(text: string, { password }: { password?: string } = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', ...(password ? { userPassword: password } : {}) })
  pdf.fontSize(40).text(text)
  pdf.rect(72, 200, 468, 300).fill('#c2410c')
  pdf.end()
  const parts: Buffer[] = []
  for await (const part of pdf) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A PDF out of the text of its objects, numbered from 1: the catalogue, the pages, then the page itself. */
export function pdfOf(page: string, others: readonly (string | Buffer)[] = []): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${page} >>`,
    ...others,
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let length = 9
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    const offset = length
    parts.push(part)
    length += part.length
    return offset
  })
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export const pdfStream = (dictionary: string, content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${Buffer.byteLength(content)} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

/** Forms that each draw the next one twice, `levels` deep: 2 to that power of drawings. */
export function doublingForms(levels: number): Buffer {
  const form = (content: string, next?: number): Buffer =>
    pdfStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 100]${next ? ` /Resources << /XObject << /F ${next} 0 R >> >>` : ''}`,
      content,
    )
  const forms = Array.from({ length: levels }, (_, level) =>
    level === levels - 1 ? form('0 0 9 9 re f') : form('/F Do /F Do', 6 + level),
  )
  return pdfOf('/MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>', [
    pdfStream('', '/F Do'),
    ...forms,
  ])
}
