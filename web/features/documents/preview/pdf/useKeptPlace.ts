import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Anchor, anchorAt, offsetOf, type PageLayout } from './pageLayout.ts'

/** What an element has room for, in px; nothing until it is measured. */
export function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setRoom({ width: measured.clientWidth, height: measured.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** Follows the scrolling, and keeps what is in the middle of the view there when pages change their size. */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>, layout: PageLayout) {
  const [top, setTop] = useState(0)
  const anchor = useRef<Anchor>(null)
  const latest = useRef(layout)
  const across = useRef(0.5)
  useLayoutEffect(() => {
    latest.current = layout
    const element = scroller.current
    if (!element || !anchor.current) return
    element.scrollTop = offsetOf(layout, anchor.current) - element.clientHeight / 2
    element.scrollLeft = across.current * element.scrollWidth - element.clientWidth / 2
  }, [scroller, layout])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    setTop(element.scrollTop)
    anchor.current = anchorAt(latest.current, element.scrollTop + element.clientHeight / 2)
    across.current = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth
  }, [scroller])
  return { top, onScroll }
}
