import { useMemo } from 'react'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { columnWidths, type WidthRange } from './columnWidths.ts'
import { textWidth } from './textWidth.ts'
import type { Column } from './types.ts'

/** The checkbox' own track: its box is 16, and glyphs stand close by. */
const CHECKBOX = 10
const DOTS = 28
const GAP = 20
const EDGES = 28
/** The glyph before the first column's words, with the gap after it. */
const LEAD = 32
const ARROW = 17
/** What a column of unknown words needs at least before the table scrolls sideways, in px. */
const FLEXIBLE = 160
/** Likewise one whose words are known and longer. */
const MIN_WIDTH = 96
/** What words get that have not come yet, in px. */
const USUAL = 180
/** What words get at most, in px. */
const MAX_WIDTH = 480
/** Rows whose words are looked at: the first that are loaded, so that scrolling changes no width. */
const LOOKED_AT = 100

/** What a table has beside its columns. */
interface TableEnds {
  selectable: boolean
  hasMenu: boolean
  /** A glyph stands before the first column's words. */
  lead: boolean
}

/** Width of the widest words of a column in the first rows that are loaded, in px; null where no row is. */
function widest<Row>(rows: readonly (Row | undefined)[], words: (row: Row) => string): number | null {
  let width = 0
  let looked = 0
  for (let at = 0; at < rows.length && at < 5 * LOOKED_AT && looked < LOOKED_AT; at += 1) {
    const row = rows[at]
    if (row === undefined) continue
    looked += 1
    width = Math.max(width, textWidth(words(row)))
  }
  return looked === 0 ? null : width
}

function rangeOf<Row>(
  column: Column<Row>,
  rows: readonly (Row | undefined)[],
  isFirst: boolean,
  lead: boolean,
): WidthRange {
  const { width, words, padding = 0, minWidth = MIN_WIDTH, maxWidth = MAX_WIDTH } = column
  const weight = isFirst ? 2 : 1
  if (width !== undefined) return { min: width, need: width, grow: 0, weight }
  if (!words) return { min: FLEXIBLE, need: FLEXIBLE, grow: column.flex ?? 1, weight }
  const before = isFirst && lead ? LEAD : 0
  const own = widest(rows, words)
  const head = textWidth(column.header) + (column.sortable ? ARROW : 0)
  const content = own === null ? USUAL : own > 0 ? own + padding : 0
  const need = before + Math.min(maxWidth, Math.max(head, content)) + 1
  return { min: Math.min(need, before + minWidth), need, grow: column.flex ?? 0, weight }
}

interface Layout {
  /** `grid-template-columns` of header and rows: a checkbox, the columns, the dots. */
  readonly tracks: string
  /** The least width in px at which the columns keep apart. */
  readonly minWidth: number
  /** Px from the left edge at which each column stays that is kept in sight. */
  readonly lefts: readonly number[]
}

/**
 * The tracks of a table in so many px; of what is not laid out yet, as the columns share it.
 * @param room px from edge to edge; 0 where it is unknown
 */
export function layoutOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly (Row | undefined)[],
  room: number,
  { selectable, hasMenu, lead }: TableEnds,
): Layout {
  const ends = (selectable ? CHECKBOX + GAP : 0) + (hasMenu ? DOTS + GAP : 0)
  const ranges = columns.map((column, at) => rangeOf(column, rows, at === 0, lead))
  const beside = EDGES + ends + GAP * Math.max(0, columns.length - 1)
  const minWidth = ranges.reduce((sum, range) => sum + range.min, beside)
  const widths = room > 0 ? columnWidths(Math.max(room, minWidth) - beside, ranges) : []
  const middle =
    room > 0
      ? widths.map((width) => `${width}px`)
      : columns.map(({ width, flex = 1 }) => (width === undefined ? `minmax(0, ${flex}fr)` : `${width}px`))
  const tracks = [selectable ? [`${CHECKBOX}px`] : [], middle, hasMenu ? [`${DOTS}px`] : []].flat().join(' ')
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width + GAP, 0))
  return { tracks, minWidth, lefts }
}

/** What makes a cell stay in sight: it is one of the first so many columns of its row. */
export const pinOf = (at: number, pins: number) =>
  at < pins
    ? ({ 'data-pin': at === pins - 1 ? 'last' : '', style: { left: `var(--pin-${at})` } } as const)
    : undefined

/** The columns that this window has room for. */
export function useShownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const large = useBreakpoint('lg')
  const huge = useBreakpoint('xl')
  return useMemo(
    () =>
      columns.filter(({ shownFrom }) => {
        if (shownFrom === 'lg') return large
        return shownFrom === 'xl' ? huge : true
      }),
    [columns, large, huge],
  )
}
