import { useEffect, useEffectEvent } from 'react'

/** What uses the arrow keys itself: fields, menus, dialogs, players, sheets, and pages that scroll sideways. */
const OWN_ARROWS = [
  ...['input', 'textarea', 'select', 'video', '[contenteditable=""]', '[contenteditable="true"]'],
  ...['[role="menu"]', '[role="dialog"]', '[role="grid"]', '[role="tablist"]', '[data-own-arrows]'],
].join(', ')

/** Where an arrow key leads from a file, if it leads anywhere. */
export function siblingOfKey(
  event: Pick<
    KeyboardEvent,
    'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented' | 'target'
  >,
): 'previous' | 'next' | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return null
  if (event.key === 'ArrowLeft') return 'previous'
  return event.key === 'ArrowRight' ? 'next' : null
}

/** ArrowLeft and ArrowRight lead to the sibling files, unless one is typing (DOC-10). */
export function useSiblingKeys(go: (sibling: 'previous' | 'next') => void): void {
  const goTo = useEffectEvent(go)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const sibling = siblingOfKey(event)
      if (sibling) goTo(sibling)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** What closes itself by Escape, or drops what is typed: fields, menus and dialogs. */
const OWN_ESCAPE = 'input, textarea, select, [role="menu"], [role="dialog"], [contenteditable="true"]'

/** Escape leads away, unless something else takes it: an open menu or dialog, a field, a player in full screen. */
export function useEscape(leave: () => void): void {
  const leaveFile = useEffectEvent(leave)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.fullscreenElement) return
      if (event.target instanceof Element && event.target.closest(OWN_ESCAPE)) return
      if (document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]')) return
      leaveFile()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
