import { useEffect, useEffectEvent, useState } from 'react'

/** What a search in pages has come to. */
export interface Found<Match> {
  readonly term: string
  /** In the order of the pages. */
  readonly matches: readonly Match[]
  readonly isDone: boolean
  /** Whether there are more. */
  readonly isCut: boolean
}

const NOTHING: Found<never> = { term: '', matches: [], isDone: true, isCut: false }

export interface TypedSearch<Match> {
  /** Letters of a text that is looked for. */
  min: number
  max: number
  /** ms after the last key. */
  afterMs: number
  /**
   * Looks for a text.
   * @param report called as matches come in, and at the end; `from` is the page of which on the first one is chosen
   */
  search: (
    term: string,
    signal: AbortSignal,
    report: (found: Found<Match>, from: number) => void,
  ) => Promise<void>
  onError?: (error: unknown) => void
}

/**
 * The search in a document, as it is typed: an older one's findings never show over a newer one's.
 * @param searched what is searched; it is searched anew where it is another one
 */
export function useTypedSearch<Match extends { readonly page: number }>(
  searched: unknown,
  { min, max, afterMs, search, onError }: TypedSearch<Match>,
) {
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<Found<Match>>(NOTHING)
  const [current, setCurrent] = useState<Match | null>(null)
  const begin = useEffectEvent(search)
  const failed = useEffectEvent((error: unknown) => onError?.(error))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` reads what is searched
  useEffect(() => {
    const clear = () => {
      setFound(term === '' ? NOTHING : { ...NOTHING, term })
      setCurrent(null)
    }
    const length = [...term.trim()].length
    if (length < min || length > max) return clear()
    const stop = new AbortController()
    const timer = setTimeout(() => {
      let isChosen = false
      const report = (now: Found<Match>, from: number) => {
        if (stop.signal.aborted) return
        setFound(now)
        if (isChosen) return
        const first = now.matches.find(({ page }) => page >= from) ?? now.matches[0]
        if (!first && !now.isDone) return
        isChosen = true
        setCurrent(first ?? null)
      }
      begin(term, stop.signal, report).catch((error: unknown) => {
        if (stop.signal.aborted) return
        clear()
        failed(error)
      })
    }, afterMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [searched, term, min, max, afterMs])

  const step = (direction: 1 | -1) => {
    const { matches } = found
    if (matches.length === 0) return
    const at = current ? matches.indexOf(current) : -1
    setCurrent(matches[(at + direction + matches.length) % matches.length] ?? null)
  }
  return { term, setTerm, found, current, step }
}
