import { type RefObject, useLayoutEffect, useState } from 'react'

/** Px from the top of the page to an element, undefined until it was measured; again when what is above it changes. */
export function useTopOf(ref: RefObject<HTMLElement | null>): number | undefined {
  const [top, setTop] = useState<number>()
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      const parent = element?.offsetParent
      // In the full window it stands nowhere in the page.
      if (!element || !parent) return
      setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    const head = ref.current?.parentElement
    if (head) observer.observe(head)
    return () => observer.disconnect()
  }, [ref])
  return top
}
