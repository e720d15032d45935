import type { Fact, Page } from './facts.ts'

/** `"May 1, 2027" is deleted and replaced with "June 1, 2027"`, or `by`, with whatever quotation marks. */
const REPLACED =
  /["“]([^"”\n]{2,120})["”][^."“]{0,80}?\b(?:is|are|shall be)\s+(?:hereby\s+)?(?:(?:deleted|struck)\s+and\s+)?(?:replaced|substituted|amended to read)\s*(?:with|by|:)?\s*["“]([^"”]{2,160})["”]/gi
/** "Section 2.2 is deleted in its entirety and replaced". */
const CLAUSE =
  /\b(?:section|clause|paragraph|article)\s+(\d{1,2}(?:\.\d{1,2}){1,3})\s+(?:of the (?:agreement|contract|ppa)\s+)?(?:is|shall be)\s+(?:hereby\s+)?(?:deleted|amended and restated|replaced|restated)\b/gi

/** The pages without the clauses that an amendment on a later page replaces as a whole; each character keeps its place. */
export function withoutReplaced(pages: readonly Page[]): Page[] {
  const replaced = pages.flatMap(({ text }, page) =>
    [...text.matchAll(CLAUSE)].map(([, number = '']) => ({ page, number })),
  )
  if (replaced.length === 0) return [...pages]
  return pages.map((page, index) => ({
    ...page,
    text: replaced
      .filter((each) => each.page > index)
      .reduce((text, { number }) => withoutClause(text, number), page.text),
  }))
}

/** A clause ends where the next number or an empty line begins. */
function withoutClause(text: string, number: string): string {
  const clause = new RegExp(
    `^[^\\S\\n]*${number.replaceAll('.', '\\.')}\\.?\\s[\\s\\S]*?(?=\\n[^\\S\\n]*\\n|\\n[^\\S\\n]*\\d{1,2}\\.\\d|$(?![\\s\\S]))`,
    'gm',
  )
  return text.replace(clause, (words) => words.replace(/[^\n]/g, ' '))
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[.,;]+$/, '')
    .trim()
    .toLowerCase()

/** Facts with what an amendment puts in the place of their value, in the words and on the page that say so. */
export function asAmended(facts: readonly Fact[], pages: readonly Page[]): Fact[] {
  const changes = pages.flatMap(({ text }, page) =>
    [...text.matchAll(REPLACED)].map(([words, from = '', to = '']) => ({
      page,
      from: plain(from),
      value: to
        .replace(/\s+/g, ' ')
        .replace(/[.,;]+$/, '')
        .trim(),
      quotation: words.replace(/\s+/g, ' '),
    })),
  )
  return facts.map((fact) => {
    const change = changes.findLast(({ page, from }) => page >= fact.page && from === plain(fact.value))
    return change && !fact.quotation.includes(change.value)
      ? { ...fact, value: change.value, quotation: change.quotation, page: change.page }
      : fact
  })
}
