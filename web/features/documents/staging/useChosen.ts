import { useEffect, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import type { WindowedList } from '../../../graphql/useWindowedList.ts'
import type { TableSelection } from '../../../ui/index.ts'

interface Entry {
  readonly id: string
  readonly name: string
}

/** All that is staged but for some, or some of it alone. */
interface Choice<Row> {
  readonly isAll: boolean
  readonly others: ReadonlyMap<string, Row>
}

export interface Chosen<Row> {
  readonly count: number
  /** Those that a strip acts on; null while they are read, and where there are more of them than it acts on. */
  readonly rows: readonly Row[] | null
  /** As a publication takes them: what is chosen, with all in it, without what is left out. */
  readonly asked: (rootId: string) => { documentIds: string[]; leaveOut: string[] }
  readonly reset: () => void
  readonly toggle: (rows: readonly Row[], isOn: boolean) => void
  readonly leftOut: ReadonlySet<string>
  readonly selection: Omit<TableSelection<Row>, 'actions'>
}

/**
 * What of all that is staged is chosen, at first everything, also what was not read yet: the page holds what differs from all or
 * from nothing (STAGE-04).
 */
export function useChosen<Row extends Entry>(list: WindowedList<Row>): Chosen<Row> {
  const { rows, readAll } = list
  const count = rows.length
  const [{ isAll, others }, choose] = useState<Choice<Row>>({ isAll: true, others: new Map() })
  const loaded = rows.filter((row) => row !== undefined)
  const all = useAll({ count, readAll, isWanted: isAll && loaded.length < count && count <= MAX_SELECTED })
  const known = loaded.length === count ? loaded : all.rows
  const isChosen = ({ id }: Row): boolean => isAll !== others.has(id)
  const chosen = loaded.filter(isChosen)
  const selected = new Set(chosen.map(({ id }) => id))
  const chosenCount = isAll ? Math.max(0, count - others.size) : others.size
  const onChange = (next: ReadonlySet<string>) => {
    const isEvery = loaded.every(({ id }) => next.has(id))
    if (next.size === 0 || (isEvery && loaded.length - selected.size > 1)) {
      choose({ isAll: next.size > 0, others: new Map() })
      return
    }
    const changed = new Map(others)
    for (const row of loaded) {
      if (next.has(row.id) === isAll) changed.delete(row.id)
      else changed.set(row.id, row)
    }
    choose({ isAll, others: changed })
  }
  return {
    count: chosenCount,
    rows: isAll ? (known?.filter(isChosen) ?? null) : [...others.values()],
    asked: (rootId) => {
      const leftOut = isAll ? [...others.keys()] : loaded.filter((row) => !isChosen(row)).map(({ id }) => id)
      return { documentIds: isAll ? [rootId] : [...others.keys()], leaveOut: leftOut }
    },
    reset: () => {
      all.forget()
      choose({ isAll: true, others: new Map() })
    },
    toggle: (some, isOn) => {
      const next = new Set(selected)
      for (const { id } of some) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      onChange(next)
    },
    leftOut: new Set(loaded.filter((row) => !isChosen(row)).map(({ id }) => id)),
    selection: {
      selected,
      onChange,
      nameOf: ({ name }) => name,
      every: {
        isSelected: chosenCount === count && count > 0,
        onSelect: () => choose({ isAll: true, others: new Map() }),
      },
      choice: {
        words: `${formatNumber(chosenCount)} of ${formatNumber(count)} chosen`,
        note: 'Nobody but the room’s admins and editors sees these.',
      },
    },
  }
}

/** All rows of a list, also those that are far from view, as long as they are wanted. */
function useAll<Row extends Entry>({
  count,
  readAll,
  isWanted,
}: Pick<WindowedList<Row>, 'readAll'> & { count: number; isWanted: boolean }) {
  const [read, setRead] = useState<readonly Row[]>()
  const isMissing = isWanted && read?.length !== count
  useEffect(() => {
    if (!isMissing) return
    const reading = new AbortController()
    readAll(0, count, reading.signal).then(setRead, () => {
      // The list itself says what fails; without its rows nothing is offered.
    })
    return () => reading.abort()
  }, [isMissing, count, readAll])
  return { rows: read?.length === count ? read : undefined, forget: () => setRead(undefined) }
}
