import { useMemo, useState } from 'react'
import type { Column } from './types.ts'

const PREFIX = 'helioroom-columns:'

/** What the browser keeps of a person's list. */
interface StoredChoice {
  /** Keys of the columns that do not show. */
  readonly hidden: readonly string[]
  /** Keys of the optional columns that show. */
  readonly shown: readonly string[]
  /** Keys in the order that was chosen; columns that are not among them stand where they stand without a choice. */
  readonly order: readonly string[]
  /** Keys of the columns that stay in sight beside the first one, where the table scrolls sideways. */
  readonly pinned: readonly string[]
}

const NOTHING: StoredChoice = { hidden: [], shown: [], order: [], pinned: [] }

export interface ColumnOption {
  readonly value: string
  readonly label: string
}

export interface ColumnChoice<Row> {
  /** The columns that show, in their order. */
  readonly columns: readonly Column<Row>[]
  /** How many of them stay in sight; 0 where none was chosen to. */
  readonly pinned: number
  /**
   * Those that one may choose from, in their order: all but the first, which says what a row is. Empty where nothing is
   * kept.
   */
  readonly choices: readonly ColumnOption[]
  readonly isShown: (key: string) => boolean
  readonly toggle: (key: string) => void
  readonly isPinned: (key: string) => boolean
  readonly pin: (key: string) => void
  /** Moves a column by one place among the choices. */
  readonly move: (key: string, by: -1 | 1) => void
  /** Back to what the list shows by itself; null where it does. */
  readonly reset: (() => void) | null
}

/**
 * The person's choice of columns, their order, and those that stay in sight, kept by the browser under a name that holds
 * the person's id and the list's. A column that comes later shows, unless it is optional.
 */
export function useColumnChoice<Row>(
  keptAs: string | undefined,
  columns: readonly Column<Row>[],
): ColumnChoice<Row> {
  const [held, setHeld] = useState(() => ({ as: keptAs, kept: read(keptAs) }))
  const kept = useMemo(() => (held.as === keptAs ? held.kept : read(keptAs)), [held, keptAs])
  return useMemo(() => {
    const keep = (next: StoredChoice) => {
      setHeld({ as: keptAs, kept: next })
      write(keptAs, next)
    }
    const toggled = (keys: readonly string[], key: string) =>
      keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]
    const [first, ...others] = columns
    const ordered = inOrder(others, kept)
    const isOptional = (key: string) => columns.some((column) => column.key === key && column.optional)
    const isShown = (key: string) => (isOptional(key) ? kept.shown.includes(key) : !kept.hidden.includes(key))
    const shown = ordered.filter(({ key }) => isShown(key))
    const pinned = shown.filter(({ key }) => kept.pinned.includes(key)).length
    return {
      columns: first ? [first, ...shown] : [],
      pinned: pinned === 0 ? 0 : pinned + 1,
      choices: keptAs === undefined ? [] : ordered.map(({ key, header }) => ({ value: key, label: header })),
      isShown,
      toggle: (key) =>
        keep(
          isOptional(key)
            ? { ...kept, shown: toggled(kept.shown, key) }
            : { ...kept, hidden: toggled(kept.hidden, key) },
        ),
      isPinned: (key) => kept.pinned.includes(key),
      pin: (key) => keep({ ...kept, pinned: toggled(kept.pinned, key) }),
      move: (key, by) => {
        const keys = ordered.map((column) => column.key)
        const from = keys.indexOf(key)
        const other = keys[from + by]
        // What is pinned stands before what is not.
        if (other === undefined || kept.pinned.includes(key) !== kept.pinned.includes(other)) return
        keys[from] = other
        keys[from + by] = key
        keep({ ...kept, order: keys })
      },
      reset: isNothing(kept) ? null : () => keep(NOTHING),
    }
  }, [columns, kept, keptAs])
}

/** Columns in the chosen order, those that stay in sight first; a column without a place follows its neighbour. */
function inOrder<Row>(
  columns: readonly Column<Row>[],
  { order, pinned }: StoredChoice,
): readonly Column<Row>[] {
  const placed = columns.map((column, at) => {
    const before = columns.slice(0, at + 1).findLast(({ key }) => order.includes(key))
    return { column, place: before ? order.indexOf(before.key) : -1, at }
  })
  const isLater = ({ column }: { column: Column<Row> }) => (pinned.includes(column.key) ? 0 : 1)
  return placed
    .sort((a, b) => isLater(a) - isLater(b) || a.place - b.place || a.at - b.at)
    .map(({ column }) => column)
}

const isNothing = ({ hidden, shown, order, pinned }: StoredChoice): boolean =>
  hidden.length + shown.length + order.length + pinned.length === 0

// A browser may forbid storage altogether; the choice then holds until the page is left.
function read(keptAs: string | undefined): StoredChoice {
  if (keptAs === undefined) return NOTHING
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(PREFIX + keptAs) ?? 'null')
    return {
      hidden: keysOf(kept, 'hidden'),
      shown: keysOf(kept, 'shown'),
      order: keysOf(kept, 'order'),
      pinned: keysOf(kept, 'pinned'),
    }
  } catch {
    return NOTHING
  }
}

function write(keptAs: string | undefined, kept: StoredChoice) {
  try {
    if (isNothing(kept)) window.localStorage.removeItem(PREFIX + keptAs)
    else window.localStorage.setItem(PREFIX + keptAs, JSON.stringify(kept))
  } catch {}
}

/** Keys of columns that were kept under a name; none where something else is. */
function keysOf(kept: unknown, name: string): readonly string[] {
  const keys: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : []
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? keys : []
}
