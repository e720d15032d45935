import { crc32, deflateRawSync } from 'node:zlib'
import { strFromU8, unzipSync, Zip, type ZipInputFile } from 'fflate'
import { DAY_MS } from '../shared/durations.ts'

/** What a spreadsheet shows in a cell: text, a number, or a moment. */
export type Shown = string | number | Date | null

export interface ReadSheet {
  name: string
  /** The header first; each row as long as its last cell. */
  rows: Shown[][]
  /** Addresses that cells open, by place, such as D2. */
  links: Map<string, string>
  /** Whether every cell of the first row is bold. */
  boldHeader: boolean
  xml: string
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const unescaped = (text: string): string =>
  text
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const columnOf = (place: string): number =>
  [...place.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Reads an .xlsx as a spreadsheet program would, by its own parts and not by those of the writer. */
export function readSpreadsheet(bytes: Uint8Array): ReadSheet[] {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  )
  const part = (name: string): string => {
    const text = files[name]
    if (text === undefined) throw new Error(`The spreadsheet has no ${name}.`)
    return text
  }
  const styles = part('xl/styles.xml')
  const formats = [...(/<cellXfs[^>]*>(.*)<\/cellXfs>/s.exec(styles)?.[1] ?? '').matchAll(/<xf [^>]*>/g)].map(
    ([tag]) => ({ font: Number(attribute(tag, 'fontId')), format: Number(attribute(tag, 'numFmtId')) }),
  )
  const fonts = [...styles.matchAll(/<font>(.*?)<\/font>/gs)].map(([, font = '']) => font.includes('<b/>'))
  const moments = new Set(
    [...styles.matchAll(/<numFmt [^>]*>/g)]
      .filter(([tag]) => /yy/.test(attribute(tag, 'formatCode') ?? ''))
      .map(([tag]) => Number(attribute(tag, 'numFmtId'))),
  )
  const relations = (name: string): Map<string, string> =>
    new Map(
      [...(files[name] ?? '').matchAll(/<Relationship [^>]*>/g)].map(([tag]) => [
        attribute(tag, 'Id') ?? '',
        unescaped(attribute(tag, 'Target') ?? ''),
      ]),
    )
  const targets = relations('xl/_rels/workbook.xml.rels')
  return [...part('xl/workbook.xml').matchAll(/<sheet [^>]*>/g)].map(([tag]): ReadSheet => {
    const target = targets.get(attribute(tag, 'r:id') ?? '') ?? ''
    const xml = part(`xl/${target}`)
    const linkTargets = relations(`xl/worksheets/_rels/${target.split('/').at(-1)}.rels`)
    let boldHeader = true
    const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = ''], line) => {
      const row: Shown[] = []
      for (const [, head = '', body = ''] of cells.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)) {
        const style = formats[Number(attribute(` ${head}`, 's') ?? 0)]
        if (line === 0 && !fonts[style?.font ?? 0]) boldHeader = false
        const column = columnOf(attribute(` ${head}`, 'r') ?? '')
        while (row.length < column) row.push(null)
        if (attribute(` ${head}`, 't') === 'inlineStr') {
          row.push(unescaped(/<t[^>]*>(.*)<\/t>/s.exec(body)?.[1] ?? ''))
        } else {
          const value = Number(/<v>(.*)<\/v>/.exec(body)?.[1])
          row.push(moments.has(style?.format ?? 0) ? new Date(Math.round((value - 25_569) * DAY_MS)) : value)
        }
      }
      return row
    })
    const links = new Map(
      [...xml.matchAll(/<hyperlink [^>]*>/g)].map(([link]) => [
        attribute(link, 'ref') ?? '',
        linkTargets.get(attribute(link, 'r:id') ?? '') ?? '',
      ]),
    )
    return { name: unescaped(attribute(tag, 'name') ?? ''), rows, links, boldHeader, xml }
  })
}

/** Bytes to which a part of a bomb unpacks: more than any spreadsheet may have. */
export const BOMB_BYTES = 200_000_000

/** A spreadsheet of which one part is nothing but blanks. */
export function bombOf(bytes: Uint8Array, part = 'xl/worksheets/sheet1.xml'): Buffer {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const parts = Object.entries(unzipSync(bytes)).filter(([filename]) => filename !== part)
  for (const [filename, content] of [...parts, [part, Buffer.alloc(BOMB_BYTES, ' ')] as const]) {
    // Packed by Node: a script takes seconds for so much.
    const file: ZipInputFile = { filename, size: content.length, crc: crc32(content), compression: 8 }
    zip.add(file)
    file.ondata?.(null, deflateRawSync(content, { level: 1 }), true)
  }
  zip.end()
  return Buffer.concat(chunks)
}
