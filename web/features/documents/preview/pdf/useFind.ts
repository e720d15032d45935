import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffectEvent, useRef } from 'react'
import {
  folded,
  type Match,
  matchesOn,
  type PageText,
  pageText,
  type TextRun,
} from '../../../../../shared/pageText.ts'
import { type Found, useTypedSearch } from './useTypedSearch.ts'

/** Matches that are looked for at most. */
const MAX_MATCHES = 5000
/** ms after the last key. */
const DELAY = 200
/** ms between two reports of a search that goes on. */
const REPORT = 100

/** Texts of a document's pages, read once. */
type PageTexts = (page: number) => Promise<PageText>

/** Reads the texts of a document's pages, each once. */
export function textsOf(pdf: PDFDocumentProxy): PageTexts {
  const texts = new Map<number, Promise<PageText>>()
  const read = async (page: number) => {
    const { items } = await (await pdf.getPage(page + 1)).getTextContent()
    return pageText(items.flatMap((item): TextRun[] => ('str' in item ? [item] : [])))
  }
  return (page) => {
    const text = texts.get(page) ?? read(page)
    texts.set(page, text)
    return text
  }
}

/**
 * Looks through all pages, those below the one in view first.
 * @param report called as matches come in, and at the end
 */
export async function search(
  texts: PageTexts,
  pages: number,
  { term, from }: { term: string; from: number },
  signal: AbortSignal,
  report: (found: Found<Match>) => void,
): Promise<void> {
  const wanted = folded(term).trim()
  const byPage = new Map<number, Match[]>()
  let count = 0
  let reported = 0
  const found = (isDone: boolean): Found<Match> => ({
    term,
    matches: [...byPage].toSorted(([a], [b]) => a - b).flatMap(([, matches]) => matches),
    isDone,
    isCut: count >= MAX_MATCHES,
  })
  for (let step = 0; step < pages && count < MAX_MATCHES; step += 1) {
    const page = (from + step) % pages
    // A page that can't be read has nothing to be found.
    const text = await texts(page).catch(() => null)
    if (signal.aborted) return
    const matches = text === null ? [] : matchesOn(page, text, wanted, MAX_MATCHES - count)
    if (matches.length > 0) byPage.set(page, matches)
    const isFirst = count === 0 && matches.length > 0
    count += matches.length
    if (isFirst || performance.now() - reported > REPORT) {
      reported = performance.now()
      report(found(false))
    }
  }
  report(found(true))
}

/** The search in a document, as it is typed. */
export function useFind(pdf: PDFDocumentProxy, currentPage: () => number) {
  const pageInView = useEffectEvent(currentPage)
  const texts = useRef<{ pdf: PDFDocumentProxy; read: PageTexts }>(null)
  return useTypedSearch<Match>(pdf, {
    min: 1,
    max: Number.POSITIVE_INFINITY,
    afterMs: DELAY,
    search: (term, signal, report) => {
      if (texts.current?.pdf !== pdf) texts.current = { pdf, read: textsOf(pdf) }
      const from = pageInView()
      return search(texts.current.read, pdf.numPages, { term, from }, signal, (found) => report(found, from))
    },
  })
}
