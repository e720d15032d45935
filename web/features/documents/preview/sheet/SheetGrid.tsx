import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { useBreakpoint } from '../../../../ui/index.ts'
import { CellBar } from './CellBar.tsx'
import { type Cell, cellOfKey } from './cellKeys.ts'
import type { SheetSource } from './sheetSource.ts'
import {
  columnName,
  kindAt,
  type SheetColumn,
  type SheetFacts,
  type SheetRow,
  widthFor,
} from './sheetTable.ts'
import { useRows } from './useRows.ts'

/** Heights in px, by pointer and by touch. */
const ROW = 28
const ROW_TOUCH = 36
/** Width of the column of row numbers, in px. */
const NUMBERS = 60

const Scroller = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  backgroundColor: theme.vars.palette.background.paper,
  '&:focus-visible': { outlineOffset: -2 },
  // Rows and cells are many, so they are plain elements under one set of rules.
  '& [role="row"]': { position: 'absolute', left: 0, width: '100%' },
  '& [role="row"][aria-rowindex="1"]': { position: 'sticky', top: 0, zIndex: 2 },
  '& [role="columnheader"], & [role="rowheader"], & [role="gridcell"]': {
    position: 'absolute',
    top: 0,
    height: '100%',
    padding: '0 8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
    borderRight: `1px solid ${theme.vars.palette.line}`,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& [role="columnheader"], & [role="rowheader"]': {
    fontSize: 12,
    fontWeight: 500,
    color: theme.vars.palette.ink3,
    backgroundColor: theme.vars.palette.sunken,
    textAlign: 'center',
  },
  '& [role="rowheader"], & [role="columnheader"][aria-colindex="1"]': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    display: 'block',
    borderRightColor: theme.vars.palette.lineStrong,
  },
  '& [data-current]': {
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& [role="gridcell"]': { unicodeBidi: 'plaintext', textAlign: 'start', cursor: 'cell' },
  '& [data-over]': { zIndex: 1, backgroundColor: theme.vars.palette.background.paper },
  '& [data-kind="number"]': { textAlign: 'right' },
  '& [data-kind="logic"], & [data-kind="error"]': { textAlign: 'center' },
  '& [data-kind="error"]': { color: theme.vars.palette.danger.text },
  '& [aria-selected="true"]': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.control}` },
  '&:focus-visible [aria-selected="true"]': {
    boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}`,
  },
}))

const Sheet = styled('div')({ position: 'relative', minWidth: '100%' })

/**
 * Parts of a table that are placed freely, which real cells can't be. The focus stays on the grid, which names the
 * chosen cell.
 */
const PART = {
  /** @param place from 1, the heads being the first row and column */
  row: (place: number) => ({ role: 'row', 'aria-rowindex': place }),
  columnHeader: (place: number) => ({ role: 'columnheader', 'aria-colindex': place }),
  corner: { role: 'columnheader', 'aria-colindex': 1, 'aria-label': 'Row' },
  rowHeader: { role: 'rowheader', 'aria-colindex': 1 },
  cell: (place: number, selected: boolean) => ({
    role: 'gridcell',
    'aria-colindex': place,
    'aria-selected': selected,
  }),
}

export interface SheetGridProps {
  /** Accessible name. */
  label: string
  source: SheetSource
  index: number
  facts: SheetFacts
}

/** Rows and columns of a sheet; only those in view are there. Arrow keys go from cell to cell. */
export function SheetGrid({ label, source, index, facts }: SheetGridProps) {
  const height = useBreakpoint('md') ? ROW : ROW_TOUCH
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 })
  const { columns } = facts
  const down = useVirtualizer({
    count: facts.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    paddingStart: height,
    scrollPaddingStart: height,
    overscan: 6,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => columns[at]?.width ?? 0,
    paddingStart: NUMBERS,
    scrollPaddingStart: NUMBERS,
    overscan: 2,
  })
  const rows = down.getVirtualItems()
  const shown = across.getVirtualItems()
  const rowAt = useRows(source, index, rows[0]?.index ?? 0, (rows.at(-1)?.index ?? 0) + 1)

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    const next = cellOfKey(event, cell, { rows: facts.rows, columns: columns.length, page })
    if (!next) return
    event.preventDefault()
    setCell(next)
    down.scrollToIndex(next.row)
    across.scrollToIndex(next.column)
  }
  const onClick = ({ target }: MouseEvent) => {
    const clicked = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
    const place = clicked && /(\d+)-(\d+)$/.exec(clicked.id)
    if (place) setCell({ row: Number(place[1]), column: Number(place[2]) })
  }

  const current = rowAt(cell.row)
  const name = columnName(columns[cell.column]?.index ?? 0)
  const idOf = (row: number, column: number) => `${id}-${row}-${column}`
  return (
    <>
      <CellBar
        place={current ? `${name}${current.number}` : ''}
        text={current?.texts[columns[cell.column]?.index ?? 0] ?? ''}
      />
      <Scroller
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-readonly="true"
        aria-rowcount={facts.rows + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={idOf(cell.row, cell.column)}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <Sheet
          role="presentation"
          style={{ height: down.getTotalSize(), width: across.getTotalSize(), lineHeight: `${height - 1}px` }}
        >
          <div {...PART.row(1)} style={{ height }}>
            <span {...PART.corner} style={{ width: NUMBERS, height }} />
            {shown.map((column) => (
              <span
                key={column.index}
                {...PART.columnHeader(column.index + 2)}
                data-current={column.index === cell.column ? '' : undefined}
                style={{ left: column.start, width: column.size }}
              >
                {columnName(columns[column.index]?.index ?? 0)}
              </span>
            ))}
          </div>
          {rows.map((row) => (
            <div key={row.index} {...PART.row(row.index + 2)} style={{ top: row.start, height }}>
              <span
                {...PART.rowHeader}
                data-current={row.index === cell.row ? '' : undefined}
                style={{ width: NUMBERS, height }}
              >
                {rowAt(row.index)?.number ?? ''}
              </span>
              {shown.map((column) => (
                <GridCell
                  key={column.index}
                  id={idOf(row.index, column.index)}
                  row={rowAt(row.index)}
                  columns={columns}
                  at={column.index}
                  left={column.start}
                  selected={row.index === cell.row && column.index === cell.column}
                />
              ))}
            </div>
          ))}
        </Sheet>
      </Scroller>
    </>
  )
}

interface GridCellProps {
  id: string
  row: SheetRow | undefined
  columns: readonly SheetColumn[]
  /** Place of its column among those that are shown. */
  at: number
  /** px. */
  left: number
  selected: boolean
}

function GridCell({ id, row, columns, at, left, selected }: GridCellProps) {
  const { index = 0, width: own = 0 } = columns[at] ?? {}
  const width = row ? roomOf(row, columns, at) : own
  return (
    <span
      id={id}
      {...PART.cell(at + 2, selected)}
      data-kind={row && kindAt(row, index)}
      data-over={width > own ? '' : undefined}
      style={{ left, width }}
    >
      {row?.texts[index]}
    </span>
  )
}

/** Width of a cell in px: a long text goes on over the empty cells beside it, as in Excel. */
function roomOf(row: SheetRow, columns: readonly SheetColumn[], at: number): number {
  const { index = 0, width: own = 0 } = columns[at] ?? {}
  const text = row.texts[index] ?? ''
  if (kindAt(row, index) !== 'text') return own
  const wanted = widthFor(text.length)
  let width = own
  for (const next of columns.slice(at + 1)) {
    if (width >= wanted || (row.texts[next.index] ?? '') !== '') break
    width += next.width
  }
  return width
}
