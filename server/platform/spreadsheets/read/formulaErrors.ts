import { strFromU8, strToU8 } from 'fflate'

// Runs in the confined process.

/** Two characters of private use, which no text begins with. */
const MARK = '\ue000\ue001'

const FORMULA = String.raw`<f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/f>)`
/** A cell whose formula came to an error. */
const IN_ERROR = new RegExp(
  String.raw`(<c\b[^<>]*?\bt=")e("[^<>]*>\s*(?:${FORMULA}\s*)?<v>)([^<]*)(?=<\/v>)`,
  'g',
)
/** A cell with a formula and nothing that it came to, as programs write it that calculate nothing. */
const NOT_CALCULATED = new RegExp(String.raw`<c\b([^<>]*)>\s*${FORMULA}\s*<\/c>`, 'g')

/**
 * A sheet with texts in place of formulas that came to an error or to nothing: what reads it takes those for empty cells,
 * and nobody would learn of a figure that is missing.
 */
export function withFormulaErrors(sheet: Buffer): Buffer {
  if (!sheet.includes('t="e"') && !sheet.includes('<f')) return sheet
  const xml = strFromU8(sheet)
  const marked = xml
    .replace(
      IN_ERROR,
      (_all, before: string, after: string, error: string) => `${before}str${after}${MARK}${error}`,
    )
    .replace(
      NOT_CALCULATED,
      (_all, attributes: string) => `<c${attributes.replace(/\st="[^"]*"/, '')} t="str"><v>${MARK}</v></c>`,
    )
  return marked === xml ? sheet : Buffer.from(strToU8(marked))
}

/** What a text stands for: an error, null for a formula that was not calculated, undefined for itself. */
export function formulaErrorIn(text: string): string | null | undefined {
  if (!text.startsWith(MARK)) return undefined
  return text.length === MARK.length ? null : text.slice(MARK.length)
}
