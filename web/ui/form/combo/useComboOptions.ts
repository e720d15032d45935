import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface ComboOption {
  value: string
  label: string
  /** A second line that tells it from others of the same name. */
  detail?: string
}

/**
 * Finds options on the server; an empty text asks for the first ones. The signal is aborted where nobody waits for the
 * answer any more.
 */
export type ComboSearch = (text: string, signal: AbortSignal) => Promise<readonly ComboOption[]>

/** A search waits this long in ms after the last key. */
const DELAY = 250
/** Options that a list shows at most. */
export const MAX_SHOWN = 100

interface Found {
  readonly options: readonly ComboOption[]
  readonly isBusy: boolean
  readonly hasFailed: boolean
}

const NOTHING: Found = { options: [], isBusy: false, hasFailed: false }

/**
 * What the server finds for a text, while the list is open: later than the typing, and an older answer never covers a
 * newer one. What was found last stands until the next answer has come.
 */
export function useFound(search: ComboSearch | undefined, text: string, open: boolean): Found {
  const [found, setFound] = useState(NOTHING)
  const isSearched = search !== undefined
  const find = useEffectEvent(
    async (typed: string, signal: AbortSignal) => (await search?.(typed, signal)) ?? [],
  )
  const isFirst = useRef(true)
  useEffect(() => {
    if (!open) {
      isFirst.current = true
      return
    }
    const stop = new AbortController()
    const ask = async () => {
      try {
        const options = await find(text, stop.signal)
        if (!stop.signal.aborted) setFound({ options, isBusy: false, hasFailed: false })
      } catch {
        if (!stop.signal.aborted) setFound({ options: [], isBusy: false, hasFailed: true })
      }
    }
    if (!isSearched) return
    setFound((before) => ({ ...before, isBusy: true }))
    // Opening asks without waiting: nobody is typing then.
    const timer = setTimeout(ask, isFirst.current ? 0 : DELAY)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, open, isSearched])
  return search ? found : NOTHING
}
