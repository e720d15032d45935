import { useEffect, useEffectEvent, useState } from 'react'

/** Where a text stands once. */
export interface Place {
  /** From 1. */
  readonly page: number
  /** Rectangles in points from the upper left corner of the page as the file has it. */
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[]
}

/** Asks where a text stands. @throws what the server or the network says */
export type AskPlaces = (
  text: string,
  signal: AbortSignal,
) => Promise<{ places: readonly Place[]; more: boolean }>

/** What a search has come to. */
interface FoundPlaces {
  readonly term: string
  /** In the order of the pages. */
  readonly matches: readonly Place[]
  readonly isDone: boolean
  /** Whether there are more. */
  readonly isCut: boolean
}

const NOTHING: FoundPlaces = { term: '', matches: [], isDone: true, isCut: false }
/** Letters of a text that is looked for (PAGE-21). */
export const MIN_LETTERS = 3
const MAX_LETTERS = 100
/** ms after the last key: each search is one of few in a minute. */
const DELAY = 500

/** The search in pages that have no words here: the server says where they stand. */
export function usePlaces(ask: AskPlaces, currentPage: () => number, onError: (error: unknown) => void) {
  const [term, setTerm] = useState('')
  const [found, setFound] = useState<FoundPlaces>(NOTHING)
  const [current, setCurrent] = useState<Place | null>(null)
  const asked = useEffectEvent(ask)
  const failed = useEffectEvent(onError)
  const pageInView = useEffectEvent(currentPage)

  useEffect(() => {
    const length = [...term.trim()].length
    if (length < MIN_LETTERS || length > MAX_LETTERS) {
      setFound({ ...NOTHING, term })
      setCurrent(null)
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      asked(term.trim(), stop.signal).then(
        ({ places, more }) => {
          if (stop.signal.aborted) return
          const from = pageInView()
          setFound({ term, matches: places, isDone: true, isCut: more })
          setCurrent(places.find(({ page }) => page >= from) ?? places[0] ?? null)
        },
        (error: unknown) => {
          if (stop.signal.aborted) return
          setFound({ ...NOTHING, term })
          setCurrent(null)
          failed(error)
        },
      )
    }, DELAY)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term])

  const step = (direction: 1 | -1) => {
    const { matches } = found
    if (matches.length === 0) return
    const at = current ? matches.indexOf(current) : -1
    setCurrent(matches[(at + direction + matches.length) % matches.length] ?? null)
  }
  return { term, setTerm, found, current, step }
}
