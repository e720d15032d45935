import { styled } from '@mui/material/styles'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Cell, cellOfKey } from './cellKeys.ts'

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
  '& [data-align="right"]': { textAlign: 'right' },
  '& [data-align="center"]': { textAlign: 'center' },
  '& [data-tone="danger"]': { color: theme.vars.palette.danger.text },
  '& [data-tone="success"]': { color: theme.vars.palette.success.text },
  '& [data-tone="info"]': { color: theme.vars.palette.info.text },
  '& [data-tone="warning"]': { color: theme.vars.palette.warning.text },
  '& [data-bold]': { fontWeight: 600 },
  '& [data-tone="quiet"]': { color: theme.vars.palette.ink3 },
  '& [data-ground="accent"]': { backgroundColor: theme.vars.palette.accent.tint },
  '& [data-ground="danger"]': {
    color: theme.vars.palette.danger.text,
    backgroundColor: theme.vars.palette.danger.tint,
    borderLeft: `3px solid ${theme.vars.palette.danger.main}`,
  },
  '& [data-ground="warning"]': {
    backgroundColor: theme.vars.palette.warning.tint,
    borderLeft: `3px solid ${theme.vars.palette.warning.main}`,
  },
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
  corner: (name: string) => ({ role: 'columnheader', 'aria-colindex': 1, 'aria-label': name }),
  rowHeader: { role: 'rowheader', 'aria-colindex': 1 },
  cell: (place: number, selected: boolean) => ({
    role: 'gridcell',
    'aria-colindex': place,
    'aria-selected': selected,
  }),
}

/** What a cell shows. */
export interface CellFace {
  readonly content?: ReactNode
  readonly align?: 'right' | 'center' | undefined
  readonly tone?: 'danger' | 'success' | 'info' | 'warning' | 'quiet' | undefined
  readonly bold?: boolean | undefined
  /** A ground of the file's own, as colours of CSS, and of a text that reads on it. */
  readonly fill?: { readonly ground: string; readonly text: string } | undefined
  /** What it stands on: something changed, wrong, or doubtful. */
  readonly ground?: 'accent' | 'danger' | 'warning' | undefined
  /** Px, where it goes on over the empty cells beside it. */
  readonly width?: number
}

export interface CellGridProps {
  /** Accessible name. */
  label: string
  rows: number
  /** Height of a row in px, by its index; of the header, without one. */
  heightOf: (row?: number) => number
  /** Widths of the columns in px. */
  widths: readonly number[]
  /** Width of the column of row heads in px, which stays at the left. */
  headWidth: number
  /** What the column of row heads is called. */
  corner: string
  columnHead: (column: number) => ReactNode
  rowHead: (row: number) => ReactNode
  cell: (row: number, column: number) => CellFace
  /** The cell that one stands on; the owner keeps it. */
  current: Cell
  onCurrent: (cell: Cell) => void
  /** Enter on a cell, and a double click. */
  onOpen?: (cell: Cell) => void
  /** The rows in view, from one up to, not including, another: for whoever has them come. */
  onRows?: (from: number, to: number) => void
}

/**
 * A grid of cells under heads and beside heads that stay in sight. Only those in view are there. It is one stop of the
 * Tab key; arrow keys go from cell to cell.
 */
export function CellGrid(props: CellGridProps) {
  const { label, rows: count, heightOf, widths, headWidth, current, onCurrent, onOpen, onRows } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const head = heightOf()
  const down = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    paddingStart: head,
    scrollPaddingStart: head,
    overscan: 6,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => widths[at] ?? 0,
    paddingStart: headWidth,
    scrollPaddingStart: headWidth,
    overscan: 2,
  })
  const rows = down.getVirtualItems()
  const columns = across.getVirtualItems()
  const from = rows[0]?.index ?? 0
  const to = (rows.at(-1)?.index ?? 0) + 1
  const tell = useRef(onRows)
  tell.current = onRows
  useEffect(() => tell.current?.(from, to), [from, to])

  // Whoever leads to a cell from outside brings it into view, too.
  const { row, column } = current
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) {
      down.scrollToIndex(row)
      across.scrollToIndex(column)
    }
    isFirst.current = false
  }, [row, column, down, across])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(current)
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heightOf(current.row)) - 2)
    const next = cellOfKey(event, current, { rows: count, columns: widths.length, page })
    if (!next) return
    event.preventDefault()
    onCurrent(next)
  }
  const cellOf = ({ target }: MouseEvent): Cell | null => {
    const clicked = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
    const place = clicked && /(\d+)-(\d+)$/.exec(clicked.id)
    return place && { row: Number(place[1]), column: Number(place[2]) }
  }
  const idOf = (row: number, column: number) => `${id}-${row}-${column}`
  return (
    <Scroller
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-rowcount={count + 1}
      aria-colcount={widths.length + 1}
      aria-activedescendant={idOf(current.row, current.column)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const clicked = cellOf(event)
        if (clicked) onCurrent(clicked)
      }}
      onDoubleClick={(event) => {
        const clicked = cellOf(event)
        if (clicked) onOpen?.(clicked)
      }}
    >
      <Sheet role="presentation" style={{ height: down.getTotalSize(), width: across.getTotalSize() }}>
        <div {...PART.row(1)} style={{ height: head, lineHeight: `${head - 1}px` }}>
          <span {...PART.corner(props.corner)} style={{ width: headWidth, height: head }} />
          {columns.map((column) => (
            <span
              key={column.index}
              {...PART.columnHeader(column.index + 2)}
              data-current={column.index === current.column ? '' : undefined}
              style={{ left: column.start, width: column.size }}
            >
              {props.columnHead(column.index)}
            </span>
          ))}
        </div>
        {rows.map(({ index, start, size }) => (
          <div
            key={index}
            {...PART.row(index + 2)}
            style={{ top: start, height: size, lineHeight: `${size - 1}px` }}
          >
            <span
              {...PART.rowHeader}
              data-current={index === current.row ? '' : undefined}
              style={{ width: headWidth, height: size }}
            >
              {props.rowHead(index)}
            </span>
            {columns.map((column) => {
              const face = props.cell(index, column.index)
              const width = face.width ?? column.size
              return (
                <span
                  key={column.index}
                  id={idOf(index, column.index)}
                  {...PART.cell(column.index + 2, index === current.row && column.index === current.column)}
                  data-align={face.align}
                  data-tone={face.tone}
                  data-ground={face.ground}
                  data-over={width > column.size ? '' : undefined}
                  data-bold={face.bold ? '' : undefined}
                  style={{
                    left: column.start,
                    width,
                    ...(face.fill && { backgroundColor: face.fill.ground, color: face.fill.text }),
                  }}
                >
                  {face.content}
                </span>
              )
            })}
          </div>
        ))}
      </Sheet>
    </Scroller>
  )
}
