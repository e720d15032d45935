import { useEffect, useRef } from 'react'
import type { TableSelection } from './types.ts'

export interface SelectionControl {
  selected: ReadonlySet<string>
  state: 'none' | 'some' | 'all'
  /** Flips a row; with `range`, gives all rows since the last flipped one the same state. */
  toggle: (id: string, range: boolean) => void
  toggleAll: () => void
  clear: () => void
}

/** The ids from one to another in the order of the list, both included. */
function idsBetween(ids: readonly string[], from: string, to: string): string[] {
  const start = ids.indexOf(from)
  const end = ids.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

const NONE: ReadonlySet<string> = new Set()

function overlaid(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, [role="dialog"], [role="menu"], [contenteditable]',
    ) !== null
  )
}

/** Selecting rows: single, by range, all; Escape clears wherever the focus is on the page. */
export function useSelection<Row>(
  selection: TableSelection<Row> | undefined,
  rows: readonly (Row | undefined)[],
  rowCount: number,
  getRowId: (row: Row) => string,
): SelectionControl {
  const anchor = useRef<string | null>(null)
  const selected = selection?.selected ?? NONE
  const loadedIds = () => rows.flatMap((row) => (row === undefined ? [] : getRowId(row)))
  const every = selection?.onSelectAll ? rowCount : Math.min(rowCount, loadedIds().length || rowCount)
  const all = selected.size > 0 && selected.size >= every
  const onChange = selection?.onChange

  const clear = () => onChange?.(NONE)
  const latestClear = useRef(clear)
  latestClear.current = clear
  const active = selected.size > 0
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !overlaid(event.target)) latestClear.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])

  return {
    selected,
    state: all ? 'all' : active ? 'some' : 'none',
    clear,
    toggle: (id, range) => {
      const next = new Set(selected)
      const on = !next.has(id)
      const ids = range && anchor.current !== null ? idsBetween(loadedIds(), anchor.current, id) : [id]
      for (const each of ids) {
        if (on) next.add(each)
        else next.delete(each)
      }
      anchor.current = id
      onChange?.(next)
    },
    toggleAll: () => {
      if (all) clear()
      else if (selection?.onSelectAll) selection.onSelectAll()
      else onChange?.(new Set(loadedIds()))
    },
  }
}
