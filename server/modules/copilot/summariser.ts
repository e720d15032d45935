import type { Fact, Page, SummaryKind } from './extract/facts.ts'
import { evidenceOf, extractFacts } from './extract/index.ts'
import type { Evidence } from './extract/planted.ts'

/** A fact, and whether its quotation was found where it is said to stand. */
export interface SummaryFact extends Fact {
  verified: boolean
}

/** What a summariser says of one document. */
export interface Summary {
  facts: SummaryFact[]
  /** Sentences for the report: what was left out, what it cost. */
  remarks: string[]
}

/** The one port that summaries are made through (COP-10). */
export interface Summariser {
  /** As the report names it. */
  readonly name: string
  summarise(kind: SummaryKind, pages: readonly Page[], signal: AbortSignal): Promise<Summary>
}

/** Finds facts by the words of the trade; no network, and no answer that the document doesn't hold. */
export const builtInSummariser: Summariser = {
  name: 'the built-in extractor',
  summarise: async (kind, pages) => {
    const evidence = evidenceOf(pages)
    return {
      facts: extractFacts(kind, evidence.pages).map((fact) => ({
        ...fact,
        verified: isOnPages(fact, evidence.pages),
      })),
      remarks: leftOutOf(evidence, pages),
    }
  },
}

/** On which pages words stand that are no evidence (COP-10). */
export const leftOutOf = ({ leftOut }: Evidence, pages: readonly Page[]): string[] => {
  const labels = leftOut.slice(0, 20).map((index) => pages[index]?.label ?? '')
  return labels.length === 0
    ? []
    : [
        `Not used: words that address a reader or a program and state nothing (${labels.join(', ')}${leftOut.length > labels.length ? ' and others' : ''}).`,
      ]
}

const plain = (text: string): string =>
  text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase()

/** Whether a value stands on its page, in words that stand there or go over to the page beside it. */
export function isOnPages(
  { quotation, value, page }: Pick<Fact, 'quotation' | 'value' | 'page'>,
  pages: readonly Page[],
): boolean {
  const [before = '', here = '', after = ''] = [page - 1, page, page + 1].map((index) =>
    plain(pages[index]?.text ?? ''),
  )
  const [words, stated] = [plain(quotation), plain(value)]
  if (stated === '' || !words.includes(stated) || !here.includes(stated)) return false
  if (`${before} ${here} ${after}`.includes(words)) return true
  // A running head may stand between the two parts of a sentence that goes over a page.
  const [first, last] = [words.slice(0, words.length / 2), words.slice(words.length / 2)]
  return (before.includes(first) && here.includes(last)) || (here.includes(first) && after.includes(last))
}
