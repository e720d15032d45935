import { useMemo } from 'react'
import { useBreakpoint } from '../useBreakpoint.ts'
import type { Column } from './types.ts'

/** The checkbox' own track: its box is 16, and glyphs stand close by. */
const CHECKBOX = 10
const DOTS = 28
const GAP = 20
const EDGES = 28
/** What a column without a width needs at least before the table scrolls sideways, in px. */
const FLEXIBLE = 160

/** The grid tracks of header and rows: a checkbox, the columns, the dots. */
export function tracksOf<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  hasMenu: boolean,
): string {
  const middle = columns.map((column) =>
    column.width === undefined ? `minmax(0, ${column.flex ?? 1}fr)` : `${column.width}px`,
  )
  return [selectable ? [`${CHECKBOX}px`] : [], middle, hasMenu ? [`${DOTS}px`] : []].flat().join(' ')
}

/** The least width in px at which the columns keep apart. */
export function minWidthOf<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  hasMenu: boolean,
): number {
  const ends = (selectable ? CHECKBOX + GAP : 0) + (hasMenu ? DOTS + GAP : 0)
  return columns.reduce((sum, column) => sum + (column.width ?? FLEXIBLE) + GAP, EDGES - GAP + ends)
}

/** The columns that this window has room for. */
export function useShownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const large = useBreakpoint('lg')
  const huge = useBreakpoint('xl')
  return useMemo(
    () =>
      columns.filter(({ from }) => {
        if (from === 'lg') return large
        return from === 'xl' ? huge : true
      }),
    [columns, large, huge],
  )
}
