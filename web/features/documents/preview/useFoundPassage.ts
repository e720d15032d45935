import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Passage } from '../copilot/index.ts'
import { foundPlaceOf } from '../place/foundPassage.ts'

/** The words that a search has found, where the address leads to them (FIND-06). */
export function useFoundPassage(): Passage | undefined {
  const [address] = useSearchParams()
  const { page, words } = foundPlaceOf(address) ?? {}
  return useMemo(
    () => (page === undefined ? undefined : { page, words: words ?? '', value: null }),
    [page, words],
  )
}
