import { useEffect, useState } from 'react'

/** Skeletons wait this long in ms, so that fast answers never flash. */
const SKELETON_DELAY = 150

/** True once `active` has held for the delay in ms; false again immediately when it ends. */
export function useDelayed(active: boolean, delay: number = SKELETON_DELAY): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setDue(true), delay)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [active, delay])
  return active && due
}
