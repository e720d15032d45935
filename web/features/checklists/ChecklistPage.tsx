import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { useReading } from '../../graphql/useReading.ts'
import { type Cell, EmptyState, ErrorState, Panel } from '../../ui/index.ts'
import { ChecklistTools } from './ChecklistTools.tsx'
import { MatrixGrid } from './MatrixGrid.tsx'
import { columnsOf, countsOf, type MatrixFilter, NO_FILTER, shownRows } from './matrix.ts'
import { ActiveChecklistsDocument } from './operations.generated.ts'
import { useChecklist } from './useChecklist.ts'

const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  padding: '14px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { paddingBlock: 12 },
}))

const Matrix = styled(Panel)({ display: 'flex', height: 680, overflow: 'hidden' })

export interface ChecklistPageProps {
  portfolioId: string
  displayStyle: DisplayStyle
  /** Whether the person changes status, assignee and links (CHK-39). */
  mayEdit: boolean
}

/** The checklist of a portfolio: the chosen one of those that are active. */
export function ChecklistPage({ portfolioId, displayStyle, mayEdit }: ChecklistPageProps) {
  const [address, setAddress] = useSearchParams()
  const active = useReading(ActiveChecklistsDocument, { portfolioId })
  const checklists = active.data?.activeChecklists ?? []
  // CHK-04
  const chosen = checklists.find(({ id }) => id === address.get('checklist')) ?? checklists[0]
  const open = useChecklist(portfolioId, chosen?.id ?? null)
  const [filter, setFilter] = useState<MatrixFilter>(NO_FILTER)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const columns = useMemo(() => columnsOf(open.projects, filter), [open.projects, filter])
  const rows = useMemo(
    () => shownRows(open.rows, collapsed, { items: open.items, projects: columns, filter }),
    [open, collapsed, columns, filter],
  )
  const counts = useMemo(() => (open.data ? countsOf(open.rows, open.items) : null), [open])

  const error = active.error ?? open.error
  if (error && !open.data) {
    return (
      <Body>
        <ErrorState {...error} />
      </Body>
    )
  }
  if (!active.data || (chosen && open.loading)) return <Said>Loading</Said>
  if (!chosen) return <Said>No active checklist</Said>
  if (open.projects.length === 0) return <Said>Checklist missing projects!</Said>
  if (open.rows.length === 0) return <Said>Checklist missing categories!</Said>
  const toggleRow = (categoryId: string) =>
    setCollapsed((before) => {
      const next = new Set(before)
      if (!next.delete(categoryId)) next.add(categoryId)
      return next
    })
  return (
    <Body>
      {error && <ErrorState {...error} />}
      <ChecklistTools
        checklists={checklists}
        chosen={chosen}
        onChoose={(id) => setAddress({ checklist: id })}
        counts={counts}
        filter={filter}
        onFilter={setFilter}
        projects={open.projects}
        users={open.users}
      />
      <Matrix>
        <MatrixGrid
          name={chosen.name}
          rows={rows}
          projects={columns}
          items={open.items}
          users={open.users}
          filter={filter}
          collapsed={collapsed}
          onToggleRow={toggleRow}
          current={current}
          onCurrent={setCurrent}
          openId={null}
          onOpen={() => {}}
          selected={NOTHING}
          onSelect={() => {}}
          mayEdit={mayEdit}
          displayStyle={displayStyle}
        />
      </Matrix>
    </Body>
  )
}

const NOTHING: ReadonlySet<string> = new Set()

/** One sentence in place of the matrix (CHK-13). */
function Said({ children }: { children: string }) {
  return (
    <Body>
      <Panel role="status">
        <EmptyState title={children} />
      </Panel>
    </Body>
  )
}
