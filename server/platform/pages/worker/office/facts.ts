import { compoundKind } from '../../../../../shared/compoundFiles.ts'
import { archiveTexts } from '../../../searchText/worker/archive.ts'
import { Refused } from '../../../searchText/worker/collect.ts'
import { entitiesDecoded } from '../../../searchText/worker/xml.ts'
import { readAsked } from '../../asked.ts'
import type { OfficeFacts, OfficeTrait } from '../../officeFacts.ts'

const ZIP = Buffer.from([0x50, 0x4b])
const RICH_TEXT = Buffer.from('{\\rtf')
/** Of what says nothing of itself that is read here. */
const NOTHING: OfficeFacts = { traits: [], fonts: [] }

const WANTED =
  /^(?:word\/(?:document|comments|styles|theme\/theme1)\.xml|xl\/(?:workbook|styles|comments\d+)\.xml|xl\/worksheets\/sheet\d+\.xml|xl\/threadedComments\/.*\.xml|ppt\/(?:slides|notesSlides|comments)\/.*\.xml|ppt\/theme\/theme1\.xml|content\.xml|styles\.xml|META-INF\/manifest\.xml)$/

/** What an Office file says of itself that its pages don't show, as JSON (PAGE-07). */
export async function officeFacts(bytes: Buffer): Promise<Buffer> {
  const { asked, file } = readAsked<{ extension: string }>(bytes)
  return Buffer.from(JSON.stringify(factsOf(asked.extension, file)))
}

function factsOf(extension: string, file: Buffer): OfficeFacts {
  const starts = (signature: Buffer): boolean => file.subarray(0, signature.length).equals(signature)
  if (starts(RICH_TEXT)) return NOTHING
  // LibreOffice makes a page of anything, were it text that is called a workbook.
  if (!starts(ZIP) && compoundKind(file) === null) return { refused: 'DAMAGED' }
  if (starts(ZIP) && extension === 'xlsb') return NOTHING
  try {
    const parts = archiveTexts(file, (name) => WANTED.test(name))
    if (parts.get('META-INF/manifest.xml')?.includes('encryption-data')) return { refused: 'PROTECTED' }
    return { traits: traitsOf(parts), fonts: [...new Set(fontsOf(parts))].toSorted() }
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : 'DAMAGED'
    if (refusal === 'OLD' || refusal === 'LARGE') return NOTHING
    return { refused: refusal }
  }
}

type Parts = ReadonlyMap<string, string>

const some = (parts: Parts, name: RegExp, content: RegExp): boolean =>
  [...parts].some(([part, xml]) => name.test(part) && content.test(xml))

const SHEET = /^xl\/worksheets\//
const SLIDE = /^ppt\/slides\/slide/
const CONTENT = /^content\.xml$/

const TRAITS: Readonly<Record<OfficeTrait, (parts: Parts) => boolean>> = {
  TRACKED: (parts) =>
    some(parts, /^word\/document/, /<w:(?:ins|del|moveFrom|moveTo)\s/) ||
    some(parts, CONTENT, /<text:tracked-changes[\s>][\s\S]*?<text:changed-region/),
  COMMENTS: (parts) =>
    some(parts, /^word\/comments/, /<w:comment\s/) ||
    some(parts, /^xl\/(?:comments|threadedComments)/, /<(?:comment|threadedComment)\s/) ||
    some(parts, /^ppt\/comments\//, /<p(?:\d+)?:cm\s/) ||
    some(parts, CONTENT, /<office:annotation[\s>]/),
  HIDDEN_SHEETS: (parts) =>
    some(parts, /^xl\/workbook/, /<sheet\b[^>]*\sstate="(?:hidden|veryHidden)"/) ||
    some(parts, CONTENT, /<style:table-properties\b[^>]*\stable:display="false"/),
  HIDDEN_CELLS: (parts) =>
    some(parts, SHEET, /<(?:row|col)\b[^>]*\shidden="(?:1|true)"/) ||
    some(parts, CONTENT, /<table:table-(?:row|column)\b[^>]*\stable:visibility="(?:collapse|filter)"/),
  HIDDEN_SLIDES: (parts) =>
    some(parts, SLIDE, /<p:sld\b[^>]*\sshow="(?:0|false)"/) ||
    some(parts, CONTENT, /<style:drawing-page-properties\b[^>]*\spresentation:visibility="hidden"/),
  NOTES: (parts) =>
    some(parts, /^ppt\/notesSlides\//, /<a:t(?:\s[^>]*)?>[^<]*\p{L}[^<]*<\/a:t>/u) ||
    some(parts, CONTENT, /<presentation:notes\b[^>]*>[\s\S]*?<text:p[^>]*>[^<]*\p{L}/u),
}

const traitsOf = (parts: Parts): OfficeTrait[] =>
  (Object.keys(TRAITS) as OfficeTrait[]).filter((trait) => TRAITS[trait](parts))

/** Fonts that the text of a file names, those of a theme among them. */
function* fontsOf(parts: Parts): Generator<string> {
  const names = function* (part: string, pattern: RegExp): Generator<string> {
    for (const [, name = ''] of (parts.get(part) ?? '').matchAll(pattern)) {
      if (name !== '' && !name.startsWith('+')) yield entitiesDecoded(name)
    }
  }
  yield* names('word/document.xml', /<w:rFonts\b[^>]*\sw:ascii="([^"]*)"/g)
  const defaults =
    /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/.exec(parts.get('word/styles.xml') ?? '')?.[0] ?? ''
  const theme = parts.get('word/theme/theme1.xml') ?? parts.get('ppt/theme/theme1.xml') ?? ''
  const ofTheme = (kind: 'major' | 'minor'): string =>
    new RegExp(`<a:${kind}Font>\\s*<a:latin\\b[^>]*\\stypeface="([^"]*)"`).exec(theme)?.[1] ?? ''
  const [, ownDefault] = /\sw:ascii="([^"]*)"/.exec(defaults) ?? []
  if (ownDefault) yield entitiesDecoded(ownDefault)
  else if (defaults.includes('w:asciiTheme="minor') || parts.has('ppt/theme/theme1.xml')) {
    const name = ofTheme('minor')
    if (name !== '') yield entitiesDecoded(name)
  }
  const [, first] =
    /<fonts\b[^>]*>\s*<font>[\s\S]*?<name val="([^"]*)"/.exec(parts.get('xl/styles.xml') ?? '') ?? []
  if (first) yield entitiesDecoded(first)
  for (const part of parts.keys()) {
    if (SLIDE.test(part)) yield* names(part, /<a:latin\b[^>]*\stypeface="([^"]*)"/g)
  }
  for (const part of ['content.xml', 'styles.xml']) {
    yield* names(part, /<style:text-properties\b[^>]*\sstyle:font-name="([^"]*)"/g)
  }
}
