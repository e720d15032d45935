import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { nextSort } from './sort.ts'
import { Head, HeadCell, HeadRow, SortButton } from './styles.ts'
import { pinOf } from './tracks.ts'
import type { Column, Sort } from './types.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The first column has glyphs before its words. */
  lead: boolean
  selectable: boolean
  hasMenu: boolean
  /** The first so many columns stay in sight. */
  pins: number
  /** Sticks under the strip on the page, or to the top of the table's own scroll area. */
  sticky?: 'page' | 'own'
}

const SPOKEN = { asc: 'ascending', desc: 'descending' } as const

/** Names of the columns; those that sort are buttons and say how (FMT-27). */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSort, lead, selectable, hasMenu, pins, sticky } = props
  return (
    <Head role="rowgroup" data-sticky={sticky}>
      <HeadRow role="row" aria-rowindex={1} data-head="">
        {selectable && (
          <HeadCell role="columnheader" data-print="off">
            <VisuallyHidden>Selected</VisuallyHidden>
          </HeadCell>
        )}
        {columns.map((column, at) => {
          const direction = sort?.key === column.key ? sort.direction : undefined
          const sortable = column.sortable && onSort
          return (
            <HeadCell
              key={column.key}
              role="columnheader"
              data-align={column.align}
              {...pinOf(at, pins)}
              data-lead={lead && at === 0 ? '' : undefined}
              aria-sort={direction ? SPOKEN[direction] : sortable ? 'none' : undefined}
            >
              {sortable ? (
                <SortButton onClick={() => onSort(nextSort(sort, column.key))}>
                  {column.header}
                  {direction === 'asc' && <IconArrowUp size={13} />}
                  {direction === 'desc' && <IconArrowDown size={13} />}
                </SortButton>
              ) : column.unheaded ? (
                <VisuallyHidden>{column.header}</VisuallyHidden>
              ) : (
                column.header
              )}
            </HeadCell>
          )
        })}
        {hasMenu && (
          <HeadCell role="columnheader" data-print="off">
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeadCell>
        )}
      </HeadRow>
    </Head>
  )
}
