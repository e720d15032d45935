import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { Alert, EmptyState, ErrorState, lazily, Panel, useBreakpoint } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { ChecklistTools } from './ChecklistTools.tsx'
import type { Drafts } from './drafts.ts'
import type { ItemDialogProps } from './ItemDialog.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import { columnsOf, type Item, knownFilter, meets, neighbour, shownRows } from './matrix.ts'
import { PhoneMatrix } from './PhoneMatrix.tsx'
import { moved, type Side, selectionAt } from './selection.ts'
import { useAddressFilter } from './useAddressFilter.ts'
import { useChanges } from './useChanges.ts'
import { useLiveChecklist } from './useLiveChecklist.ts'
import { useItemOf, useMatches, useViewport } from './useViewport.ts'

const ItemDialog = lazily(async () => (await import('./ItemDialog.tsx')).ItemDialog)

export const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  padding: '14px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { gap: 10, paddingBlock: 12 },
}))

const Matrix = styled(Panel)({ display: 'flex', height: 680, overflow: 'hidden' })

const STEPS: Readonly<Record<Side, { row: number; column: number }>> = {
  W: { row: 0, column: -1 },
  N: { row: -1, column: 0 },
  S: { row: 1, column: 0 },
  E: { row: 0, column: 1 },
}

/** Whose checklist it is, and what the person may do there. */
export interface ChecklistPageProps {
  portfolioId: string
  displayStyle: DisplayStyle
  /** Whether the person changes status, assignee and links (CHK-39). */
  mayEdit: boolean
  /** Whether comments are written; not where nothing can be changed, by whomever (STAGE-09). */
  mayComment: boolean
  /** Chooses a document for a link; null where the person may see none. */
  picker: ItemDialogProps['picker']
}

export interface OpenMatrixProps extends ChecklistPageProps {
  drafts: Drafts
  checklists: readonly { readonly id: string; readonly name: string }[]
  chosen: { readonly id: string; readonly name: string }
  /** The item that the address opens. */
  firstItem: string | null
  onChoose: (id: string) => void
}

/** One checklist: its figures, its matrix, and the dialog of a cell. */
export function OpenMatrix(props: OpenMatrixProps) {
  const { portfolioId, chosen, mayEdit, displayStyle, drafts } = props
  const isWide = useBreakpoint('md')
  const { open, comments } = useLiveChecklist(portfolioId, chosen.id, drafts)
  const changes = useChanges(open, comments.state === 'live')
  const [asked, setFilter] = useAddressFilter()
  const filter = useMemo(() => knownFilter(asked, open.projects), [asked, open.projects])
  const [selection, move] = useReducer(moved, props.firstItem, selectionAt)
  const { openId, chosen: together, collapsed } = selection
  const frame = useRef<HTMLDivElement>(null)
  const side = useSideAway(openId, frame)
  const { cells, rows: allRows, projects } = open
  const { items, keep, whenRead } = cells
  const columns = useMemo(() => columnsOf(projects, filter), [projects, filter])
  const found = useMatches(chosen.id, { cells, projects: columns, filter })
  const rows = useMemo(() => shownRows(allRows, collapsed, found), [allRows, collapsed, found])
  const onColumns = useViewport(cells, columns, open.data !== undefined)
  useItemOf(cells, props.firstItem, open.data !== undefined)
  useEffect(() => {
    const ids = openId === null ? [...together] : [openId, ...together]
    keep(ids.flatMap((id) => items.byId(id)?.projectId ?? []))
  }, [keep, items, openId, together])
  const labelOf = useCallback(
    (itemId: string) => {
      const item = items.byId(itemId)
      const row = allRows.find(({ categoryId }) => categoryId === item?.categoryId)
      return `${row?.number} ${row?.name}, ${projects.find(({ id }) => id === item?.projectId)?.name}`
    },
    [items, allRows, projects],
  )

  const openItem = openId === null ? undefined : items.byId(openId)
  const shownAt = (row: number, column: number): Item | undefined => {
    const item = items.at(rows[row]?.categoryId ?? '', columns[column]?.id ?? '')
    return item && (rows[row]?.parentId === null || meets(item, filter)) ? item : undefined
  }
  /** The next cell on a side of the open one; what the filter hides has none. What has not been read yet may be one. */
  const next = (to: Side) => {
    const row = rows.findIndex(({ categoryId }) => categoryId === openItem?.categoryId)
    const column = columns.findIndex(({ id }) => id === openItem?.projectId)
    if (row < 0 || column < 0) return null
    return neighbour(
      { row, column },
      STEPS[to],
      { rows: rows.length, columns: columns.length },
      (down, across) => !items.has(columns[across]?.id ?? '') || shownAt(down, across) !== undefined,
    )
  }
  const { step } = selection
  const target = step === null ? null : next(step)
  const targetProject = target ? (columns[target.column]?.id ?? null) : null
  const targetItem = target ? shownAt(target.row, target.column) : undefined
  // A step leads on once the cells of its project are there: then the next cell may be another one.
  useLayoutEffect(() => {
    if (step === null) return
    if (target && targetItem) move({ kind: 'arrive', cell: target, id: targetItem.id })
    else if (targetProject === null || items.has(targetProject)) move({ kind: 'arrive' })
    else void whenRead(targetProject).then(() => items.has(targetProject) || move({ kind: 'arrive' }))
  })

  if (open.error && (!open.data || items.size === 0)) {
    return (
      <Body>
        <ErrorState {...open.error} />
      </Body>
    )
  }
  if (open.loading && !open.data) return <Sentence>Loading</Sentence>
  if (projects.length === 0) return <Sentence>Checklist missing projects!</Sentence>
  if (allRows.length === 0) return <Sentence>Checklist missing categories!</Sentence>
  if (cells.version === 0) return <Sentence>Loading</Sentence>

  const openRow = allRows.find(({ categoryId }) => categoryId === openItem?.categoryId)
  const openProject = projects.find(({ id }) => id === openItem?.projectId)
  const matrix = {
    name: chosen.name,
    rows,
    projects: columns,
    items,
    users: open.users,
    filter,
    collapsed,
    onToggleRow: (categoryId: string) => move({ kind: 'collapse', categoryId }),
    onOpen: ({ id }: Item) => {
      changes.forget()
      move({ kind: 'open', id })
    },
    onColumns,
    mayEdit,
    displayStyle,
  }
  return (
    <Body ref={frame}>
      {open.error && <ErrorState {...open.error} />}
      {comments.refusal !== null && <Alert tone="danger">{comments.refusal}</Alert>}
      <ChecklistTools
        checklists={props.checklists}
        chosen={chosen}
        onChoose={props.onChoose}
        counts={open.counts}
        filter={filter}
        onFilter={setFilter}
        projects={projects}
        users={open.users}
        isWide={isWide}
        selected={together.size}
        onOpen={() => move({ kind: 'openChosen' })}
        onClear={() => move({ kind: 'clear' })}
      />
      {isWide ? (
        <Matrix>
          <MatrixGrid
            {...matrix}
            current={selection.current}
            onCurrent={(cell) => move({ kind: 'stand', cell })}
            openId={openId}
            selected={together}
            onSelect={({ id }) => move({ kind: 'choose', id })}
          />
        </Matrix>
      ) : (
        <PhoneMatrix {...matrix} />
      )}
      {openItem && openRow && openProject && (
        <ItemDialog
          portfolioId={portfolioId}
          item={openItem}
          row={openRow}
          project={openProject}
          together={
            together.has(openItem.id) ? [...together].flatMap((id) => items.byId(id) ?? []) : [openItem]
          }
          users={open.users}
          mayEdit={mayEdit}
          mayComment={props.mayComment}
          changes={changes}
          comments={comments}
          drafts={drafts}
          labelOf={labelOf}
          parties={open.data?.parties ?? null}
          at={side}
          hasNeighbour={(to) => next(to) !== null}
          onStep={(to) => {
            changes.forget()
            move({ kind: 'step', to })
          }}
          onClose={() => {
            changes.forget()
            move({ kind: 'close' })
          }}
          onAssigned={(user) => open.addUsers([user])}
          picker={props.picker}
        />
      )}
    </Body>
  )
}

/** The side of the window away from the open cell, so that it is to be seen beside the dialog. */
function useSideAway(openId: string | null, frame: RefObject<HTMLElement | null>): 'left' | 'right' {
  const [side, setSide] = useState<'left' | 'right'>('right')
  useLayoutEffect(() => {
    const cell = openId === null ? null : frame.current?.querySelector('[data-chosen]')
    if (!cell) return
    const { left, width } = cell.getBoundingClientRect()
    setSide(left + width / 2 > window.innerWidth / 2 ? 'left' : 'right')
  }, [openId, frame])
  return side
}

/** One sentence in place of the matrix (CHK-13). */
export function Sentence({ children }: { children: string }) {
  return (
    <Body>
      <Panel role="status">
        <EmptyState title={children} />
      </Panel>
    </Body>
  )
}
