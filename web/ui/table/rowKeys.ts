import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { RowHandlers } from './TableRow.tsx'

/**
 * Where a key leads from a row: the index of the next one, or undefined for a key that does not walk.
 * @param page rows that Page Up and Page Down pass by
 */
export function rowAfterKey(key: string, index: number, count: number, page: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, index + 1)
  if (key === 'ArrowUp') return Math.max(0, index - 1)
  if (key === 'PageDown') return Math.min(count - 1, index + page)
  if (key === 'PageUp') return Math.max(0, index - page)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

const OWN_ARROWS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]'

interface RowKeysOptions {
  count: number
  handlers: Pick<RowHandlers, 'open'>
  /** Flips a row by its index, as the space bar does. */
  toggle: (index: number, range: boolean) => void
  /** Selects everything, as Ctrl+A does; absent where nothing can be selected. */
  selectAll?: (() => void) | undefined
  /** Selects from a row to the one that a key with Shift leads to; absent where nothing can be selected. */
  extend?: ((from: number, to: number) => void) | undefined
  /** What a further key does on a row, if anything. */
  shortcut: (key: string, index: number) => (() => void) | undefined
  scrollTo: (index: number) => void
  /** Rows that are seen at a time. */
  page: () => number
  /** What the focus may come from when a row is gone to; the rows themselves by default. */
  home?: RefObject<Element | null>
}

/**
 * Walking the rows by keyboard: one row is in the Tab order, the arrows move between rows from wherever the
 * focus is in one, with Shift they select what they pass; Enter opens, Space selects, Ctrl+A selects all.
 */
export function useRowKeys<Rows extends HTMLElement>({
  count,
  handlers,
  toggle,
  selectAll,
  extend,
  shortcut,
  scrollTo,
  page,
  home,
}: RowKeysOptions) {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)
  const body = useRef<Rows>(null)

  /** Whether the row was there, and loaded: one that is still loading will be replaced. */
  const focusRow = (index: number): boolean => {
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    row?.focus()
    return row !== null && row !== undefined && row.getAttribute('aria-busy') !== 'true'
  }
  // A row far away is rendered only after the list has scrolled to it, and loaded later still. Until then the rows
  // have the focus themselves: a key that came to nobody would scroll the page, and the row would never be there.
  const settle = () => {
    const active = document.activeElement
    // Whoever went on to something else meanwhile keeps the focus there.
    if (active !== document.body && !(home ?? body).current?.contains(active)) wanted.current = null
    if (wanted.current === null) return
    if (focusRow(wanted.current)) wanted.current = null
    else if (document.activeElement === document.body) body.current?.focus({ preventScroll: true })
  }
  // With the change that takes a row away or brings it, so that no key comes between.
  useLayoutEffect(settle)

  /** The row that a key on an element is for: itself, or the one on its way while the rows have the focus. */
  const indexOf = (element: HTMLElement): number | null => {
    if (element === body.current) return wanted.current
    return element.dataset.row === undefined ? null : Number(element.dataset.row)
  }

  /** Moves the focus to a row, as soon as it is there. */
  const go = (index: number) => {
    wanted.current = index
    settle()
    if (wanted.current !== null) {
      setCurrent(index)
      scrollTo(index)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    // Menus and dialogs of a row bubble here through React without being inside the table.
    if (!event.currentTarget.contains(target) || target.closest(OWN_ARROWS)) return
    const row = target.closest<HTMLElement>('[data-row]') ?? target
    const index = indexOf(row)
    // An open row is a form: keys in it are its own.
    if (index === null || (target !== row && row.dataset.opened !== undefined)) return
    if (selectAll && event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault()
      selectAll()
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // Keys that come faster than rows are rendered go on from the row that is on its way.
    const from = wanted.current ?? index
    const next = rowAfterKey(event.key, from, count, Math.max(1, page()))
    if (next !== undefined) {
      event.preventDefault()
      if (next === from) return
      if (event.shiftKey) extend?.(from, next)
      go(next)
      return
    }
    if (target !== row) return
    if (event.key === 'Enter') {
      event.preventDefault()
      handlers.open(index)
    }
    if (event.key === ' ') {
      event.preventDefault()
      toggle(index, event.shiftKey)
    }
    const act = event.shiftKey ? undefined : shortcut(event.key, index)
    if (act) {
      event.preventDefault()
      act()
    }
  }
  const within = Math.min(current, Math.max(0, count - 1))
  return {
    current: within,
    /** The focus is in that row now; whoever put it there by other means waits for no other. */
    setCurrent: (index: number) => {
      if (index !== wanted.current) wanted.current = null
      setCurrent(index)
    },
    /** Goes to the current row, when the focus comes to the rows while it is not rendered. */
    enter: () => {
      if (wanted.current === null) go(within)
    },
    body,
    indexOf,
    onKeyDown,
    settle,
    go,
  }
}
