import { entitiesDecoded } from './xml.ts'

/** What is not shown, with all in it; an end that is missing is the end of the text. */
const HIDDEN =
  /<(script|style|title|head|template|noscript|svg)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi
const TITLE = /<title[^>]*>([^<]*)</i
const BLOCK = /<\/?(?:p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|blockquote|pre|hr|dd|dt)\b[^>]*>/gi
const CELL = /<\/t[dh]\s*>/gi
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
  sect: '§',
  copy: '©',
  reg: '®',
  deg: '°',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

/** The words of a page alone, its title first. */
export function wordsOfHtml(html: string): string {
  const title = TITLE.exec(html)?.[1] ?? ''
  const body = html
    .replace(HIDDEN, ' ')
    .replace(CELL, '\t')
    .replace(BLOCK, '\n')
    .replace(/<[^>]*>/g, '')
    .trim()
  return entitiesDecoded(
    `${title}\n${body}`.replace(/&([a-z]+);/gi, (all, name: string) => NAMED[name] ?? all),
  )
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()
}
