import type { ReactNode } from 'react'
import { styled } from '../theme/styled.tsx'
import type { Grouping } from './types.ts'

/** A heading over the rows that follow. */
const GroupRow = styled('tr')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: 30,
  padding: '0 14px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.canvas,
  '@media print': { display: 'table-row' },
}))

const GroupCell = styled('td')(({ theme }) => ({
  padding: 0,
  ...theme.typography.note,
  fontWeight: 500,
  '&[data-own]': { flex: 1, minWidth: 0, ...theme.typography.body1 },
  '@media print': { display: 'table-cell', padding: '10px 12px 4px 0' },
}))

interface Groups<Row> {
  /** The heading that a row stands under, such as its day; rows of one heading follow each other. */
  groupOf: (row: Row) => string
  /** What stands in that heading, of the rows under it, in place of its text. */
  groupHead?: (rows: readonly Row[]) => ReactNode
  /** A row, with its key, below the rows of a heading, such as how many more there are; none by default. */
  groupFoot?: (rows: readonly Row[]) => ReactNode
}

/** Headings over the rows of a table; apart from it, since the first list that somebody opens has none. */
export const grouped =
  <Row,>({ groupOf, groupHead, groupFoot }: Groups<Row>): Grouping<Row> =>
  ({ rows, index, row, columns }) => {
    const headOf = (at: number): string | undefined => {
      const found = rows[at]
      return found && groupOf(found)
    }
    const head = headOf(index)
    if (head === undefined) return row
    const under = () => rows.filter((each) => each !== undefined).filter((each) => groupOf(each) === head)
    return [
      head !== headOf(index - 1) && (
        <GroupRow key={`group-${head}`} role="row">
          <GroupCell role="gridcell" aria-colspan={columns} data-own={groupHead ? '' : undefined}>
            {groupHead?.(under()) ?? head}
          </GroupCell>
        </GroupRow>
      ),
      row,
      head !== headOf(index + 1) && groupFoot?.(under()),
    ]
  }
