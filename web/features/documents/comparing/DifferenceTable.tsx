import { type Column, Table, useRowHeights } from '../../../ui/index.ts'
import { AddedWords, RemovedWords } from './Changed.tsx'
import type { DifferenceRow } from './DifferenceWords.tsx'

/** Height of a row of one line, in px. */
const USUAL_ROW = 36

const before = ({ removed }: DifferenceRow) => removed !== null && <RemovedWords words={removed} />
const after = ({ added }: DifferenceRow) => added !== null && <AddedWords words={added} />
const idOf = ({ sheet, cell, removed, added }: DifferenceRow): string =>
  JSON.stringify([sheet, cell, removed, added])

const CELL: Column<DifferenceRow> = { key: 'cell', header: 'Cell', width: 80, cell: ({ cell }) => cell }
const VALUES: readonly Column<DifferenceRow>[] = [
  { key: 'before', header: 'Before', flex: 2, cell: before },
  { key: 'after', header: 'After', flex: 2, cell: after },
]
const SHEET: Column<DifferenceRow> = { key: 'sheet', header: 'Sheet', flex: 1, cell: ({ sheet }) => sheet }

interface DifferenceTableProps {
  rows: readonly DifferenceRow[]
  isStale: boolean
  /** What the rows are of: others have heights of their own. */
  listKey: string
}

/** Cells that were changed, with what stood in them before and after. */
export function DifferenceTable({ rows, isStale, listKey }: DifferenceTableProps) {
  const heights = useRowHeights(USUAL_ROW, listKey)
  const hasSheets = rows.some(({ sheet }) => sheet !== null)
  return (
    <Table
      label="Differences"
      columns={[...(hasSheets ? [SHEET] : []), CELL, ...VALUES]}
      rows={rows}
      getRowId={idOf}
      rowHeight={heights}
      stale={isStale}
      phoneRow={(row) => ({
        title: [row.sheet, row.cell].filter(Boolean).join(' · '),
        facts: [],
        note: (
          <>
            {before(row)} {after(row)}
          </>
        ),
      })}
    />
  )
}
