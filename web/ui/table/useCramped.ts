import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element is narrower than a table needs it, in px: the table then scrolls sideways. */
export function useCramped(element: RefObject<HTMLElement | null>, needed: number): boolean {
  const [cramped, setCramped] = useState(false)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setCramped(target.clientWidth > 0 && target.clientWidth < needed)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, needed])
  return cramped
}
