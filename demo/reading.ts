import { inflateRawSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/* Opens the demo's files with other code than that which wrote them. For tests. */

export interface OpenedPdf {
  readonly pages: number
  readonly text: string
}

/** Opens a PDF with pdf.js; rejects for what is none. */
export const openPdf = async (bytes: Buffer): Promise<OpenedPdf> => {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await loading.promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await loading.destroy()
  return {
    pages: pdf.numPages,
    text: texts.join('\n').replace(/\s+/g, ' '),
  }
}

const END_OF_DIRECTORY = 0x06054b50
const ENTRY = 0x02014b50

/** The parts of a zip by name, through its central directory; throws for what is no zip. */
export const partsOfZip = (bytes: Buffer): ReadonlyMap<string, Buffer> => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('Not a zip.')
  const parts = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('The zip has a broken directory.')
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const isStored = bytes.readUInt16LE(at + 10) === 0
    parts.set(bytes.toString('utf8', at + 46, at + 46 + name), isStored ? packed : inflateRawSync(packed))
    at += 46 + name + extra + comment
  }
  return parts
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The words of an Office document: text and deleted text of DOCX, shared and inline strings and figures of XLSX. */
export const officeText = (bytes: Buffer): string =>
  [...partsOfZip(bytes)]
    .filter(([name]) =>
      /^(word\/document|word\/header\d*|xl\/sharedStrings|xl\/worksheets\/.*)\.xml$/.test(name),
    )
    .flatMap(([, part]) => [...part.toString('utf8').matchAll(/<(?:w:t|w:delText|t|v)(?: [^>]*)?>([^<]*)</g)])
    .map((match) => (match[1] ?? '').replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity))
    .join(' ')

/** All words of a file of the demo; none of a picture. */
export const wordsOf = async (name: string, bytes: Buffer): Promise<string> => {
  if (name.endsWith('.pdf')) return (await openPdf(bytes)).text
  if (/\.(docx|xlsx)$/.test(name)) return officeText(bytes)
  return /\.(txt|eml|csv)$/.test(name) ? bytes.toString('utf8') : ''
}
