import { useMemo } from 'react'
import { CHECKLIST_STATUS_LABELS } from '../../../shared/checklists.ts'
import type { DisplayStyle } from '../../../shared/enumerations.ts'
import { type Cell, CellGrid, type CellProps } from '../../ui/index.ts'
import {
  CategoryHead,
  DocsFace,
  groundOf,
  ItemFace,
  itemFaceProps,
  itemWords,
  ProjectHead,
  WaitingFace,
} from './CellFaces.tsx'
import {
  type Item,
  type Items,
  type MatrixFilter,
  type MatrixRow,
  meets,
  type Project,
  type User,
} from './matrix.ts'

/** CHK-06, in px. */
const ROW = 63
const FIRST_COLUMN = 300
const COLUMN = 230
const FIRST_SIZE = { width: 1200, height: 680 }

export interface MatrixGridProps {
  name: string
  rows: readonly MatrixRow[]
  projects: readonly Project[]
  items: Items
  users: ReadonlyMap<string, User>
  filter: MatrixFilter
  collapsed: ReadonlySet<string>
  onToggleRow: (categoryId: string) => void
  current: Cell
  onCurrent: (cell: Cell) => void
  /** The item that the open dialog is about. */
  openId: string | null
  onOpen: (item: Item) => void
  /** Items that are chosen together. */
  selected: ReadonlySet<string>
  onSelect: (item: Item) => void
  mayEdit: boolean
  displayStyle: DisplayStyle
  /** The projects in view, from one up to, not including, another. */
  onColumns: (from: number, to: number) => void
}

/** The matrix: categories down, projects across (CHK-05). Only what is in view is there. */
export function MatrixGrid(props: MatrixGridProps) {
  const { rows, projects, items, users, filter, collapsed, openId, selected } = props
  const widths = useMemo(() => projects.map(() => COLUMN), [projects])
  const itemAt = ({ row, column }: Cell): Item | undefined =>
    items.at(rows[row]?.categoryId ?? '', projects[column]?.id ?? '')
  const isChild = (row: number): boolean => rows[row]?.parentId !== null
  const shown = (cell: Cell): Item | undefined => {
    const item = itemAt(cell)
    return item && (!isChild(cell.row) || meets(item, filter)) ? item : undefined
  }
  const cellProps = (row: number, column: number): CellProps => {
    const item = itemAt({ row, column })
    const child = isChild(row)
    const ground = child ? undefined : 'sunken'
    if (!item) {
      return items.has(projects[column]?.id ?? '')
        ? { ground, empty: true, name: 'Does not apply' }
        : { ground, empty: true, name: 'Loading', content: <WaitingFace /> }
    }
    const chosen = item.id === openId
    if (!child) {
      return { ground, chosen, content: <DocsFace link={item.link} mayEdit={props.mayEdit} /> }
    }
    if (!meets(item, filter)) return { empty: true, name: 'Hidden by the filter' }
    return {
      chosen,
      ground: groundOf(item),
      name: itemWords(item, CHECKLIST_STATUS_LABELS[item.status], users),
      content: <ItemFace {...itemFaceProps(item, users)} />,
    }
  }
  return (
    <CellGrid
      label={props.name}
      heads="named"
      firstSize={FIRST_SIZE}
      rows={rows.length}
      heightOf={() => ROW}
      widths={widths}
      headWidth={FIRST_COLUMN}
      corner="Category"
      columnHead={(column) => {
        const project = projects[column]
        return project && <ProjectHead project={project} style={props.displayStyle} />
      }}
      rowHead={(at) => {
        const row = rows[at]
        if (!row) return null
        const isCollapsed = collapsed.has(row.categoryId)
        return {
          content: <CategoryHead row={row} collapsed={isCollapsed} />,
          ...(row.parentId === null && { ground: 'sunken', expanded: !isCollapsed }),
        }
      }}
      cell={cellProps}
      onColumns={props.onColumns}
      current={props.current}
      onCurrent={props.onCurrent}
      onOpen={(cell) => {
        const item = shown(cell)
        if (item) props.onOpen(item)
      }}
      selection={{
        has: (cell) => {
          const item = itemAt(cell)
          return item !== undefined && selected.has(item.id)
        },
        onToggle: (cell) => {
          const item = shown(cell)
          if (item && isChild(cell.row)) props.onSelect(item)
        },
      }}
      onRowHead={(at) => {
        const row = rows[at]
        if (row?.parentId === null) props.onToggleRow(row.categoryId)
      }}
    />
  )
}
