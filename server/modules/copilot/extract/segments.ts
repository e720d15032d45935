import type { Page } from './facts.ts'

/** A line with its columns, or a sentence that may go over lines and pages; a row of a table is one as well. */
export interface Segment {
  text: string
  /** Columns of a line or of a row; other sentences are one. */
  cells: readonly string[]
  /** The heading that it stands under, in lower case; empty where there is none. */
  heading: string
  /** Of a line, the words of the lines in which its paragraph goes on; empty for sentences. */
  rest: string
  /** The page of a position in the text. */
  pageAt(position: number): number
}

export interface Segments {
  lines: readonly Segment[]
  sentences: readonly Segment[]
}

interface Line {
  text: string
  page: number
  /** Whether an empty line, or the page's begin, stands before it. */
  opens: boolean
  /** Running heads and page numbers are no part of what is said. */
  first: boolean
}

const MAX_SENTENCE = 1_500
const LIST_ITEM = /^(?:[•▪●◦*\-–—]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+/i
/** The letter of a section before its title. */
const LETTERED = /^[A-Z]\.\s+/
const NUMBERED =
  /^(?:article|section|exhibit|schedule|appendix|part)\b|^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[A-Z]/i
const PAGE_NUMBER = /^(?:page\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?$|^.{0,60}\bpage \d{1,4} of \d{1,4}$/i
/** Full stops that end no sentence. */
const ABBREVIATION =
  /(?:\b(?:inc|co|corp|ltd|llc|no|nos|st|mr|ms|dr|jr|sr|vs|approx|est|art|sec|sect|fig|ref|p|pp|ave|blvd|rd|dept|u\.s|l\.p|n\.a|e\.g|i\.e|eff|exp|max|min)|\b[A-Z])\.$/i

const NUMBER = /^\(?(\d{1,2})[.)]\s/
/** A line whose neighbour has the number before or after its own stands in a list, and is no heading. */
const isCounted = (line: Line, before: Line | undefined, after: Line | undefined): boolean => {
  const number = Number(NUMBER.exec(line.text)?.[1] ?? Number.NaN)
  const has = (other: Line | undefined, wanted: number): boolean =>
    Number(NUMBER.exec(other?.text ?? '')?.[1] ?? Number.NaN) === wanted
  const isApart = (next: Line | undefined): boolean => next === undefined || next.opens || next.first
  return (!isApart(line) && has(before, number - 1)) || (!isApart(after) && has(after, number + 1))
}

/** Words of a heading: short, no full stop, capitals or numbered. */
function isHeading(text: string): boolean {
  if (text.length > 80 || text.includes('\t') || /[.;,:]$/.test(text.replace(/^\d[\d.]*/, ''))) {
    return text.length <= 60 && /^[A-Z][A-Za-z &/,'-]+:$/.test(text)
  }
  if (!/[A-Za-z]{3}/.test(text)) return false
  const words = text.replace(/^[\d.()\s]+/, '').split(/\s+/)
  if (words.length > 9) return false
  if (/\d{3,}|\$/.test(text)) return false
  const capital = words.filter(
    (word) => /^[A-Z(&]/.test(word) || /^(?:and|or|of|the|for|to|in|on|with)$/.test(word),
  )
  return capital.length === words.length || NUMBERED.test(text)
}

/** The number of a clause stands apart from its words, and is no column beside them. */
const CLAUSE_NUMBER = /^(\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivx]{1,4})[.)]?|§\s?\d[\d.]*)\t(?=[^\t]*$)/
const squeezed = (text: string): string =>
  text
    .replace(/[^\S\t]+/g, ' ')
    .trim()
    .replace(CLAUSE_NUMBER, '$1 ')

/** Lines that stand on most pages alike are running heads and feet. */
function linesOf(pages: readonly Page[]): Line[] {
  const all = pages.map((page) => page.text.split('\n').map(squeezed))
  const seen = new Map<string, number>()
  const key = (line: string): string => line.replace(/\d+/g, '#').toLowerCase()
  if (pages.length > 2) {
    for (const lines of all) {
      const full = lines.filter((line) => line !== '')
      for (const line of new Set([...full.slice(0, 3), ...full.slice(-3)].map(key))) {
        seen.set(line, (seen.get(line) ?? 0) + 1)
      }
    }
  }
  const running = (line: string): boolean => (seen.get(key(line)) ?? 0) > Math.max(2, pages.length * 0.5)
  return all.flatMap((lines, page) => {
    let opens = false
    let first = true
    return lines.flatMap((text) => {
      if (text === '' || running(text) || PAGE_NUMBER.test(text)) {
        opens ||= text === ''
        return []
      }
      const line: Line = { text, page, opens, first }
      opens = false
      first = false
      return [line]
    })
  })
}

const LABELLED = /^[A-Z][^.;:\t]{0,50}:(?:\s|$)/

/** What follows a line in its paragraph, where it is words and no item, label or row of their own. */
function restOf(all: readonly Line[], index: number): string {
  const words: string[] = []
  for (const line of all.slice(index + 1, index + 4)) {
    const { text, opens, first } = line
    if (opens || first || text.includes('\t') || LIST_ITEM.test(text) || LABELLED.test(text)) break
    words.push(text)
  }
  return words.join(' ')
}

/** The lines and the sentences of a document, in order. */
export function segmentsOf(pages: readonly Page[]): Segments {
  const lines: Segment[] = []
  const sentences: Segment[] = []
  let heading = ''
  /** What announces a list, such as "We found the following:"; it stands over the list's items alone. */
  let announced = ''
  let block: Line[] = []
  const flush = (): void => {
    if (block.length > 0)
      sentences.push(
        ...sentencesOf(block, LIST_ITEM.test(block[0]?.text ?? '') && announced !== '' ? announced : heading),
      )
    block = []
  }
  const all = linesOf(pages)
  for (const [index, line] of all.entries()) {
    const { text, page } = line
    const next = all[index + 1]
    // Between two gaps, or over a table or a list, a short line is a title, however it is written.
    const isOver =
      next === undefined || next.opens || next.first || next.text.includes('\t') || LIST_ITEM.test(next.text)
    const isAlone =
      (line.opens || line.first) &&
      isOver &&
      /^[A-Z][^.;:!?\t]{3,69}$/.test(text.replace(LETTERED, '')) &&
      !/\$|\d{4}/.test(text)
    const isTitle = (isHeading(text) && !isCounted(line, all[index - 1], next)) || isAlone
    const last = block.at(-1)
    // A paragraph goes on over a page where it was not finished.
    const goesOn = last !== undefined && !/[.:;!?]$/.test(last.text) && /^[a-z(\d$]/.test(text) && line.first
    const isTable = text.includes('\t')
    if ((line.opens && !line.first) || (line.first && !goesOn) || LIST_ITEM.test(text) || isTable) flush()
    if (isTitle) {
      flush()
      heading = text
        .replace(LETTERED, '')
        .replace(/^[\d.()\s]+/, '')
        .replace(/:$/, '')
        .toLowerCase()
    }
    const isItem = LIST_ITEM.test(text)
    if (!isItem && line.opens) announced = ''
    lines.push({
      text,
      cells: text.split('\t').map((cell) => cell.trim()),
      heading,
      rest: restOf(all, index),
      pageAt: () => page,
    })
    // What a cell of a row goes on with in the next line belongs to the row.
    const before = all[index - 1]
    const isWrapped =
      block.length === 0 &&
      !isTitle &&
      !isItem &&
      !line.opens &&
      !line.first &&
      !isTable &&
      before?.opens === true &&
      before.text.split('\t').length > 2 &&
      (next === undefined || next.opens || next.first)
    const row = isWrapped ? sentences.at(-1) : undefined
    if (row) {
      sentences[sentences.length - 1] = { ...row, text: `${row.text} ${text}` }
      continue
    }
    block.push(line)
    if (!isTitle && !isItem && /:$/.test(text))
      announced = block
        .map((each) => each.text)
        .join(' ')
        .slice(-200)
        .toLowerCase()
    if (isTable || isTitle) flush()
  }
  flush()
  return { lines, sentences }
}

/** Sentences of one paragraph. */
function sentencesOf(block: readonly Line[], heading: string): Segment[] {
  let text = ''
  const starts: { at: number; page: number }[] = []
  for (const line of block) {
    if (text !== '') text += ' '
    starts.push({ at: text.length, page: line.page })
    text += line.text.replaceAll('\t', ' ')
  }
  const pageAt = (position: number): number =>
    starts.findLast(({ at }) => at <= position)?.page ?? starts[0]?.page ?? 0
  const [only] = block.length === 1 ? block : []
  const columns = only?.text.includes('\t') ? only.text.split('\t').map((cell) => cell.trim()) : null
  const found: Segment[] = []
  let from = 0
  const add = (to: number): void => {
    const raw = text.slice(from, to)
    const lead = raw.length - raw.trimStart().length
    const start = from + lead
    const sentence = raw.trim()
    from = to
    if (sentence === '') return
    found.push({
      text: sentence,
      cells: columns ?? [sentence],
      heading,
      rest: '',
      pageAt: (position) => pageAt(start + position),
    })
  }
  for (const match of columns ? [] : text.matchAll(/[.;!?]["”’)]*\s+(?=["“(]?[A-Z0-9$§])/g)) {
    const end = match.index + match[0].length
    const upTo = text.slice(from, match.index + 1)
    const isLong = end - from > MAX_SENTENCE
    if (
      !isLong &&
      (ABBREVIATION.test(upTo) ||
        (/^\d/.test(text.slice(end)) && /\b(?:no|section|sec|article|art)\.$/i.test(upTo)))
    )
      continue
    // A number such as "1." before what it numbers.
    if (/^\s*\(?[\dA-Za-z]{1,3}[.)]$/.test(upTo)) continue
    add(end)
  }
  add(text.length)
  return found
}
