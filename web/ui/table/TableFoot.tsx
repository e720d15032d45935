import { Cell, ControlCell, Foot, FootFacts, FootRow } from './styles.ts'
import { pinOf } from './tracks.ts'
import type { Column } from './types.ts'

const hasFoot = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.some(({ foot }) => foot !== undefined && foot !== null)

interface TableFootProps<Row> {
  columns: readonly Column<Row>[]
  pins: number
  rowCount: number
  selectable: boolean
  hasMenu: boolean
}

/** What columns have below the rows, such as sums. */
export function TableFoot<Row>({ columns, pins, rowCount, selectable, hasMenu }: TableFootProps<Row>) {
  if (!hasFoot(columns)) return null
  return (
    <Foot role="rowgroup">
      <FootRow role="row" aria-rowindex={rowCount + 2}>
        {selectable && <ControlCell role="gridcell" />}
        {columns.map((column, at) => (
          <Cell key={column.key} role="gridcell" data-align={column.align} {...pinOf(at, pins)}>
            {column.foot}
          </Cell>
        ))}
        {hasMenu && <ControlCell role="gridcell" />}
      </FootRow>
    </Foot>
  )
}

/** The same on a phone, with the names of the columns. */
export function PhoneFoot<Row>({ columns }: Pick<TableFootProps<Row>, 'columns'>) {
  if (!hasFoot(columns)) return null
  return (
    <FootFacts>
      {columns.map(
        ({ key, header, foot }) =>
          foot !== undefined &&
          foot !== null && (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{foot}</dd>
            </div>
          ),
      )}
    </FootFacts>
  )
}
