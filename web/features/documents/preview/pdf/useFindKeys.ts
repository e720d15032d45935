import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Ctrl+F or Cmd+F opens our own search while the preview, or nothing else on the page, has the focus: the
 * browser's own finds nothing on pages that are out of view.
 */
export function useFindKeys(inside: RefObject<HTMLElement | null>, open: () => void): void {
  const openFinder = useEffectEvent(open)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asksToFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!asksToFind || event.key.toLowerCase() !== 'f' || event.defaultPrevented) return
      const preview = inside.current?.closest('section')
      const focused = document.activeElement ?? document.body
      if (!preview || !(preview.contains(focused) || focused.contains(preview))) return
      event.preventDefault()
      openFinder()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [inside])
}
