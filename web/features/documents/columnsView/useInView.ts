import { type RefObject, useEffect, useRef } from 'react'
import type { ScrollTo } from '../../../ui/index.ts'

/** Brings the chosen entry into view as soon as it is loaded, once; unless one is in the column oneself. */
export function useInView(
  index: number,
  id: string | null,
  group: RefObject<HTMLElement | null>,
  scrollTo: RefObject<ScrollTo | null>,
): void {
  const brought = useRef<string>(null)
  useEffect(() => {
    if (index < 0 || brought.current === id) return
    brought.current = id
    if (group.current?.contains(document.activeElement)) return
    const row = group.current?.querySelector(`[data-row="${index}"]`)
    const room = group.current?.getBoundingClientRect()
    const at = row?.getBoundingClientRect()
    if (room && at && at.top >= room.top && at.bottom <= room.bottom) return
    scrollTo.current?.(index, 'center')
  }, [index, id, group, scrollTo])
}
