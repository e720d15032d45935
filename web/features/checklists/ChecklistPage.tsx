import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { useReading } from '../../graphql/useReading.ts'
import { Alert, type Cell, EmptyState, ErrorState, lazily, Panel, useBreakpoint } from '../../ui/index.ts'
import { ChecklistTools } from './ChecklistTools.tsx'
import type { ItemDialogProps, Side } from './ItemDialog.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import {
  columnsOf,
  countsOf,
  type Item,
  type MatrixFilter,
  meets,
  NO_FILTER,
  neighbour,
  shownRows,
} from './matrix.ts'
import { ActiveChecklistsDocument } from './operations.generated.ts'
import { PhoneMatrix } from './PhoneMatrix.tsx'
import { useChanges } from './useChanges.ts'
import { type OpenChecklist, useChecklist } from './useChecklist.ts'
import { useComments } from './useComments.ts'

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
      checklists={checklists}
      chosen={chosen}
      firstItem={address.get('item')}
      onChoose={(id) => setAddress({ checklist: id })}
    />
  )
}

interface OpenMatrixProps extends ChecklistPageProps {
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
  const open = useChecklist(portfolioId, isReady.current ? chosen.id : null)
  openRef.current = open
  const changes = useChanges(open)
  const [filter, setFilter] = useState<MatrixFilter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(NOTHING)
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const [openId, setOpenId] = useState<string | null>(props.firstItem)
  const side = useSideAway(openId)
  const [selected, setSelected] = useState<ReadonlySet<string>>(NOTHING)
  const drafts = useRef(new Map<string, string>())
  const [, drafted] = useReducer((count: number) => count + 1, 0)
  const { items, rows: allRows } = open
  const columns = useMemo(() => columnsOf(open.projects, filter), [open.projects, filter])
  const rows = useMemo(
    () => shownRows(open.rows, collapsed, { items: open.items, projects: columns, filter }),
    [open, collapsed, columns, filter],
  )
  const counts = useMemo(() => (open.data ? countsOf(open.rows, open.items) : null), [open])

  if (open.error && !open.data) {
    return (
      <Body>
        <ErrorState {...open.error} />
      </Body>
    )
  }
  if (open.loading && !open.data) return <Said>Loading</Said>
  if (open.projects.length === 0) return <Said>Checklist missing projects!</Said>
  if (allRows.length === 0) return <Said>Checklist missing categories!</Said>

  const shownAt = (row: number, column: number): Item | undefined => {
    const item = items.at(rows[row]?.categoryId ?? '', columns[column]?.id ?? '')
    return item && (rows[row]?.parentId === null || meets(item, filter)) ? item : undefined
  }
  const toggle = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
    const next = new Set(set)
    if (!next.delete(id)) next.add(id)
    return next
  }
  const openItem = openId === null ? undefined : items.byId(openId)
  const place = openItem && {
    row: rows.findIndex(({ categoryId }) => categoryId === openItem.categoryId),
    column: columns.findIndex(({ id }) => id === openItem.projectId),
  }
  const openRow = allRows.find(({ categoryId }) => categoryId === openItem?.categoryId)
  const openProject = open.projects.find(({ id }) => id === openItem?.projectId)
  const next = (side: Side) =>
    place &&
    // What the filter hides has no place in the matrix.
    place.row >= 0 &&
    place.column >= 0 &&
    neighbour(
      place,
      STEPS[side],
      { rows: rows.length, columns: columns.length },
      (row, column) => shownAt(row, column) !== undefined,
    )
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
        counts={counts}
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
          drafts={drafts.current}
          onDraft={drafted}
          at={side}
          hasNeighbour={(side) => Boolean(next(side))}
          onStep={(side) => {
            const to = next(side)
            const item = to && shownAt(to.row, to.column)
            if (!item) return
            changes.forget()
            setSelected(NOTHING)
            setCurrent(to)
            setOpenId(item.id)
          }}
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
