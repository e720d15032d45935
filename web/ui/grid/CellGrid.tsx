import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { type Cell, cellOfKey } from './cellKeys.ts'
import { PART, type RowHead, RowHeadCell, Scroller, Sheet } from './gridParts.tsx'

/** What a cell shows. */
export interface CellProps {
  readonly content?: ReactNode
  readonly align?: 'right' | 'center' | undefined
  readonly tone?: 'danger' | 'success' | 'info' | 'warning' | 'quiet' | undefined
  readonly bold?: boolean | undefined
  /** A ground of the file's own, as colours of CSS, and of a text that reads on it. */
  readonly fill?: { readonly ground: string; readonly text: string } | undefined
  /** What it stands on: something changed, wrong, or doubtful; or a row that heads others. */
  readonly ground?: 'accent' | 'danger' | 'warning' | 'sunken' | undefined
  /** Stands out as the one that something else on the page is about. */
  readonly chosen?: boolean | undefined
  /** Nothing is there to be opened. */
  readonly empty?: boolean | undefined
  /** Accessible name, where the content does not say it all. */
  readonly name?: string | undefined
  /** Px, where it goes on over the empty cells beside it. */
  readonly width?: number
}

interface CellGridProps {
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
  rowHead: (row: number) => RowHead | ReactNode
  cell: (row: number, column: number) => CellProps
  /** The cell that one stands on; the owner keeps it. */
  current: Cell
  onCurrent: (cell: Cell) => void
  /** Enter on a cell, and a double click; with `selection` a click. */
  onOpen?: (cell: Cell) => void
  /** A click opens a cell also without `selection`. */
  opensByClick?: boolean
  /** Cells that are chosen together: Ctrl or Cmd with a click, or Space, adds and removes one. */
  selection?: { has: (cell: Cell) => boolean; onToggle: (cell: Cell) => void }
  /** A click on a row's head, and Enter on it: the arrow keys then lead to heads, too, as column -1. */
  onRowHead?: (row: number) => void
  /** Heads are letters and numbers, or name things. */
  heads?: 'numbered' | 'named'
  /** Px that are drawn before the window has been measured. */
  firstSize?: { width: number; height: number }
  /** The rows in view, from one up to, not including, another: for whoever has them come. */
  onRows?: (from: number, to: number) => void
  /** The columns in view, likewise. */
  onColumns?: (from: number, to: number) => void
}

/**
 * A grid of cells under heads and beside heads that stay in sight. Only those in view are there. It is one stop of the
 * Tab key; arrow keys go from cell to cell.
 */
export function CellGrid(props: CellGridProps) {
  const { label, rows: count, heightOf, widths, headWidth, current, onCurrent, onOpen, onRows } = props
  const { selection, onRowHead, firstSize, onColumns } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const head = heightOf()
  const down = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    paddingStart: head,
    scrollPaddingStart: head,
    overscan: 2,
    ...(firstSize && { initialRect: firstSize }),
  })
  const across = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => widths[at] ?? 0,
    paddingStart: headWidth,
    scrollPaddingStart: headWidth,
    overscan: 1,
    ...(firstSize && { initialRect: firstSize }),
  })
  const rows = down.getVirtualItems()
  const columns = across.getVirtualItems()
  const from = rows[0]?.index ?? 0
  const to = (rows.at(-1)?.index ?? 0) + 1
  const left = columns[0]?.index ?? 0
  const right = (columns.at(-1)?.index ?? 0) + 1
  const reportRows = useEffectEvent(onRows ?? (() => {}))
  const reportColumns = useEffectEvent(onColumns ?? (() => {}))
  useEffect(() => reportRows(from, to), [from, to])
  useEffect(() => reportColumns(left, right), [left, right])

  // Whoever leads to a cell from outside brings it into view, too.
  const { row, column } = current
  const isFirst = useRef(true)
  const show = useCallback(() => {
    down.scrollToIndex(row)
    if (column >= 0) across.scrollToIndex(column)
  }, [row, column, down, across])
  useEffect(() => {
    if (!isFirst.current) show()
    isFirst.current = false
  }, [show])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current.column < 0) {
      event.preventDefault()
      onRowHead?.(current.row)
      return
    }
    if (event.key === ' ' && selection && current.column >= 0) {
      event.preventDefault()
      selection.onToggle(current)
      return
    }
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(current)
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / heightOf(current.row)) - 2)
    const first = onRowHead ? -1 : 0
    const next = cellOfKey(event, current, { rows: count, columns: widths.length, page, first })
    if (!next) return
    event.preventDefault()
    onCurrent(next)
  }
  const cellOf = ({ target }: MouseEvent): Cell | null => {
    const clicked =
      target instanceof Element
        ? target.closest<HTMLElement>('[role="gridcell"], [role="rowheader"][data-pressable]')
        : null
    const place = clicked && /(\d+)-(head|\d+)$/.exec(clicked.id)
    return place && { row: Number(place[1]), column: place[2] === 'head' ? -1 : Number(place[2]) }
  }
  const press = (event: MouseEvent) => {
    const clicked = cellOf(event)
    if (!clicked) return
    onCurrent(clicked)
    if (clicked.column < 0) return onRowHead?.(clicked.row)
    if (!selection) return props.opensByClick ? onOpen?.(clicked) : undefined
    if (event.ctrlKey || event.metaKey) selection.onToggle(clicked)
    else onOpen?.(clicked)
  }
  const idOf = (row: number, column: number) => `${id}-${row}-${column < 0 ? 'head' : column}`
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
      // The ring of its cell is the grid's.
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) show()
      }}
      aria-multiselectable={selection ? true : undefined}
      data-heads={props.heads}
      onClick={press}
      onDoubleClick={(event) => {
        const clicked = cellOf(event)
        if (clicked && !selection && !props.opensByClick) onOpen?.(clicked)
      }}
    >
      <Sheet role="presentation" style={{ height: down.getTotalSize(), width: across.getTotalSize() }}>
        <div {...PART.row(1)} style={{ height: head, lineHeight: `${head - 1}px` }}>
          <span {...PART.corner} style={{ width: headWidth, height: head }}>
            {props.heads === 'named' ? props.corner : <VisuallyHidden>{props.corner}</VisuallyHidden>}
          </span>
          {columns.map((column) => (
            <span
              key={column.index}
              {...PART.columnHeader(column.index + 2)}
              data-current={column.index === current.column && props.heads !== 'named' ? '' : undefined}
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
            <RowHeadCell
              id={idOf(index, -1)}
              head={props.rowHead(index)}
              isCurrent={index === current.row && props.heads !== 'named'}
              isAt={index === current.row && current.column < 0}
              isPressable={onRowHead !== undefined}
              style={{ width: headWidth, height: size }}
            />
            {columns.map((column) => {
              const cellProps = props.cell(index, column.index)
              const width = cellProps.width ?? column.size
              const isAt = index === current.row && column.index === current.column
              const isSelected = selection?.has({ row: index, column: column.index }) ?? isAt
              return (
                <span
                  key={column.index}
                  id={idOf(index, column.index)}
                  {...PART.cell(column.index + 2, isSelected, cellProps)}
                  data-at={isAt ? '' : undefined}
                  data-chosen={cellProps.chosen ? '' : undefined}
                  data-align={cellProps.align}
                  data-tone={cellProps.tone}
                  data-ground={cellProps.ground}
                  data-over={width > column.size ? '' : undefined}
                  data-bold={cellProps.bold ? '' : undefined}
                  style={{
                    left: column.start,
                    width,
                    ...(cellProps.fill && {
                      backgroundColor: cellProps.fill.ground,
                      color: cellProps.fill.text,
                    }),
                  }}
                >
                  {cellProps.content}
                </span>
              )
            })}
          </div>
        ))}
      </Sheet>
    </Scroller>
  )
}
