import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '../../../graphql/viewer.ts'
import { type Sort, Table, useShownZone } from '../../../ui/index.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { contentText } from '../place/sizes.ts'
import { columnsOf, glyphOf, phoneRowOf } from '../rows/columns.tsx'
import type { Permitting } from '../rows/PermissionChips.tsx'
import { useFocusedRow } from '../rows/useFocusedRow.ts'
import type { FolderRows } from '../rows/useFolderRows.ts'
import { useReadRows } from '../rows/useReadRows.ts'
import { useRowActions } from '../rows/useRowActions.tsx'
import { useThumbnails } from '../rows/useThumbnails.ts'

/** As the root is said to be. */
const EVERYBODY: Permitting = { permittedIds: null, permittedLevels: null }

const BY_NAME: Sort = { key: 'name', direction: 'asc' }
const BY_NUMBER: Sort = { key: 'number', direction: 'asc' }

const rowId = (row: Row): string => row.id

/** The list view of a folder (DOC-06). */
export function FolderTable({
  folder,
  content,
  highlightedId,
  sort,
  onSort,
  error,
  empty,
}: {
  folder: OpenDocument
  content: FolderRows
  highlightedId: string | null
  /** In which order; by number without, or by name where there are none. */
  sort?: Sort | undefined
  /** Without, it can't be sorted. */
  onSort?: (sort: Sort) => void
  /** What failed although the list stands. */
  error?: { message: string; onRetry: () => void } | undefined
  /** In the place of the first row of an empty folder. */
  empty: ReactNode
}) {
  const place = usePlace()
  const viewer = useViewer()
  const navigate = useNavigate()
  const actions = useRowActions(content.rows, folder.id, content.refresh)
  const { waiting, rowMenu, shortcuts, setBack, selection, inPlaceOfName, onPermissions, onStar, dialogs } =
    actions
  const readRows = useReadRows(content.readAll)
  useFocusedRow(highlightedId, content.rows)
  const zone = useShownZone()
  // The root is no folder that one sees: what lies in it is said against everybody.
  const above = folder.parentId === null ? EVERYBODY : folder
  const columns = useMemo(
    () => columnsOf(place, inPlaceOfName, onPermissions, { above, zone, onStar }),
    [place, inPlaceOfName, onPermissions, above, zone, onStar],
  )
  const phoneRow = useMemo(() => phoneRowOf(place, inPlaceOfName), [place, inPlaceOfName])
  const onLost = useThumbnails(content.rows, content.refresh)
  const glyph = useMemo(() => glyphOf(waiting, onLost), [waiting, onLost])
  return (
    <>
      <Table
        label={folder.name}
        columnsKeptAs={`${viewer.id}.documents`}
        columns={columns}
        {...(onSort && { sort: sort ?? (place.tree.numbering === 'OFF' ? BY_NAME : BY_NUMBER), onSort })}
        rows={content.rows}
        getRowId={rowId}
        virtual
        onNeedRange={content.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={rowMenu}
        shortcuts={shortcuts}
        setBack={setBack}
        onOpen={(row) => navigate(place.addresses.to(row.id))}
        highlighted={highlightedId ?? undefined}
        selection={{ ...selection, readRows }}
        strip={contentText(folder)}
        error={content.error ?? error}
        empty={empty}
      />
      {dialogs}
    </>
  )
}
