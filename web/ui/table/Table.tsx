import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { ErrorState } from '../feedback/States.tsx'
import { lazily } from '../navigation/lazily.tsx'
import { loadMenu, Menu } from '../navigation/Menu.tsx'
import { useDelayed } from '../text/useDelayed.ts'
import { useLatest } from '../text/useLatest.ts'
import { cssVars } from '../theme/cssVars.ts'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { useColumnChoice } from './columnChoice.ts'
import { useOneTabStop, walkControls } from './controls.ts'
import { PhoneSkeletonRow, PhoneTableRow } from './PhoneTableRow.tsx'
import { AllRows, RowsInContainer, RowsInPage, type ScrollTo } from './RowRange.tsx'
import { useRowKeys } from './rowKeys.ts'
import { Strip } from './Strip.tsx'
import { useSelection } from './selection.ts'
import {
  Body,
  Grid,
  HEAD_HEIGHT,
  Message,
  Panel,
  PHONE_ROW_HEIGHT,
  Scroller,
  STRIP_HEIGHT,
} from './styles.ts'
import { TableHead } from './TableHead.tsx'
import { SkeletonRow, TableRow } from './TableRow.tsx'
import { layoutOf, useShownColumns } from './tracks.ts'
import type { OpenedRow, TableProps } from './types.ts'
import { useBegunAt, useBroughtIntoView, useOpenedInView } from './useBroughtIntoView.ts'
import { useWidth } from './useWidth.ts'

/** For phones alone, and the second once something is selected. */
const PhoneSort = lazily(async () => (await import('./PhoneSort.tsx')).PhoneSort)
const PhoneSelectionBar = lazily(async () => (await import('./PhoneSelectionBar.tsx')).PhoneSelectionBar)

const SKELETON_ROWS = 5

/** Whether a key closes the open row from within: it was for nothing that stands in it. */
function closesRow<Row>(event: KeyboardEvent<HTMLElement>, opened: OpenedRow<Row> | undefined): boolean {
  const { target, currentTarget } = event
  if (!opened || event.key !== 'Escape' || event.defaultPrevented) return false
  if (!(target instanceof Element) || !currentTarget.contains(target) || !target.closest('[data-opened]')) {
    return false
  }
  event.preventDefault()
  return true
}

/**
 * The one table: sorts, selects, walks by keyboard, opens a menu per row, waits with a skeleton, says what is
 * missing or failed, renders only what is in view where lists are long, and has two-line rows on phones.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, getRowId, selection, rowMenu, phoneRow, error, highlighted } = props
  const rowCount = props.rowCount ?? rows.length
  const wide = useBreakpoint('md')
  const phone = !wide && phoneRow !== undefined
  const { rowHeight: given = 42, opened } = props
  const rowHeight = typeof given === 'object' ? given : phone ? PHONE_ROW_HEIGHT : given
  const usualHeight = typeof rowHeight === 'object' ? rowHeight.usual : rowHeight
  const choice = useColumnChoice(props.columnsKeptAs, useShownColumns(props.columns))
  const { columns } = choice
  const waiting = useDelayed(Boolean(props.loading))
  const overdue = useDelayed(Boolean(props.stale))
  const selecting = useSelection(selection, rows, rowCount, getRowId)
  const [menu, setMenu] = useState<{ row: Row; anchor: Element | { x: number; y: number } } | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  useOneTabStop(grid)
  // One has scrolled away from the row that the Tab key leads to.
  const [away, setAway] = useState(false)
  const scrollTo = useRef<ScrollTo>(null)

  // One object for the life of the table, so that rows are not rendered again for a new function.
  const latest = useLatest({ props, toggle: selecting.toggle })
  const [handlers] = useState(() => ({
    toggle: (id: string, range: boolean) => latest.current.toggle(id, range),
    openMenu: (index: number, anchor: Element | { x: number; y: number }) => {
      const row = latest.current.props.rows[index]
      if (row !== undefined) setMenu({ row, anchor })
    },
    open: (index: number) => {
      const row = latest.current.props.rows[index]
      if (row !== undefined) latest.current.props.onOpen?.(row)
    },
    close: () => {
      const row = keys.body.current?.querySelector<HTMLElement>('[data-opened]')
      latest.current.props.opened?.onClose()
      if (row) keys.go(Number(row.dataset.row))
    },
    focused: (index: number) => keys.setCurrent(index),
  }))
  const keys = useRowKeys<HTMLTableSectionElement>({
    count: rowCount,
    handlers,
    home: grid,
    scrollTo: (index) => scrollTo.current?.(index),
    // Less than what is seen, under all that sticks to the top.
    page: () =>
      Math.floor(((props.maxHeight ?? window.innerHeight) - STRIP_HEIGHT - HEAD_HEIGHT) / usualHeight) - 2,
    toggle: (index, range) => {
      const row = rows[index]
      if (row !== undefined && selection) selecting.toggle(getRowId(row), range)
    },
    selectAll: selection && (() => selecting.state !== 'all' && selecting.toggleAll()),
    extend:
      selection &&
      ((from, to) => {
        const [here, there] = [rows[from], rows[to]].map((row) => row && getRowId(row))
        if (here === undefined || there === undefined) return
        const isOn = (id: string) => selecting.selected.has(id)
        // Back over what is selected takes it out again; else all of the way is in.
        if (isOn(here) && isOn(there)) return selecting.toggle(here, false)
        if (!isOn(here)) selecting.toggle(here, false)
        if (!isOn(there)) selecting.toggle(there, !isOn(here) || Math.abs(to - from) > 1)
      }),
    shortcut: (key, index) => {
      const row = rows[index]
      const act = props.shortcuts?.[key]
      return row !== undefined && act ? () => act(row) : undefined
    },
  })

  useBroughtIntoView(highlighted, rows, getRowId, { scroller, scrollTo })
  useBegunAt(props.startAt, scrollTo)
  useOpenedInView(opened?.id, scroller)

  const shared = {
    lead: props.glyph !== undefined,
    selectable: selection !== undefined,
    hasMenu: rowMenu !== undefined,
  }
  const width = useWidth(scroller)
  const { lead, selectable, hasMenu } = shared
  const layout = useMemo(
    () => layoutOf(columns, rows, width, { lead, selectable, hasMenu }),
    [columns, rows, width, lead, selectable, hasMenu],
  )
  const minWidth = phone ? 0 : layout.minWidth
  const cramped = width > 0 && width < minWidth
  const pins = cramped ? choice.pinned : 0
  const renderRow = (index: number, whole: boolean, place: number): ReactNode => {
    const row = rows[index]
    if (row === undefined || !whole) {
      return phone ? (
        <PhoneSkeletonRow key={`wait-${place}`} index={index} />
      ) : (
        <SkeletonRow key={`wait-${place}`} columns={columns} index={index} {...shared} />
      )
    }
    const id = getRowId(row)
    const common = {
      row,
      id,
      index,
      glyph: props.glyph,
      name: selection?.nameOf(row),
      menuName: props.rowName?.(row),
      selected: selecting.selected.has(id),
      highlighted: id === highlighted,
      setBack: props.setBack?.ids.has(id) ? props.setBack.label : undefined,
      hasMenu: rowMenu !== undefined,
      opensByClick: props.opensByClick,
      opened: id === opened?.id ? opened : undefined,
      current: index === keys.current,
      handlers,
    }
    return phone && phoneRow ? (
      <PhoneTableRow key={id} {...common} phoneRow={phoneRow} selecting={selecting.selected.size > 0} />
    ) : (
      <TableRow key={id} {...common} columns={columns} pins={pins} />
    )
  }

  const { grouping } = props
  const renderGrouped = (index: number): ReactNode => {
    const row = renderRow(index, true, index)
    return grouping ? grouping({ rows, index, row, columns: columns.length }) : row
  }

  const range = {
    count: rowCount,
    rowHeight,
    renderRow,
    isLoaded: (index: number) => rows[index] !== undefined,
    scrollTo,
    onRange: (start: number, end: number) => {
      keys.settle()
      setAway(rowCount > 0 && (keys.current < start || keys.current >= end))
      const missing = Array.from({ length: end - start }, (_, at) => rows[start + at]).includes(undefined)
      if (missing) props.onNeedRange?.(start, end)
    },
  }
  const own = props.maxHeight !== undefined
  const hasStrip = !phone && (selection !== undefined || props.strip !== undefined)
  const style = cssVars({
    '--columns': layout.tracks,
    '--min-width': `${minWidth}px`,
    '--row-height': `${usualHeight}px`,
    '--strip-height': `${hasStrip ? STRIP_HEIGHT : 0}px`,
    ...Object.fromEntries(layout.lefts.slice(0, pins).map((left, at) => [`--pin-${at}`, `${left}px`])),
  })
  return (
    <Panel data-phone={phone ? '' : undefined} style={{ ...style, minHeight: props.minHeight }}>
      {hasStrip && (
        <Strip
          count={selecting.selected.size}
          state={selecting.state}
          onToggleAll={selection && rowCount > 0 ? selecting.toggleAll : undefined}
          onClear={selecting.clear}
          reading={selecting.reading}
          onStopReading={selecting.stopReading}
          actions={selection?.actions ?? []}
          summary={selection?.summary}
          choice={selection?.choice}
          rest={props.strip}
          end={choice.choices.length > 0 && <ColumnsMenu choice={choice} />}
        />
      )}
      {phone && props.onSort && rowCount > 1 && (
        <PhoneSort columns={props.columns} sort={props.sort} onSort={props.onSort} />
      )}
      {error && (
        <Message>
          <ErrorState {...error} />
        </Message>
      )}
      <Scroller
        ref={scroller}
        data-own={own ? '' : undefined}
        data-sideways={cramped ? '' : undefined}
        style={{ maxHeight: props.maxHeight }}
      >
        <Grid
          ref={grid}
          role="grid"
          data-fit={typeof rowHeight === 'object' ? '' : undefined}
          aria-label={props.label}
          aria-rowcount={props.loading ? -1 : rowCount + 1}
          aria-multiselectable={selection ? true : undefined}
          data-choice={selection?.choice ? '' : undefined}
          aria-busy={props.loading || props.stale || undefined}
          onKeyDown={(event) => {
            if (closesRow(event, opened)) handlers.close()
            else if (!walkControls(event, () => keys.go(0))) keys.onKeyDown(event)
          }}
          // From the keyboard a menu opens without any pointer that comes to it first.
          onFocus={rowMenu && loadMenu}
        >
          {!phone && (
            <TableHead
              columns={columns}
              sort={props.sort}
              onSort={props.onSort}
              sticky={own ? 'own' : cramped ? undefined : 'page'}
              pins={pins}
              {...shared}
            />
          )}
          <Body
            ref={keys.body}
            role="rowgroup"
            data-stale={overdue ? '' : undefined}
            tabIndex={away ? 0 : -1}
            onFocus={(event) => event.target === event.currentTarget && away && keys.enter()}
          >
            {props.loading ? (
              waiting &&
              Array.from({ length: SKELETON_ROWS }, (_, index) =>
                phone ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
                  <PhoneSkeletonRow key={index} index={index} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
                  <SkeletonRow key={index} columns={columns} index={index} {...shared} />
                ),
              )
            ) : !props.virtual ? (
              <AllRows count={rowCount} renderRow={renderGrouped} />
            ) : own ? (
              <RowsInContainer {...range} container={scroller} />
            ) : (
              <RowsInPage {...range} />
            )}
          </Body>
        </Grid>
        {!props.loading && !error && rowCount === 0 && props.empty}
      </Scroller>
      {phone && selecting.selected.size > 0 && (
        <PhoneSelectionBar
          count={selecting.selected.size}
          words={selection?.choice?.words}
          actions={selection?.actions ?? []}
          onClear={selecting.clear}
        />
      )}
      {rowMenu && (
        <Menu
          label="Actions"
          anchor={menu?.anchor ?? null}
          entries={menu ? rowMenu(menu.row) : []}
          onClose={() => setMenu(null)}
        />
      )}
    </Panel>
  )
}
