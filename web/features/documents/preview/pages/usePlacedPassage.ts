import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_PLACED_TEXT, MIN_PLACED_TEXT } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'
import type { AskPlaces, Place } from './usePlaces.ts'

/**
 * Where the words that a search has led to stand on their page; its page alone for who is not given the words, or
 * where they stand there no more.
 */
export function usePlacedPassage(ask: AskPlaces, passage: Passage | undefined): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  const places = useEffectEvent(ask)
  useEffect(() => {
    const page = passage?.page ?? null
    if (page === null) return setPlace(null)
    const left = new AbortController()
    setPlace({ page, boxes: [] })
    const words = passage?.words.trim() ?? ''
    if (words.length < MIN_PLACED_TEXT || words.length > MAX_PLACED_TEXT) return
    places(words, left.signal).then(
      (found) => {
        const there = found.places.find((each) => each.page === page)
        if (there && !left.signal.aborted) setPlace(there)
      },
      // The page is shown all the same.
      () => {},
    )
    return () => left.abort()
  }, [passage])
  return place
}
