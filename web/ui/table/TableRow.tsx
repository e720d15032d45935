import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { IconDots, IconX } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { SkeletonBar } from '../feedback/Skeletons.tsx'
import { loadMenu } from '../navigation/Menu.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { Cell, ControlCell, Lead, OpenedFoot, Row } from './styles.ts'
import { pinOf } from './tracks.ts'
import type { Column, OpenedRow } from './types.ts'

/** What a row asks of its table; stays the same object, so that rows render only when they change. */
export interface RowHandlers {
  toggle: (id: string, range: boolean) => void
  /** Opens the row's menu at an element or a point. */
  openMenu: (index: number, anchor: Element | { x: number; y: number }) => void
  open: (index: number) => void
  /** Closes the row that is open; the focus goes back to it. */
  close: () => void
  focused: (index: number) => void
}

export interface TableRowProps<RowData> {
  row: RowData
  id: string
  index: number
  columns: readonly Column<RowData>[]
  glyph?: (row: RowData) => ReactNode
  /** What its checkbox is called; absent where nothing can be selected. */
  name?: string
  /** What its menu is called: 'Actions for …'. */
  menuName?: string | undefined
  selected: boolean
  highlighted: boolean
  /** What is said of a row that steps back. */
  setBack?: string | undefined
  hasMenu: boolean
  opensByClick?: boolean | undefined
  /** Where this row is open. */
  opened?: OpenedRow<RowData> | undefined
  /** The first so many columns stay in sight. */
  pins: number
  /** The row that the Tab key reaches. */
  current: boolean
  handlers: RowHandlers
}

function TableRowView<RowData>(props: TableRowProps<RowData>) {
  const { row, id, index, columns, glyph, name, selected, highlighted, setBack, hasMenu, current, handlers } =
    props
  const { menuName = name, pins, opensByClick, opened } = props
  return (
    <Row
      role="row"
      aria-rowindex={index + 2}
      aria-selected={name === undefined ? undefined : selected}
      data-row={index}
      data-id={id}
      data-highlighted={highlighted ? '' : undefined}
      data-set-back={setBack === undefined ? undefined : ''}
      data-opened={opened ? '' : undefined}
      tabIndex={current ? 0 : -1}
      onFocus={() => handlers.focused(index)}
      onClick={opensByClick && !opened ? (event) => isForRow(event) && handlers.open(index) : undefined}
      onContextMenu={
        hasMenu ? (event: MouseEvent<HTMLElement>) => contextMenu(event, index, handlers) : undefined
      }
    >
      {name !== undefined && (
        <ControlCell role="gridcell" data-start="">
          <Checkbox
            checked={selected}
            onClick={(event) => handlers.toggle(id, event.shiftKey)}
            slotProps={{ input: { 'aria-label': `Select ${name}`, readOnly: true } }}
          />
        </ControlCell>
      )}
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          role="gridcell"
          data-align={column.align}
          data-first={at === 0 ? '' : undefined}
          {...pinOf(at, pins)}
        >
          {at === 0 && glyph ? (
            <Lead>
              {glyph(row)}
              <div>{column.cell(row)}</div>
              {setBack !== undefined && <VisuallyHidden>{setBack}</VisuallyHidden>}
            </Lead>
          ) : (
            ((opened && column.open?.(row)) ?? column.cell(row))
          )}
        </Cell>
      ))}
      {opened && (
        <ControlCell role="gridcell" data-end="">
          <IconButton size="small" aria-label="Close" onClick={handlers.close} sx={{ color: 'ink3' }}>
            <IconX />
          </IconButton>
        </ControlCell>
      )}
      {hasMenu && !opened && (
        <ControlCell role="gridcell" data-end="">
          <IconButton
            size="small"
            aria-label={menuName === undefined ? 'Actions' : `Actions for ${menuName}`}
            aria-haspopup="menu"
            onPointerEnter={loadMenu}
            onClick={(event) => handlers.openMenu(index, event.currentTarget)}
            sx={{ color: 'ink3' }}
          >
            <IconDots />
          </IconButton>
        </ControlCell>
      )}
      {opened?.foot && <OpenedFoot role="gridcell">{opened.foot(row)}</OpenedFoot>}
    </Row>
  )
}

/** Whether a click means the row itself: it neither pressed something in it nor marked some of its words. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return !target.closest('a, button, input') && (window.getSelection()?.isCollapsed ?? true)
}

/** Same entries at the pointer; from the keyboard the row itself is the place. */
export function contextMenu(event: MouseEvent<HTMLElement>, index: number, handlers: RowHandlers) {
  event.preventDefault()
  const byKey = event.clientX === 0 && event.clientY === 0
  handlers.openMenu(index, byKey ? event.currentTarget : { x: event.clientX, y: event.clientY })
}

export const TableRow = memo(TableRowView) as typeof TableRowView

const WIDTHS = [64, 52, 70, 46, 58]

/** A row that is still loading, in the shape of a loaded one. */
export function SkeletonRow<RowData>({
  columns,
  index,
  lead,
  selectable,
  hasMenu,
}: {
  columns: readonly Column<RowData>[]
  index: number
  /** A glyph stands before the first cell's words. */
  lead: boolean
  selectable: boolean
  hasMenu: boolean
}) {
  return (
    <Row role="row" aria-rowindex={index + 2} aria-busy="true" data-row={index} tabIndex={-1}>
      {selectable && <ControlCell role="gridcell" />}
      {columns.map((column, at) => {
        const bar = <SkeletonBar width={`${at === 0 ? WIDTHS[index % WIDTHS.length] : 60}%`} />
        return (
          <Cell
            key={column.key}
            role="gridcell"
            sx={column.align && { display: 'grid', justifyItems: 'end' }}
          >
            {at === 0 && lead ? (
              <Lead>
                <SkeletonBar width={22} height={18} />
                <div>{bar}</div>
              </Lead>
            ) : (
              bar
            )}
          </Cell>
        )
      })}
      {hasMenu && <ControlCell role="gridcell" />}
    </Row>
  )
}
