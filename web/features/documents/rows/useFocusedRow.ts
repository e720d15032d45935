import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Row } from '../place/place.ts'

/** State of an address that points at a row: whoever comes by the keyboard stands on it. */
export const FOCUS_ROW = { focusRow: true } as const

const asksForFocus = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'focusRow' in state && state.focusRow === true

/** Gives the focus to the row pointed at as soon as it is there, where the address was left for it; once. */
export function useFocusedRow(highlightedId: string | null, rows: readonly (Row | undefined)[]): void {
  const { state, key } = useLocation()
  const focused = useRef<string>(undefined)
  const isThere = highlightedId !== null && rows.some((row) => row?.id === highlightedId)
  useEffect(() => {
    if (!isThere || !asksForFocus(state) || focused.current === key) return
    focused.current = key
    // The table brings the row into view first.
    requestAnimationFrame(() => {
      const found = document.querySelector<HTMLElement>(`[data-row][data-id="${CSS.escape(highlightedId)}"]`)
      found?.focus({ preventScroll: true })
    })
  }, [isThere, state, key, highlightedId])
}
