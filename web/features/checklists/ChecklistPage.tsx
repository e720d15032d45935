import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Alert,
  type Cell,
  EmptyState,
  ErrorState,
  lazily,
  Panel,
  useBreakpoint,
  useUnsaved,
} from '../../ui/index.ts'
import { ChecklistTools } from './ChecklistTools.tsx'
import type { ItemDialogProps, Side } from './ItemDialog.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import { columnsOf, type Item, type MatrixFilter, meets, NO_FILTER, neighbour, shownRows } from './matrix.ts'
import { ActiveChecklistsDocument } from './operations.generated.ts'
import { PhoneMatrix } from './PhoneMatrix.tsx'
import { useChanges } from './useChanges.ts'
import { type OpenChecklist, useChecklist } from './useChecklist.ts'
import { useComments } from './useComments.ts'
import { useItemOf, useMatches, useSight } from './useSight.ts'

const ItemDialog = lazily(async () => (await import('./ItemDialog.tsx')).ItemDialog)

const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  padding: '14px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { paddingBlock: 12 },
}))

const Matrix = styled(Panel)({ display: 'flex', height: 680, overflow: 'hidden' })

const Selected = styled('div')({ display: 'flex', alignItems: 'center', gap: 8 })

export interface ChecklistPageProps {
  portfolioId: string
  displayStyle: DisplayStyle
  /** Whether the person changes status, assignee and links (CHK-39). */
  mayEdit: boolean
  /** Chooses a document for a link; null where the person may see none. */
  picker: ItemDialogProps['picker']
}

/** Milliseconds after which the matrix is read, though its socket is not open yet. */
const WAIT_FOR_SOCKET_MS = 400
const STEPS: Readonly<Record<Side, { row: number; column: number }>> = {
  W: { row: 0, column: -1 },
  N: { row: -1, column: 0 },
  S: { row: 1, column: 0 },
  E: { row: 0, column: 1 },
}

/** The checklist of a portfolio: the chosen one of those that are active. */
export function ChecklistPage(props: ChecklistPageProps) {
  const { portfolioId } = props
  const [address, setAddress] = useSearchParams()
  // They outlive the dialog and the chosen checklist.
  const drafts = useRef(new Map<string, string>())
  useUnsaved(() => [...drafts.current.values()].some((text) => text.trim() !== ''))
  const active = useReading(ActiveChecklistsDocument, { portfolioId })
  const checklists = active.data?.activeChecklists ?? []
  // CHK-04
  const chosen = checklists.find(({ id }) => id === address.get('checklist')) ?? checklists[0]
  if (active.error && !active.data) {
    return (
      <Body>
        <ErrorState {...active.error} />
      </Body>
    )
  }
  if (!active.data) return <Said>Loading</Said>
  if (!chosen) return <Said>No active checklist</Said>
  return (
    <OpenMatrix
      key={chosen.id}
      {...props}
      drafts={drafts.current}
      checklists={checklists}
      chosen={chosen}
      firstItem={address.get('item')}
      onChoose={(id) => setAddress({ checklist: id })}
    />
  )
}

interface OpenMatrixProps extends ChecklistPageProps {
  /** Comments that are typed and not sent, by item. */
  drafts: Map<string, string>
  checklists: readonly { readonly id: string; readonly name: string }[]
  chosen: { readonly id: string; readonly name: string }
  /** The item that the address opens. */
  firstItem: string | null
  onChoose: (id: string) => void
}

function OpenMatrix(props: OpenMatrixProps) {
  const { portfolioId, chosen, mayEdit, displayStyle } = props
  const isWide = useBreakpoint('md')
  const openRef = useRef<OpenChecklist>(null)
  const comments = useComments(portfolioId, chosen.id, openRef)
  // Read once the socket is open: what changes between the two would be missed.
  const isLate = useAfter(WAIT_FOR_SOCKET_MS)
  const isReady = useRef(false)
  isReady.current ||= isLate || comments.state !== 'connecting'
  const open = useChecklist(portfolioId, chosen.id, isReady.current)
  openRef.current = open
  const changes = useChanges(open)
  const [filter, setFilter] = useState<MatrixFilter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(NOTHING)
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const [openId, setOpenId] = useState<string | null>(props.firstItem)
  const side = useSideAway(openId)
  const [selected, setSelected] = useState<ReadonlySet<string>>(NOTHING)
  const [, drafted] = useReducer((count: number) => count + 1, 0)
  const { cells, rows: allRows } = open
  const { items } = cells
  const columns = useMemo(() => columnsOf(open.projects, filter), [open.projects, filter])
  const found = useMatches(chosen.id, { cells, projects: columns, filter })
  const rows = useMemo(() => shownRows(open.rows, collapsed, found), [open.rows, collapsed, found])
  const openItem = openId === null ? undefined : items.byId(openId)
  const onColumns = useSight(cells, columns, open.data !== undefined)
  useItemOf(cells, props.firstItem, open.data !== undefined)
  const { keep } = cells
  useEffect(() => {
    const ids = openId === null ? [...selected] : [openId, ...selected]
    keep(ids.flatMap((id) => items.byId(id)?.projectId ?? []))
  }, [keep, items, openId, selected])
  const latestNext = useRef<(side: Side) => Cell | null>(() => null)

  if (open.error && (!open.data || items.size === 0)) {
    return (
      <Body>
        <ErrorState {...open.error} />
      </Body>
    )
  }
  if (open.loading && !open.data) return <Said>Loading</Said>
  if (open.projects.length === 0) return <Said>Checklist missing projects!</Said>
  if (allRows.length === 0) return <Said>Checklist missing categories!</Said>
  if (cells.version === 0) return <Said>Loading</Said>

  const shownAt = (row: number, column: number): Item | undefined => {
    const item = items.at(rows[row]?.categoryId ?? '', columns[column]?.id ?? '')
    return item && (rows[row]?.parentId === null || meets(item, filter)) ? item : undefined
  }
  const toggle = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
    const next = new Set(set)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const place = openItem && {
    row: rows.findIndex(({ categoryId }) => categoryId === openItem.categoryId),
    column: columns.findIndex(({ id }) => id === openItem.projectId),
  }
  const openRow = allRows.find(({ categoryId }) => categoryId === openItem?.categoryId)
  const openProject = open.projects.find(({ id }) => id === openItem?.projectId)
  const next = (side: Side): Cell | null => {
    // What the filter hides has no place in the matrix.
    if (!place || place.row < 0 || place.column < 0) return null
    return neighbour(
      place,
      STEPS[side],
      { rows: rows.length, columns: columns.length },
      // What has not been read yet may be one.
      (row, column) => !items.has(columns[column]?.id ?? '') || shownAt(row, column) !== undefined,
    )
  }
  latestNext.current = next
  const step = async (to: Side) => {
    for (;;) {
      const cell = latestNext.current(to)
      const project = cell && columns[cell.column]
      if (!project) return
      if (items.has(project.id)) break
      await cells.whenRead(project.id)
      if (!items.has(project.id)) return
    }
    const cell = latestNext.current(to)
    const item = cell && shownAt(cell.row, cell.column)
    if (!item) return
    changes.forget()
    setSelected(NOTHING)
    setCurrent(cell)
    setOpenId(item.id)
  }
  const close = () => {
    setOpenId(null)
    changes.forget()
  }
  const openOne = (item: Item) => {
    changes.forget()
    // CHK-16
    setOpenId(item.id === openId ? null : item.id)
    if (!selected.has(item.id)) setSelected(NOTHING)
  }
  const together =
    openItem && selected.has(openItem.id)
      ? [...selected].flatMap((id) => items.byId(id) ?? [])
      : openItem
        ? [openItem]
        : []
  const shared = {
    name: chosen.name,
    rows,
    projects: columns,
    items,
    users: open.users,
    filter,
    collapsed,
    onToggleRow: (id: string) => setCollapsed(toggle(collapsed, id)),
    onOpen: openOne,
    onColumns,
    mayEdit,
    displayStyle,
  }
  return (
    <Body>
      {open.error && <ErrorState {...open.error} />}
      {comments.refusal !== null && <Alert tone="danger">{comments.refusal}</Alert>}
      <ChecklistTools
        checklists={props.checklists}
        chosen={chosen}
        onChoose={props.onChoose}
        counts={open.counts}
        filter={filter}
        onFilter={setFilter}
        projects={open.projects}
        users={open.users}
      />
      {selected.size > 0 && (
        <Selected>
          <strong>{selected.size === 1 ? '1 item selected' : `${selected.size} items selected`}</strong>
          <Button size="small" onClick={() => setOpenId([...selected][0] ?? null)}>
            Open
          </Button>
          <Button size="small" variant="text" onClick={() => setSelected(NOTHING)}>
            Clear
          </Button>
        </Selected>
      )}
      {isWide ? (
        <Matrix>
          <MatrixGrid
            {...shared}
            current={current}
            onCurrent={setCurrent}
            openId={openId}
            selected={selected}
            onSelect={(item) => setSelected(toggle(selected, item.id))}
          />
        </Matrix>
      ) : (
        <PhoneMatrix {...shared} />
      )}
      {openItem && openRow && openProject && (
        <ItemDialog
          portfolioId={portfolioId}
          item={openItem}
          row={openRow}
          project={openProject}
          together={together}
          users={open.users}
          mayEdit={mayEdit}
          changes={changes}
          comments={comments}
          drafts={props.drafts}
          onDraft={drafted}
          at={side}
          hasNeighbour={(side) => Boolean(next(side))}
          onStep={(to) => void step(to)}
          onClose={close}
          onAssigned={(user) => open.addUsers([user])}
          picker={props.picker}
        />
      )}
    </Body>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

/** The side of the window away from the open cell, so that it is to be seen beside the dialog. */
function useSideAway(openId: string | null): 'left' | 'right' {
  const [side, setSide] = useState<'left' | 'right'>('right')
  useLayoutEffect(() => {
    const cell = openId === null ? null : document.querySelector('[data-chosen]')
    if (!cell) return
    const { left, width } = cell.getBoundingClientRect()
    setSide(left + width / 2 > window.innerWidth / 2 ? 'left' : 'right')
  }, [openId])
  return side
}

/** Whether so many milliseconds have gone by. */
function useAfter(ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}

/** One sentence in place of the matrix (CHK-13). */
function Said({ children }: { children: ReactNode & string }) {
  return (
    <Body>
      <Panel role="status">
        <EmptyState title={children} />
      </Panel>
    </Body>
  )
}
