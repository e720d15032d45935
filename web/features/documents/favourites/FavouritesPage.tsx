import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { EmptyState } from '../../../ui/index.ts'
import { FoundTable } from '../found/FoundTable.tsx'
import { FavouriteDocumentsDocument, type FavouriteDocumentsQuery } from '../found/operations.generated.ts'
import { usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'

type Favourite = FavouriteDocumentsQuery['favouriteDocuments']['items'][number]

const pageOf = ({ favouriteDocuments: { count, items } }: FavouriteDocumentsQuery): ListPage<Favourite> => ({
  count,
  rows: items,
})

/** The person's own favourites of the room, wherever they lie in it (INDEX-08). */
export function FavouritesPage({ refetch }: { refetch: () => Promise<unknown> }) {
  const { tree } = usePlace()
  const list = useWindowedList({
    query: FavouriteDocumentsDocument,
    variables: { treeId: tree.id },
    pageOf,
    apart: true,
    onRefused: () => void refetch().catch(() => {}),
  })
  return (
    <FoundTable
      label="Favourites"
      keptAs="favourites"
      list={list}
      strip={
        <span role="status">{list.waiting ? '' : `${itemsText(list.rows.length)} · only you see these`}</span>
      }
      empty={
        <EmptyState
          title="You have no favourites here."
          hint="Point at an entry of a list and choose its star, or Add to favourites in its menu."
        />
      }
    />
  )
}
