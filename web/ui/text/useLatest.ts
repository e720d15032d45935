import { type RefObject, useRef } from 'react'

/**
 * What a part was given with its last rendering, for what it does later: in an answer, after a time, in a handler that stays
 * the same. What an effect does is `useEffectEvent`.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  latest.current = value
  return latest
}
