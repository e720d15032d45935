import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Passage } from '../copilot/index.ts'
import { foundPlaceOf } from '../place/foundPassage.ts'

/** The words that a search has found, where the address leads to them (FIND-06). */
export function useFoundPassage(): Passage | undefined {
  const [address] = useSearchParams()
  const { page, sheet, words } = foundPlaceOf(address) ?? {}
  return useMemo(
    () =>
      words === undefined ? undefined : { page: page ?? null, sheet: sheet ?? null, words, value: null },
    [page, sheet, words],
  )
}
