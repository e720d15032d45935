import { useMemo, useState } from 'react'
import type { Column } from './types.ts'

const PREFIX = 'helioroom-columns:'

/** What the browser keeps of a person's list. */
interface Kept {
  /** Keys of the columns that do not show. */
  hidden: string[]
}

export interface ColumnChoice<Row> {
  /** The columns that show. */
  readonly columns: readonly Column<Row>[]
  /** Those that one may choose from: all but the first, which says what a row is. Empty where nothing is kept. */
  readonly choices: readonly { value: string; label: string }[]
  readonly isShown: (key: string) => boolean
  readonly toggle: (key: string) => void
}

/**
 * The person's choice of columns, kept by the browser under a name that holds the person's id and the list's. A column
 * that comes later shows.
 */
export function useColumnChoice<Row>(
  keptAs: string | undefined,
  columns: readonly Column<Row>[],
): ColumnChoice<Row> {
  const [kept, setKept] = useState(() => ({ as: keptAs, hidden: read(keptAs) }))
  const hidden = useMemo(() => (kept.as === keptAs ? kept.hidden : read(keptAs)), [kept, keptAs])
  return useMemo(
    () => ({
      columns: columns.filter(({ key }, at) => at === 0 || !hidden.has(key)),
      choices:
        keptAs === undefined
          ? []
          : columns.slice(1).map(({ key, header }) => ({ value: key, label: header })),
      isShown: (key) => !hidden.has(key),
      toggle: (key) => {
        const next = new Set(hidden)
        if (!next.delete(key)) next.add(key)
        setKept({ as: keptAs, hidden: next })
        write(keptAs, next)
      },
    }),
    [columns, hidden, keptAs],
  )
}

// A browser may forbid storage altogether; the choice then holds until the page is left.
function read(keptAs: string | undefined): ReadonlySet<string> {
  if (keptAs === undefined) return new Set()
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(PREFIX + keptAs) ?? 'null')
    return new Set(isKept(kept) ? kept.hidden : [])
  } catch {
    return new Set()
  }
}

function write(keptAs: string | undefined, hidden: ReadonlySet<string>) {
  try {
    if (hidden.size === 0) window.localStorage.removeItem(PREFIX + keptAs)
    else window.localStorage.setItem(PREFIX + keptAs, JSON.stringify({ hidden: [...hidden] }))
  } catch {}
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'hidden' in value &&
  Array.isArray(value.hidden) &&
  value.hidden.every((key) => typeof key === 'string')
