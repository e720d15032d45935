import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '../../../ui/text/useLatest.ts'

/**
 * Runs an action immediately and, asked for again meanwhile, once more after a pause: however often it is asked
 * for, it runs at most once in `pause` ms, and once after the last asking.
 */
export function useThrottled(action: () => Promise<unknown>, pause: number): () => void {
  const latest = useLatest(action)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const again = useRef(false)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      // What was asked for still counts: the view that comes next may show the same thing.
      if (again.current) void latest.current()
    },
    [],
  )
  return useCallback(() => {
    const run = () => {
      again.current = false
      timer.current = setTimeout(() => {
        timer.current = null
        if (again.current) run()
      }, pause)
      void latest.current()
    }
    if (timer.current === null) run()
    else again.current = true
  }, [pause])
}
