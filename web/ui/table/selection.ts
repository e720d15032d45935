import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TableSelection } from './types.ts'

interface SelectionControl {
  selected: ReadonlySet<string>
  state: 'none' | 'some' | 'all'
  /** Rows of a range, or all of them, are being read to be selected. */
  reading: boolean
  /** Flips a row; with `range`, gives all rows since the last flipped one the same state. */
  toggle: (id: string, range: boolean) => void
  toggleAll: () => void
  /** Selects nothing, and ends what is being read to be selected. */
  clear: () => void
  /** Ends what is being read to be selected; what is selected stays. */
  stopReading: () => void
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

/**
 * Selecting rows: single, by range, all. What a range needs and is not loaded is read first; whatever is selected
 * meanwhile ends that, so that an answer that comes late adds nothing. Escape ends it, too, else it clears the
 * selection, wherever the focus is on the page.
 */
export function useSelection<Row>(
  selection: TableSelection<Row> | undefined,
  rows: readonly (Row | undefined)[],
  rowCount: number,
  getRowId: (row: Row) => string,
): SelectionControl {
  const anchor = useRef<{ id: string; index: number } | null>(null)
  const selected = selection?.selected ?? NONE
  const loaded = () => rows.filter((row) => row !== undefined)
  const every = selection?.readRows ? rowCount : Math.min(rowCount, loaded().length || rowCount)
  const all = selection?.every ? selection.every.isSelected : selected.size > 0 && selected.size >= every
  const onChange = selection?.onChange
  const { reading, read, stopReading } = useRangeReading(selection)

  // Whoever changes the selection, what is being read was meant for the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each other selection
  useEffect(() => stopReading, [selected, stopReading])

  const clear = () => {
    stopReading()
    onChange?.(NONE)
  }
  const onEscape = useEffectEvent(reading ? stopReading : clear)
  const active = selected.size > 0
  const escapes = (active && !selection?.choice) || reading
  useEffect(() => {
    if (!escapes) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !overlaid(event.target)) onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [escapes])

  const indexOf = (id: string): number => rows.findIndex((row) => row !== undefined && getRowId(row) === id)
  const flip = (ids: readonly string[], on: boolean, found?: readonly Row[]) => {
    const next = new Set(selected)
    for (const each of ids) {
      if (on) next.add(each)
      else next.delete(each)
    }
    onChange?.(next, found)
  }
  /** The rows from the anchor to one, both included, as places in the list; null without an anchor. */
  const rangeTo = (index: number): [start: number, end: number] | null => {
    if (anchor.current === null) return null
    const known = indexOf(anchor.current.id)
    const from = known >= 0 ? known : anchor.current.index
    return from >= rowCount ? null : [Math.min(from, index), Math.max(from, index) + 1]
  }
  return {
    selected,
    state: all ? 'all' : active ? 'some' : 'none',
    reading,
    clear,
    stopReading,
    toggle: (id, range) => {
      stopReading()
      const on = !selected.has(id)
      const index = indexOf(id)
      const between = range && index >= 0 ? rangeTo(index) : null
      anchor.current = { id, index }
      if (!between) return flip([id], on)
      const held = rows.slice(...between)
      if (held.length === between[1] - between[0] && !held.includes(undefined)) {
        return flip(
          held.flatMap((row) => (row === undefined ? [] : getRowId(row))),
          on,
        )
      }
      if (selection?.readRows) read(between, (found) => flip(found.map(getRowId), on, found))
      else
        flip(
          held.flatMap((row) => (row === undefined ? [] : getRowId(row))),
          on,
        )
    },
    toggleAll: () => {
      if (all) clear()
      else if (selection?.every) selection.every.onSelect()
      else if (selection?.readRows) {
        read([0, rowCount], (found) => onChange?.(new Set(found.map(getRowId)), found))
      } else onChange?.(new Set(loaded().map(getRowId)))
    },
  }
}

/** One reading of rows at a time, that can be ended. */
function useRangeReading<Row>(selection: TableSelection<Row> | undefined) {
  const [reading, setReading] = useState(false)
  const [control] = useState(() => {
    let current: AbortController | null = null
    return {
      stopReading: () => {
        current?.abort()
        current = null
        setReading(false)
      },
      begin: () => {
        current?.abort()
        const mine = new AbortController()
        current = mine
        setReading(true)
        return {
          signal: mine.signal,
          /** Whether it is still wanted; ends it. */
          end: () => {
            if (current !== mine) return false
            current = null
            setReading(false)
            return true
          },
        }
      },
    }
  })
  const { stopReading, begin } = control
  return {
    reading,
    stopReading,
    read: ([start, end]: readonly [number, number], then: (found: readonly Row[]) => void) => {
      if (!selection?.readRows) return
      const turn = begin()
      selection.readRows(start, end, turn.signal).then(
        (found) => {
          if (turn.end()) then(found)
        },
        () => {
          turn.end()
        },
      )
    },
  }
}
