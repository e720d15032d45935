import Button from '@mui/material/Button'
import { IconAlertCircle, IconAlertTriangle, IconArrowLeft, IconArrowNarrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatCount, MISSING } from '../../../../shared/format/number.ts'
import {
  BusyButton,
  type Cell,
  CellGrid,
  type CellProps,
  Chip,
  EmptyState,
  ListFoot,
  MiddleEllipsis,
  Panel,
  Segments,
  StickyFoot,
  useBreakpoint,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Issue, IssuesPanel } from './IssuesPanel.tsx'
import type { ImportResult } from './importResult.ts'

type Row = ImportResult['rows'][number]

const HEADER = 34
const ROW = 42
/** Rows that are shown before the table scrolls by itself. */
const MAX_SHOWN = 14

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  '&[data-issues]': { gridTemplateColumns: 'minmax(0, 1fr) 304px' },
  [theme.breakpoints.down('lg')]: {
    '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
    // Issues come first where they don't stand beside.
    '& > :last-child[data-issues]': { order: -1 },
  },
}))

const TablePanel = styled(Panel)({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflow: 'hidden',
})

const Counts = styled(ListFoot)({ padding: '4px 14px' })

const RowHead = styled('span')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '40px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: 12,
  height: '100%',
  textAlign: 'start',
  color: theme.vars.palette.ink,
  ...theme.typography.body1,
  '& > small': { textAlign: 'end', ...theme.typography.body1, color: theme.vars.palette.ink3 },
}))

const ColumnHead = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: '100%',
  ...theme.typography.caption,
  fontWeight: 500,
  color: theme.vars.palette.ink2,
  '&[data-figures]': { justifyContent: 'flex-end' },
}))

const Change = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  height: '100%',
  '&[data-figures]': { justifyContent: 'flex-end' },
  '& > s': { textDecoration: 'none', color: theme.vars.palette.ink3 },
  '& > b': { fontWeight: 600, color: theme.vars.palette.accent.text },
}))

const ImportFoot = styled(StickyFoot)(({ theme }) => ({
  flexWrap: 'wrap',
  marginBottom: -32,
  paddingBlock: 8,
  '& > p': { flex: '1 1 240px', margin: 0 },
  '& > p > b': { fontWeight: 600, color: theme.vars.palette.danger.text },
  // The buttons side by side under what they are about.
  [theme.breakpoints.down('md')]: { '& > p': { flexBasis: '100%' }, '& > button': { flex: 1 } },
}))

const FILTERS = {
  all: 'All changes',
  NEW: 'New',
  UPDATE: 'Updated',
  issues: 'With errors or warnings',
} as const

export interface PreviewProps {
  result: ImportResult
  busy: boolean
  onBack: () => void
  onConfirm: () => void
}

/** Step two: what the file would change, and what is wrong with it (IMP-02 to IMP-04). */
export function Preview({ result, busy, onBack, onConfirm }: PreviewProps) {
  const { rows, issues, diffHeaders, unchanged } = result
  const [filter, setFilter] = useState<keyof typeof FILTERS>('all')
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 })
  const [chosen, setChosen] = useState<Issue>()
  const grid = useRef<HTMLDivElement>(null)
  const withIssues = new Set(issues.map(({ row }) => row))
  const kept = {
    all: rows,
    NEW: rows.filter(({ importType }) => importType === 'NEW'),
    UPDATE: rows.filter(({ importType }) => importType === 'UPDATE'),
    issues: rows.filter(({ row }) => withIssues.has(row)),
  }
  const shown = kept[filter]
  const errors = issues.filter(({ isError }) => isError)

  /** Leads to the cell of an issue, whatever is filtered. */
  const lead = (issue: Issue) => {
    setChosen(issue)
    const row = rows.findIndex((each) => each.row === issue.row)
    if (row < 0) return
    setFilter('all')
    setCell({ row, column: Math.max(0, diffHeaders.indexOf(issue.header ?? '')) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F8') return
    event.preventDefault()
    const at = chosen ? issues.indexOf(chosen) : event.shiftKey ? 0 : -1
    const next = issues.at((at + (event.shiftKey ? -1 : 1) + issues.length) % issues.length)
    if (next) lead(next)
  }
  return (
    <>
      <Columns data-issues={issues.length > 0 ? '' : undefined}>
        <TablePanel ref={grid} onKeyDown={onKeyDown}>
          <Counts>
            <div style={{ overflowX: 'auto', maxWidth: '100%', whiteSpace: 'nowrap' }}>
              <Segments
                label="Rows"
                segments={(Object.keys(FILTERS) as (keyof typeof FILTERS)[]).map((value) => ({
                  value,
                  label: FILTERS[value],
                  count: kept[value].length,
                }))}
                value={filter}
                onChange={(value) => {
                  setFilter(value)
                  setCell({ row: 0, column: 0 })
                }}
              />
            </div>
            <span>
              {diffHeaders.length} of {formatCount(result.columnCount, 'column')}{' '}
              {diffHeaders.length === 1 ? 'differs' : 'differ'}
            </span>
          </Counts>
          {shown.length > 0 ? (
            <Grid result={result} rows={shown} issues={issues} current={cell} onCurrent={setCell} />
          ) : (
            <EmptyState
              title={
                rows.length === 0 && unchanged.length > 0
                  ? `All ${formatCount(unchanged.length, 'row')} are unchanged`
                  : 'No rows here'
              }
            />
          )}
          {unchanged.length > 0 && rows.length > 0 && (
            <Counts>
              <span>
                {formatCount(unchanged.length, 'row')} without changes: {listed(unchanged)}
              </span>
            </Counts>
          )}
        </TablePanel>
        {issues.length > 0 && (
          <div data-issues="">
            <IssuesPanel issues={issues} current={chosen} onChoose={lead} />
          </div>
        )}
      </Columns>
      <ImportFoot>
        <p>
          {errors.length > 0 ? (
            <>
              <b>Correct {formatCount(errors.length, 'error')} in the file and upload it again.</b> Nothing
              has been changed yet.
            </>
          ) : (
            `${formatCount(kept.NEW.length, 'project')} will be added and ${kept.UPDATE.length} changed.`
          )}
        </p>
        <Button
          variant={errors.length > 0 ? 'contained' : 'outlined'}
          startIcon={<IconArrowLeft />}
          onClick={onBack}
          disabled={busy}
        >
          Back
        </Button>
        {/* IMP-04: absent, never disabled without a reason. */}
        {errors.length === 0 && rows.length > 0 && (
          <BusyButton busy={busy} variant="contained" onClick={onConfirm}>
            Confirm
          </BusyButton>
        )}
      </ImportFoot>
    </>
  )
}

/** 'rows 4, 7 and 9', not more than a line of them. */
function listed(rows: readonly number[]): string {
  const first = rows.slice(0, 12)
  const more = rows.length - first.length
  if (more > 0) return `rows ${first.join(', ')} and ${more} more`
  return rows.length === 1 ? `row ${rows[0]}` : `rows ${first.slice(0, -1).join(', ')} and ${first.at(-1)}`
}

interface GridProps {
  result: ImportResult
  rows: readonly Row[]
  issues: readonly Issue[]
  current: Cell
  onCurrent: (cell: Cell) => void
}

function Grid({ result, rows, issues, current, onCurrent }: GridProps) {
  const wide = useBreakpoint('md')
  const { diffHeaders, figures } = result
  // Errors come first among the issues, and so win over a doubt about the same cell.
  const byCell = new Map([...issues].reverse().map((issue) => [`${issue.row} ${issue.header}`, issue]))
  const widths = diffHeaders.map((header, column) => {
    const longest = Math.max(
      ...rows
        .slice(0, 200)
        .map(
          ({ now, before }) => (now[column] ?? '').length + (before[column] ? before[column].length + 4 : 0),
        ),
      header.length,
    )
    return Math.min(320, Math.max(120, longest * 7.2 + 40))
  })
  const cellProps = (row: number, column: number): CellProps => {
    const at = rows[row]
    if (!at) return {}
    const header = diffHeaders[column]
    const issue = byCell.get(`${at.row} ${header}`)
    const now = at.now[column] || MISSING
    const before = at.before[column]
    const isChanged = before !== null && before !== undefined
    const mark = issue && (issue.isError ? IconAlertCircle : IconAlertTriangle)
    const Mark = mark
    return {
      tone: at.importType === 'UPDATE' && !isChanged && !issue ? 'quiet' : undefined,
      ground: issue ? (issue.isError ? 'danger' : 'warning') : isChanged ? 'accent' : undefined,
      content: (
        <Change data-figures={figures[column] ? '' : undefined}>
          {Mark && <Mark size={14} aria-label={issue.isError ? 'Error' : 'Warning'} />}
          {isChanged && !issue?.isError ? (
            <>
              <s>{before || MISSING}</s>
              <IconArrowNarrowRight size={14} aria-hidden="true" />
              <VisuallyHidden>becomes</VisuallyHidden>
              <b>{now}</b>
            </>
          ) : (
            now
          )}
        </Change>
      ),
    }
  }
  return (
    <div style={{ display: 'flex', height: HEADER + Math.min(rows.length, MAX_SHOWN) * ROW + 16 }}>
      <CellGrid
        label="Projects of the file"
        heads="named"
        rows={rows.length}
        heightOf={(row) => (row === undefined ? HEADER : ROW)}
        widths={widths}
        headWidth={wide ? 340 : 190}
        corner="Row and project"
        columnHead={(column) => (
          <ColumnHead data-figures={figures[column] ? '' : undefined}>{diffHeaders[column]}</ColumnHead>
        )}
        rowHead={(index) => {
          const row = rows[index]
          if (!row) return null
          const isNew = row.importType === 'NEW'
          const tone = isNew ? 'success' : 'info'
          return (
            <RowHead style={wide ? {} : { gridTemplateColumns: '28px minmax(0, 1fr)' }}>
              <small>{row.row}</small>
              <MiddleEllipsis text={row.name} />
              {wide && (
                <Chip tone={tone} dot={tone}>
                  {isNew ? 'New' : 'Update'}
                </Chip>
              )}
            </RowHead>
          )
        }}
        cell={cellProps}
        current={current}
        onCurrent={onCurrent}
      />
    </div>
  )
}
