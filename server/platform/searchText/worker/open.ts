import { archiveTexts } from './archive.ts'
import { type ReadFile, Refused } from './collect.ts'
import { entitiesDecoded } from './xml.ts'

const CONTENT = 'content.xml'
const MANIFEST = 'META-INF/manifest.xml'

/** What an OpenDocument file says, as it stands in it. @throws Refused, and what unpacks it for a damaged one */
export function contentOf(bytes: Buffer): string {
  const parts = archiveTexts(bytes, (name) => name === CONTENT || name === MANIFEST, CONTENT)
  // With a password each part is encrypted, and the list of parts says so.
  if (parts.get(MANIFEST)?.includes('encryption-data')) throw new Refused('PROTECTED')
  return parts.get(CONTENT) ?? ''
}

const TOKEN = /<(\/?)(text|table|draw|office):([\w-]+)([^>]*?)(\/?)>|([^<]+)/g

/** The words of a piece of content: paragraphs and rows are lines, cells apart by a tab; changes that were deleted are left out. */
function wordsIn(xml: string): string {
  let text = ''
  let row = ''
  let inRow = false
  let tracked = 0
  const put = (words: string): void => {
    if (inRow) row += words
    else text += words
  }
  for (const [, closing = '', space = '', name = '', , , words] of xml.matchAll(TOKEN)) {
    if (name === 'tracked-changes') tracked += closing ? -1 : 1
    else if (tracked > 0) continue
    else if (words !== undefined) put(entitiesDecoded(words).replace(/\s+/g, ' '))
    else if (name === 's' && !closing) put(' ')
    else if (name === 'tab') put('\t')
    else if (name === 'line-break') put(inRow ? ' ' : '\n')
    else if (name === 'table-row') {
      if (closing && row.trim() !== '') text += `${row.trim()}\n`
      inRow = !closing
      row = ''
    } else if (closing && name === 'table-cell' && row !== '') row += '\t'
    else if (closing && space === 'text' && (name === 'p' || name === 'h')) put(inRow ? ' ' : '\n')
  }
  return text.trim()
}

export const readOpenText: ReadFile = (into, bytes) => void into.addLong(wordsIn(contentOf(bytes)))

const TABLE = /<table:table\s([^>]*)>([\s\S]*?)<\/table:table>/g
const PAGE = /<draw:page\s[^>]*>([\s\S]*?)<\/draw:page>/g

/** The sheets of a workbook. */
export function* tablesOf(xml: string): Generator<{ name: string; content: string }> {
  for (const [, attributes = '', content = ''] of xml.matchAll(TABLE)) {
    yield { name: entitiesDecoded(/table:name="([^"]*)"/.exec(attributes)?.[1] ?? ''), content }
  }
}

export const readOpenSheets: ReadFile = (into, bytes) => {
  for (const { name, content } of tablesOf(contentOf(bytes))) {
    if (!into.addLong(wordsIn(content), { sheet: name })) break
  }
}

export const readOpenSlides: ReadFile = (into, bytes) => {
  let page = 0
  for (const [, content = ''] of contentOf(bytes).matchAll(PAGE)) {
    page += 1
    if (!into.add({ page, text: wordsIn(content) })) break
  }
}
