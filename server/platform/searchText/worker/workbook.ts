import { archiveTexts } from './archive.ts'
import type { Collector, ReadFile } from './collect.ts'
import { entitiesDecoded } from './xml.ts'

const WORKBOOK = 'xl/workbook.xml'
const WANTED =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/
const STRING = /<si\b[^>]*>([\s\S]*?)<\/si>|<si\b[^>]*\/>/g
/** Runs of a text; what says how it is pronounced (rPh) is left out. */
const RUN = /<rPh\b[\s\S]*?<\/rPh>|<t\b[^>]*>([^<]*)<\/t>/g
const SHEET = /<sheet\b[^>]*>/g
const RELATION = /<Relationship\b[^>]*>/g
const CELL = /<\/row>|<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g
const VALUE = /<v\b[^>]*>([^<]*)<\/v>/

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1]

const runsOf = (xml: string): string => {
  let text = ''
  for (const [, run] of xml.matchAll(RUN)) if (run !== undefined) text += run
  return entitiesDecoded(text)
}

/** The cells of a workbook's sheets as they are kept: a row is a line, cells are apart by a tab. */
export const readWorkbook: ReadFile = (into, bytes) => {
  const parts = archiveTexts(bytes, (name) => WANTED.test(name), WORKBOOK)
  const strings: string[] = []
  for (const [, item = ''] of (parts.get('xl/sharedStrings.xml') ?? '').matchAll(STRING)) {
    strings.push(runsOf(item))
  }
  for (const { name, file } of sheetsOf(parts)) {
    if (!readSheet(into, name, parts.get(file) ?? '', strings)) break
  }
}

/** The sheets in their order, with the part that each lies in. */
function sheetsOf(parts: ReadonlyMap<string, string>): { name: string; file: string }[] {
  const files = new Map<string, string>()
  for (const [tag] of (parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(RELATION)) {
    const target = attribute(tag, 'Target') ?? ''
    files.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  return [...(parts.get(WORKBOOK) ?? '').matchAll(SHEET)].flatMap(([tag]) => {
    const file = files.get(attribute(tag, 'r:id') ?? '')
    return file === undefined ? [] : [{ name: entitiesDecoded(attribute(tag, 'name') ?? ''), file }]
  })
}

/** Cells of a row that are read, and characters of a part, so that a passage's sheet is found fast. */
const PART = 20_000

function readSheet(into: Collector, sheet: string, xml: string, strings: readonly string[]): boolean {
  let text = ''
  let row = ''
  for (const [mark, tag = '', content = ''] of xml.matchAll(CELL)) {
    if (mark === '</row>') {
      if (row !== '') text += `${row}\n`
      row = ''
      if (text.length > PART) {
        if (!into.add({ sheet, text })) return false
        text = ''
      }
      continue
    }
    const value = cellText(attribute(` ${tag}`, 't') ?? 'n', content, strings)
    if (value !== '') row += row === '' ? value : `\t${value}`
  }
  if (row !== '') text += row
  return text === '' || into.add({ sheet, text })
}

function cellText(type: string, content: string, strings: readonly string[]): string {
  if (type === 'inlineStr') return runsOf(content)
  const value = VALUE.exec(content)?.[1] ?? ''
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'e') return ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  // A figure is searched for as it is shown, not with the digits that binary fractions leave.
  return type === 'n' && value.length > 15
    ? String(Number(Number(value).toPrecision(12)))
    : entitiesDecoded(value)
}
