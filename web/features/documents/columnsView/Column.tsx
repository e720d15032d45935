import { useFragment } from '@apollo/client/react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { PAGE_SIZE } from '../../../graphql/listPages.ts'
import {
  ErrorState,
  loadMenu,
  Menu,
  type MenuEntry,
  RowsInContainer,
  rowAfterKey,
  type ScrollTo,
  useBreakpoint,
  useDelayed,
  useRowKeys,
} from '../../../ui/index.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
import { isFolder, type Row, usePlace } from '../place/place.ts'
import { glyphOf } from '../rows/columns.tsx'
import { useRowActions } from '../rows/useRowActions.tsx'
import { ColumnEntry, type EntryHandlers, WaitingEntry } from './ColumnEntry.tsx'
import { ENTRY_HEIGHT, Group, PHONE_ENTRY_HEIGHT } from './layout.tsx'
import { type ColumnFolderFragment, ColumnFolderFragmentDoc } from './operations.generated.ts'
import { createTypeAhead } from './typeAhead.ts'
import { useColumnRows } from './useColumnRows.ts'
import { useInView } from './useInView.ts'
import { useRest } from './useRest.ts'

interface ColumnProps {
  folder: { readonly id: string; readonly name: string }
  /** Depth of its entries in the tree, from 1. */
  level: number
  /** The entry whose column or card stands to the right. */
  chosenId: string | null
  /** Whether that entry is the last chosen one. */
  isLastChosen: boolean
  highlightedId: string | null
  /** Whether the Tab key reaches this column. */
  active: boolean
  /** The way on which the keyboard comes into this column. */
  entering: 'left' | 'right' | undefined
  /** All columns. */
  tree: RefObject<HTMLElement | null>
  /** @param replace the place of the chosen one before in the history of the browser */
  onChoose: (row: Row, replace: boolean) => void
  /** Opens a file's preview. */
  onOpenFile: (row: Row) => void
  /** Moves the keyboard to the column on the left, or into the one on the right. */
  onStep: (to: 'left' | 'right') => void
  onFocused: () => void
  /** The keyboard has come in, or there is nothing to come to. */
  onEntered: () => void
  onDeleted: (rows: readonly (Row | undefined)[], ids: ReadonlySet<string>) => void
  /** Gives the view a way to read the column again. */
  register: (folderId: string, refresh: () => Promise<void>) => () => void
}

/** A column: the entries of one folder (DOC-14). */
export function Column(props: ColumnProps) {
  const { data, complete } = useFragment({
    fragment: ColumnFolderFragmentDoc,
    fragmentName: 'ColumnFolder',
    from: { __typename: 'Document', id: props.folder.id },
    variables: { limit: PAGE_SIZE },
  })
  const due = useDelayed(!complete)
  const known = useRef<ColumnFolderFragment>(null)
  if (complete) known.current = data
  if (known.current) return <Entries {...props} content={known.current} />
  return (
    <Group role="group" aria-label={props.folder.name} aria-busy="true">
      {due && [0, 1, 2, 3, 4].map((index) => <WaitingEntry key={index} index={index} />)}
    </Group>
  )
}

interface EntriesProps extends ColumnProps {
  content: ColumnFolderFragment
}

function Entries(props: EntriesProps) {
  const { folder, level, chosenId, highlightedId, entering, onEntered, register } = props
  const wide = useBreakpoint('md')
  const { addresses } = usePlace()
  const { rows, need, refresh, error } = useColumnRows(props.content, chosenId ?? highlightedId)
  const actions = useRowActions(rows, folder.id, refresh, (ids) => props.onDeleted(rows, ids))
  const scrollTo = useRef<ScrollTo>(null)
  const [menu, setMenu] = useState<{ row: Row; anchor: Element | { x: number; y: number } } | null>(null)
  useEffect(() => register(folder.id, refresh), [register, folder.id, refresh])

  const rest = useRest()
  const latest = useLatest({ props, rows })
  const [handlers] = useState((): EntryHandlers => {
    const withRow = (index: number, act: (row: Row) => void) => {
      const row = latest.current.rows[index]
      if (row) act(row)
    }
    return {
      choose: (index) =>
        withRow(index, (row) => {
          rest.cancel()
          latest.current.props.onChoose(row, false)
        }),
      open: (index) =>
        withRow(index, (row) => {
          if (isFolder(row)) enter(row)
          else latest.current.props.onOpenFile(row)
        }),
      openMenu: (index, anchor) => withRow(index, (row) => setMenu({ row, anchor })),
      focused: (index) => {
        keys.setCurrent(index)
        latest.current.props.onFocused()
        rest.arrived(() => withRow(index, (row) => latest.current.props.onChoose(row, true)))
      },
    }
  })
  const enter = (row: Row) => {
    rest.cancel()
    const { chosenId, onChoose, onStep } = latest.current.props
    if (row.id !== chosenId) onChoose(row, false)
    if (isFolder(row)) onStep('right')
  }
  const rowHeight = wide ? ENTRY_HEIGHT : PHONE_ENTRY_HEIGHT
  const keys = useRowKeys<HTMLDivElement>({
    count: rows.length,
    handlers,
    toggle: handlers.choose,
    shortcut: (key, index) => {
      const row = rows[index]
      const act = actions.shortcuts[key]
      return row && act && (() => act(row))
    },
    scrollTo: (index) => scrollTo.current?.(index),
    page: () => Math.floor((props.tree.current?.clientHeight ?? 0) / rowHeight) - 1,
    home: props.tree,
  })
  const { body: group, setCurrent, go } = keys

  const chosenIndex = useMemo(() => rows.findIndex((row) => row?.id === chosenId), [rows, chosenId])
  const markedIndex = useMemo(() => rows.findIndex((row) => row?.id === highlightedId), [rows, highlightedId])
  useInView(chosenIndex >= 0 ? chosenIndex : markedIndex, chosenId ?? highlightedId, group, scrollTo)
  useEffect(() => {
    if (chosenIndex >= 0 && !group.current?.contains(document.activeElement)) setCurrent(chosenIndex)
  }, [chosenIndex, group, setCurrent])
  useEffect(() => {
    if (!entering) return
    if (rows.length > 0) {
      // Further in, one only looks at what there is; back on a folder, it is the chosen one again.
      if (entering === 'left') rest.walk()
      go(Math.max(0, chosenIndex))
    }
    onEntered()
  })

  const [typeAhead] = useState(() => createTypeAhead())
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const index = keys.indexOf(target)
    // Not from a field or a menu of an entry.
    if (index === null || !event.currentTarget.contains(target)) return
    if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      if (rowAfterKey(event.key, index, rows.length, 1) !== undefined) rest.walk()
      const row = rows[index]
      if (event.key === 'ArrowRight' && row) {
        event.preventDefault()
        enter(row)
      } else if (event.key === 'ArrowLeft') {
        event.preventDefault()
        props.onStep('left')
      } else if (typeAhead.takes(event.key)) {
        event.preventDefault()
        const found = typeAhead.find(
          event.key,
          rows.map((each) => each?.name),
          index,
        )
        if (found >= 0 && found !== index) {
          rest.walk()
          go(found)
        }
        return
      }
    }
    keys.onKeyDown(event)
  }

  const glyph = useMemo(() => glyphOf(actions.waiting), [actions.waiting])
  const renderRow = (index: number, whole: boolean): ReactNode => {
    const row = rows[index]
    if (row === undefined || !whole) return <WaitingEntry key={`wait-${index}`} index={index} />
    return (
      <ColumnEntry
        key={row.id}
        row={row}
        index={index}
        count={rows.length}
        level={level}
        glyph={glyph(row)}
        field={actions.inPlaceOfName(row)}
        chosen={row.id === chosenId}
        isLast={props.isLastChosen}
        highlighted={row.id === highlightedId}
        current={props.active && index === keys.current}
        handlers={handlers}
      />
    )
  }
  const rowMenu = (row: Row): MenuEntry[] => {
    const to = isFolder(row) ? addresses.toView(row.id, 'columns') : addresses.to(row.id)
    return actions.rowMenu(row).map((entry) => (entry.key === 'open' ? { ...entry, to } : entry))
  }
  return (
    <>
      <Group
        ref={group}
        role="group"
        aria-label={folder.name}
        data-folder={folder.id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={loadMenu}
      >
        {error && <ErrorState {...error} />}
        {rows.length === 0 && <p>This folder is empty</p>}
        <RowsInContainer
          container={group}
          count={rows.length}
          rowHeight={rowHeight}
          renderRow={renderRow}
          isLoaded={(index) => rows[index] !== undefined}
          scrollTo={scrollTo}
          spacer="div"
          onRange={(start, end) => {
            keys.settle()
            if (rows.slice(start, end).includes(undefined)) need(start, end)
          }}
        />
      </Group>
      <Menu
        label="Actions"
        anchor={menu?.anchor ?? null}
        entries={menu ? rowMenu(menu.row) : []}
        onClose={() => setMenu(null)}
      />
      {actions.dialogs}
    </>
  )
}
