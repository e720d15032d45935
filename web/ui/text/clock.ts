import { useEffect, useReducer, useSyncExternalStore } from 'react'

/** How often what shows a time is looked at again, in ms. */
const BEAT = 60_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function beat() {
  now = Date.now()
  for (const tell of listeners) tell()
}

/** A hidden page has nothing to renew; it does when it is looked at again. */
function look() {
  clearInterval(timer)
  timer = undefined
  if (listeners.size === 0 || document.hidden) return
  timer = setInterval(beat, BEAT)
}

function onVisibility() {
  look()
  if (!document.hidden) beat()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  if (listeners.size === 1) {
    now = Date.now()
    document.addEventListener('visibilitychange', onVisibility)
    look()
  }
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', onVisibility)
    look()
  }
}

/** The present moment in ms, renewed every minute by one clock for the whole page. */
export function useNow(): number {
  useSyncExternalStore(subscribe, () => now)
  return Date.now()
}

/** Renders again each so many ms, for what the clock of the page is too slow for; never without a time. */
export function useTick(every: number | undefined): void {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (every === undefined) return
    const timer = setInterval(() => !document.hidden && tick(), every)
    return () => clearInterval(timer)
  }, [every])
}
