import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

// Runs in the confined process.

/** Two characters of private use, which no text begins with. */
const MARK = '\ue000\ue001'

const WORKSHEET = /^xl\/worksheets\/[^/]+\.xml$/
const FORMULA = String.raw`<f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/f>)`
/** A cell whose formula came to an error. */
const IN_ERROR = new RegExp(
  String.raw`(<c\b[^<>]*?\bt=")e("[^<>]*>\s*(?:${FORMULA}\s*)?<v>)([^<]*)(?=<\/v>)`,
  'g',
)
/** A cell with a formula and nothing that it came to, as programs write it that calculate nothing. */
const NOT_CALCULATED = new RegExp(String.raw`<c\b([^<>]*)>\s*${FORMULA}\s*<\/c>`, 'g')

const marked = (xml: string): string =>
  xml
    .replace(
      IN_ERROR,
      (_all, before: string, after: string, error: string) => `${before}str${after}${MARK}${error}`,
    )
    .replace(
      NOT_CALCULATED,
      (_all, attributes: string) => `<c${attributes.replace(/\st="[^"]*"/, '')} t="str"><v>${MARK}</v></c>`,
    )

/**
 * The workbook with texts in place of formulas that came to an error or to nothing: what reads it takes those for empty
 * cells, and nobody would learn of a figure that is missing.
 */
export function withFaults(bytes: Buffer): Buffer {
  const sheets = unzipSync(bytes, { filter: ({ name }) => WORKSHEET.test(name) })
  const changed: Record<string, Uint8Array> = {}
  for (const [name, content] of Object.entries(sheets)) {
    const part = Buffer.from(content.buffer, content.byteOffset, content.length)
    if (!part.includes('t="e"') && !part.includes('<f')) continue
    const xml = strFromU8(content)
    const now = marked(xml)
    if (now !== xml) changed[name] = strToU8(now)
  }
  if (Object.keys(changed).length === 0) return bytes
  return Buffer.from(zipSync({ ...unzipSync(bytes), ...changed }, { level: 0 }))
}

/** What a text stands for: an error, null for a formula that was not calculated, undefined for itself. */
export function faultIn(text: string): string | null | undefined {
  if (!text.startsWith(MARK)) return undefined
  return text.length === MARK.length ? null : text.slice(MARK.length)
}
