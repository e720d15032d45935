import { IconFolderSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import { EmptyState, Table, useShownZone } from '../../../ui/index.ts'
import { FavouriteDocumentsDocument, type FavouriteDocumentsQuery } from '../found/operations.generated.ts'
import { inOrder } from '../operations/index.ts'
import { usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import { columnsOf, glyphOf, phoneRowOf } from '../rows/columns.tsx'
import { folderAddress, folderColumn } from '../rows/folderColumn.tsx'
import { useReadRows } from '../rows/useReadRows.ts'
import { useRowActions } from '../rows/useRowActions.tsx'
import { useThumbnails } from '../rows/useThumbnails.ts'

type Favourite = FavouriteDocumentsQuery['favouriteDocuments']['items'][number]

const pageOf = ({ favouriteDocuments: { count, items } }: FavouriteDocumentsQuery): ListPage<Favourite> => ({
  count,
  rows: items,
})

const rowId = (row: Favourite): string => row.id

/** The person's own favourites of the room, wherever they lie in it (INDEX-08). */
export function FavouritesPage({ refetch }: { refetch: () => Promise<unknown> }) {
  const place = usePlace()
  const viewer = useViewer()
  const navigate = useNavigate()
  const list = useWindowedList({
    query: FavouriteDocumentsDocument,
    variables: { treeId: place.tree.id },
    pageOf,
    apart: true,
    onRefused: () => void refetch().catch(() => {}),
  })
  const actions = useRowActions(list.rows, null, list.refresh)
  const { inPlaceOfName, onPermissions, onStar, waiting, selection } = actions
  const readRows = useReadRows(list.readAll)
  const zone = useShownZone()
  const columns = useMemo(() => {
    const [name, ...others] = columnsOf(place, inPlaceOfName, onPermissions, { zone, onStar })
    return name ? [name, folderColumn<Favourite>(place), ...others] : []
  }, [place, inPlaceOfName, onPermissions, onStar, zone])
  const phoneRow = useMemo(() => {
    const rowOf = phoneRowOf(place, inPlaceOfName)
    return (row: Favourite) => {
      const { facts, ...rest } = rowOf(row)
      return { ...rest, facts: [...facts.slice(0, 1), `in ${row.ancestors.at(-1)?.name ?? ''}`] }
    }
  }, [place, inPlaceOfName])
  const onLost = useThumbnails(list.rows, list.refresh)
  const glyph = useMemo(() => glyphOf(waiting, onLost), [waiting, onLost])
  return (
    <>
      <Table
        label="Favourites"
        columnsKeptAs={`${viewer.id}.favourites`}
        columns={columns}
        rows={list.rows}
        getRowId={rowId}
        loading={list.waiting}
        virtual
        onNeedRange={list.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={(row) =>
          inOrder([
            ...actions.rowMenu(row),
            {
              key: 'place',
              label: 'Show in folder',
              icon: <IconFolderSearch />,
              to: folderAddress(place, row),
            },
          ])
        }
        shortcuts={actions.shortcuts}
        onOpen={(row) => navigate(place.addresses.to(row.id))}
        selection={{ ...selection, readRows }}
        strip={
          <span role="status">
            {list.waiting ? '' : `${itemsText(list.rows.length)} · only you see these`}
          </span>
        }
        {...(list.error && { error: list.error })}
        empty={
          <EmptyState
            title="You have no favourites here."
            hint="Point at an entry of a list and choose its star, or Add to favourites in its menu."
          />
        }
      />
      {actions.dialogs}
    </>
  )
}
