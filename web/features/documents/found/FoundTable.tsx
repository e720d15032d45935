import { IconFolderSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { WindowedList } from '../../../graphql/useWindowedList.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  type Column,
  grouped,
  type MenuEntry,
  Table,
  type TableSelection,
  useShownZone,
} from '../../../ui/index.ts'
import { inOrder } from '../operations/index.ts'
import { type Row, usePlace } from '../place/place.ts'
import { columnsOf, glyphOf, phoneRowOf } from '../rows/columns.tsx'
import { folderAddress, folderColumn, type Placed, pathOf } from '../rows/folderColumn.tsx'
import { useReadRows } from '../rows/useReadRows.ts'
import { useRowActions } from '../rows/useRowActions.tsx'
import { useThumbnails } from '../rows/useThumbnails.ts'
import { useFolded } from './useFolded.tsx'

/** An entry of one of several folders, with where it lies. */
type FoundRow = Row & Placed

interface FoundTableProps<Found extends FoundRow> {
  label: string
  /** By which name its columns are kept, for the viewer alone. */
  keptAs: string
  list: WindowedList<Found>
  /** Each folder heads its entries, where there are few enough of them to stand in one page; rows come folder by folder. */
  byFolder?: boolean
  /** What stands in the heading of a folder's entries, in place of its path. */
  groupHead?: (rows: readonly Found[]) => ReactNode
  /** What rows are chosen for, in place of selecting them; those that are not step back. */
  choice?: { selection: TableSelection<Found>; setBack: { ids: ReadonlySet<string>; label: string } }
  /** What is marked in the names. */
  found?: string
  /** What the columns after the folder are instead; the same function with each rendering. */
  arrange?: (others: readonly Column<Row>[]) => readonly Column<Found>[]
  /** So many facts of an entry stand on a phone before where it lies. */
  phoneFacts?: number
  /** What is told of an entry on a phone in the place of these; the same function with each rendering. */
  factsOf?: (row: Found) => readonly ReactNode[]
  /** What the menu of a row has beside what one may do with any. */
  menuOf?: (row: Found) => readonly MenuEntry[]
  strip: ReactNode
  /** In the place of the first row where there is none. */
  empty: ReactNode
}

/** Entries that stand under their folders; longer lists are shown as far as they are in view, with a column of folders. */
const MAX_GROUPED = 200
const rowId = ({ id }: FoundRow): string => id
const asTheyAre = (others: readonly Column<Row>[]): readonly Column<Row>[] => others

/** Entries of several folders in one list, with where each lies and the way there. */
export function FoundTable<Found extends FoundRow>(props: FoundTableProps<Found>) {
  const { label, keptAs, list, found, arrange = asTheyAre, phoneFacts = 1, menuOf, strip, empty } = props
  const { groupHead, choice, factsOf } = props
  const { need } = list
  const count = list.rows.length
  const isGrouped = props.byFolder === true && count <= MAX_GROUPED
  useEffect(() => {
    if (isGrouped && count > 0) need(0, count)
  }, [isGrouped, count, need])
  const folded = useFolded(list.rows, isGrouped)
  const place = usePlace()
  const viewer = useViewer()
  const navigate = useNavigate()
  const actions = useRowActions(list.rows, null, list.refresh)
  const { inPlaceOfName, onPermissions, onStar, waiting, selection } = actions
  const readRows = useReadRows(list.readAll)
  const zone = useShownZone()
  const columns = useMemo((): Column<Found>[] => {
    const [name, ...others] = columnsOf(place, inPlaceOfName, onPermissions, { found, zone, onStar })
    return name ? [name, ...(isGrouped ? [] : [folderColumn<Found>(place)]), ...arrange(others)] : []
  }, [isGrouped, place, inPlaceOfName, onPermissions, onStar, found, zone, arrange])
  const phoneRow = useMemo(() => {
    const rowOf = phoneRowOf(place, inPlaceOfName, { found })
    return (row: Found) => {
      const { facts, ...rest } = rowOf(row)
      return {
        ...rest,
        facts: [...(factsOf?.(row) ?? facts.slice(0, phoneFacts)), `in ${row.ancestors.at(-1)?.name ?? ''}`],
      }
    }
  }, [place, inPlaceOfName, found, phoneFacts, factsOf])
  const onLost = useThumbnails(list.rows, list.refresh)
  const glyph = useMemo(() => glyphOf(waiting, onLost), [waiting, onLost])
  const rowMenu = (row: Found): MenuEntry[] => {
    const show = {
      key: 'place',
      label: 'Show in folder',
      icon: <IconFolderSearch />,
      to: folderAddress(place, row),
    }
    return inOrder([...actions.rowMenu(row), ...(menuOf?.(row) ?? []), show])
  }
  return (
    <>
      <Table
        label={label}
        columnsKeptAs={`${viewer.id}.${keptAs}`}
        columns={columns}
        rows={folded.shown}
        getRowId={rowId}
        loading={list.waiting}
        {...(isGrouped
          ? {
              grouping: grouped<Found>({
                groupOf: pathOf,
                groupFoot: (rows) => folded.footOf(rows, columns.length),
                ...(groupHead && { groupHead: (rows) => groupHead(folded.allOf(rows)) }),
              }),
            }
          : { virtual: true })}
        onNeedRange={list.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={rowMenu}
        shortcuts={actions.shortcuts}
        onOpen={(row) => navigate(place.addresses.to(row.id))}
        selection={choice?.selection ?? { ...selection, readRows }}
        {...(choice && { setBack: choice.setBack })}
        strip={strip}
        {...(list.error && { error: list.error })}
        empty={empty}
      />
      {actions.dialogs}
    </>
  )
}
