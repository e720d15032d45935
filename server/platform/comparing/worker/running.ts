import type { TextPart } from '../../searchText/answer.ts'

/** Lines at the top and at the foot of a page that may be the same on others. */
const EDGE = 2
/** Characters of a header or footer, and figures in it that may count pages. */
const LONGEST = 200
const MAX_FIGURES = 8
/** Pages that have such a line at least. */
const MIN_PAGES = 3

/** Headers and footers of a text: they stand between words that go on from page to page. */
export interface Running {
  /** Each once, by its form, with the page that it begins on. */
  readonly lines: ReadonlyMap<string, { page: number; text: string }>
  /** Forms of all lines at the top or the foot of some page. */
  readonly seen: { has(form: string): boolean }
}

/**
 * A line as it may stand on many pages: as it is, and with each figure that counts pages replaced by how far it is from the
 * page's own number. "Page 3 of 9" on page 3 is "Page {0} of 9" on all of them.
 */
function formsOf(line: string, page: number): string[] {
  if (line.length > LONGEST) return []
  const figures = [...line.matchAll(/(?<![\d.,])\d{1,5}(?![\d.,]?\d)/g)].slice(0, MAX_FIGURES)
  const counting = figures.map(({ 0: figure, index }) => {
    const rest = line.slice(index + figure.length)
    return `${line.slice(0, index)}\u0000${Number(figure) - page}\u0000${rest}`
  })
  return [line, ...counting]
}

const edgesOf = (lines: readonly string[]): string[] => {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '')
  return [...new Set([...filled.slice(0, EDGE), ...filled.slice(-EDGE)])]
}

/** What stands at the top or at the foot of half of the pages at least. */
export function runningLines(parts: readonly TextPart[]): Running {
  const lines = new Map<string, { page: number; text: string; pages: number }>()
  for (const { page, text } of parts) {
    if (page === undefined) continue
    for (const line of edgesOf(text.split('\n'))) {
      for (const form of formsOf(line, page)) {
        const known = lines.get(form)
        if (known) known.pages += 1
        else lines.set(form, { page, text: line, pages: 1 })
      }
    }
  }
  const paged = parts.filter(({ page, text }) => page !== undefined && text.trim() !== '').length
  const least = Math.max(MIN_PAGES, paged / 2)
  return { lines: new Map([...lines].filter(([, { pages }]) => pages >= least)), seen: lines }
}

/** A page's text without the lines at its top and its foot that are among the given ones. */
export function withoutRunning({ page, text }: TextPart, running: ReadonlySet<string>): string {
  if (page === undefined || running.size === 0) return text
  const lines = text.split('\n')
  const isRunning = (line: string): boolean => formsOf(line.trim(), page).some((form) => running.has(form))
  for (const step of [1, -1]) {
    let passed = 0
    for (
      let at = step === 1 ? 0 : lines.length - 1;
      at >= 0 && at < lines.length && passed < EDGE;
      at += step
    ) {
      const line = lines[at] ?? ''
      if (line.trim() === '') continue
      passed += 1
      if (isRunning(line)) lines[at] = ''
    }
  }
  return lines.join('\n')
}
