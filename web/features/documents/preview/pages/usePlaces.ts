import { useEffectEvent } from 'react'
import { MAX_PLACED_TEXT, MIN_PLACED_TEXT } from '../../../../../shared/pageText.ts'
import { useTypedSearch } from '../pdf/useTypedSearch.ts'

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

/** ms after the last key: each search is one of few in a minute. */
const DELAY = 500

/** The search in pages that have no words here: the server says where they stand. */
export function usePlaces(ask: AskPlaces, currentPage: () => number, onError: (error: unknown) => void) {
  const pageInView = useEffectEvent(currentPage)
  return useTypedSearch<Place>(null, {
    min: MIN_PLACED_TEXT,
    max: MAX_PLACED_TEXT,
    afterMs: DELAY,
    search: async (term, signal, report) => {
      const { places, more } = await ask(term.trim(), signal)
      if (!signal.aborted) report({ term, matches: places, isDone: true, isCut: more }, pageInView())
    },
    onError,
  })
}
