import { archiveTexts } from './archive.ts'
import { entitiesDecoded } from './xml.ts'

const WORKBOOK = 'xl/workbook.xml'
const STRINGS = 'xl/sharedStrings.xml'
const WANTED =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/
const STRING = /<si\b[^>]*>([\s\S]*?)<\/si>|<si\b[^>]*\/>/g
/** Runs of a text; what says how it is pronounced (rPh) is left out. */
const RUN = /<rPh\b[\s\S]*?<\/rPh>|<t\b[^>]*>([^<]*)<\/t>/g
const SHEET = /<sheet\b[^>]*>/g
const RELATION = /<Relationship\b[^>]*>/g
const CELL = /<\/row>|<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g
const VALUE = /<v\b[^>]*>([^<]*)<\/v>/

export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1]

/** A workbook's sheets in their order, with the texts that cells name by number. */
export interface Book {
  sheets: readonly { name: string; xml: string }[]
  strings: readonly string[]
  /** Its other parts that are wanted. */
  parts: ReadonlyMap<string, string>
}

/** A cell as it stands in the file; null for the end of a row. */
export type StoredCell = { tag: string; type: string; content: string } | null

/** @param others names of parts beside those of sheets and texts @throws as archiveTexts */
export function openBook(bytes: Buffer, others: readonly string[] = []): Book {
  const parts = archiveTexts(bytes, (name) => WANTED.test(name) || others.includes(name), WORKBOOK)
  const strings: string[] = []
  for (const [, item = ''] of (parts.get(STRINGS) ?? '').matchAll(STRING)) strings.push(runsOf(item))
  return { sheets: sheetsOf(parts), strings, parts }
}

function sheetsOf(parts: ReadonlyMap<string, string>): { name: string; xml: string }[] {
  const files = new Map<string, string>()
  for (const [tag] of (parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(RELATION)) {
    const target = attribute(tag, 'Target') ?? ''
    files.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return [...(parts.get(WORKBOOK) ?? '').matchAll(SHEET)].flatMap(([tag]) => {
    const file = files.get(attribute(tag, 'r:id') ?? '')
    const name = entitiesDecoded(attribute(tag, 'name') ?? '')
    return file === undefined ? [] : [{ name, xml: parts.get(file) ?? '' }]
  })
}

const runsOf = (xml: string): string => {
  let text = ''
  for (const [, run] of xml.matchAll(RUN)) if (run !== undefined) text += run
  return entitiesDecoded(text)
}

/** The cells of a sheet row by row. */
export function* storedCells(xml: string): Generator<StoredCell> {
  for (const [mark, tag = '', content = ''] of xml.matchAll(CELL)) {
    yield mark === '</row>' ? null : { tag: ` ${tag}`, type: attribute(` ${tag}`, 't') ?? 'n', content }
  }
}

/** What stands in a cell: its text, or the value that was stored last. */
export function storedValue({ type, content }: NonNullable<StoredCell>, strings: readonly string[]): string {
  if (type === 'inlineStr') return runsOf(content)
  const value = VALUE.exec(content)?.[1] ?? ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return entitiesDecoded(value)
}
