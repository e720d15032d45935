import { IconFolderSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  type Column,
  EmptyState,
  type MenuEntry,
  Table,
  useBreakpoint,
  useShownZone,
} from '../../../ui/index.ts'
import { inOrder } from '../operations/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import type { Search } from '../place/term.ts'
import { columnsOf, glyphOf, phoneRowOf } from '../rows/columns.tsx'
import { folderAddress, folderColumn } from '../rows/folderColumn.tsx'
import { useReadRows } from '../rows/useReadRows.ts'
import { useRowActions } from '../rows/useRowActions.tsx'
import { useThumbnails } from '../rows/useThumbnails.ts'
import { askInstead } from './askInstead.tsx'
import { SearchScope } from './SearchBox.tsx'
import { type Hit, useSearch } from './useSearch.ts'

/** Hits that the server counts and gives at most. */
const MAX = 1000

const hitId = (hit: Hit): string => hit.id

interface SearchResultsProps {
  folder: OpenDocument
  search: Search
  /** Reads the folder again. */
  refetch: () => Promise<unknown>
  /** How many documents say it; null where they are not asked, or have not answered. */
  saying: number | null
  /** Tells how many names were found; null while that is not known. */
  onFound: (names: number | null) => void
}

/** What a search has found, with where it lies (DOC-23 to DOC-25). */
export function SearchResults({ folder, search, refetch, saying, onFound }: SearchResultsProps) {
  const place = usePlace()
  const viewer = useViewer()
  const wide = useBreakpoint('md')
  const navigate = useNavigate()
  const found = useSearch(search.everywhere ? null : folder.id, search.text, refetch)
  const isKnown = !found.waiting && (found.rows.length > 0 || !found.error)
  const tell = useEffectEvent(onFound)
  const count = isKnown ? found.rows.length : null
  useEffect(() => tell(count), [count])
  const actions = useRowActions(found.rows, null, found.refresh)
  const { inPlaceOfName, onPermissions, onStar, waiting, selection } = actions
  const readRows = useReadRows(found.readAll)
  const zone = useShownZone()
  const columns = useMemo((): Column<Hit>[] => {
    const [name, ...others] = columnsOf(place, inPlaceOfName, onPermissions, {
      found: search.text,
      zone,
      onStar,
    })
    // Where a document lies takes the room that permissions have in a folder's list.
    const rest = others.map((column) =>
      column.shownFrom === undefined ? column : { ...column, shownFrom: 'xl' as const },
    )
    return name ? [name, folderColumn<Hit>(place), ...rest] : []
  }, [place, inPlaceOfName, onPermissions, onStar, search.text, zone])
  const phoneRow = useMemo(() => {
    const rowOf = phoneRowOf(place, inPlaceOfName, { found: search.text })
    return (hit: Hit) => {
      const { facts, ...rest } = rowOf(hit)
      return { ...rest, facts: [...facts.slice(0, 1), `in ${hit.ancestors.at(-1)?.name ?? ''}`] }
    }
  }, [place, inPlaceOfName, search.text])
  const onLost = useThumbnails(found.rows, found.refresh)
  const glyph = useMemo(() => glyphOf(waiting, onLost), [waiting, onLost])
  const rowMenu = (hit: Hit): MenuEntry[] => {
    const show = {
      key: 'place',
      label: 'Show in folder',
      icon: <IconFolderSearch />,
      to: folderAddress(place, hit),
    }
    return inOrder([...actions.rowMenu(hit), show])
  }
  return (
    <>
      <Table
        label="Search results"
        columnsKeptAs={`${viewer.id}.search`}
        columns={columns}
        rows={found.rows}
        getRowId={hitId}
        loading={found.waiting}
        virtual
        onNeedRange={found.need}
        glyph={glyph}
        phoneRow={phoneRow}
        rowMenu={rowMenu}
        shortcuts={actions.shortcuts}
        onOpen={(hit) => navigate(place.addresses.to(hit.id))}
        selection={{ ...selection, readRows }}
        strip={
          <>
            {wide && folder.parentId !== null && <SearchScope />}
            <span role="status">{isKnown ? foundText(found.rows.length) : ''}</span>
          </>
        }
        {...(found.error && { error: found.error })}
        empty={
          saying !== null && saying > 0 ? (
            <EmptyState title="No names found." />
          ) : (
            <EmptyState
              title="No documents found."
              hint={hintOf(folder, search)}
              {...((search.namesOnly || saying === 0) && askInstead(place, search.text))}
            />
          )
        }
      />
      {actions.dialogs}
    </>
  )
}

/** How many were found; of more than can be listed, what to do. */
const foundText = (count: number): string =>
  count < MAX ? `${itemsText(count)} found` : 'The first 1,000 are listed. Type more to find fewer.'

const hintOf = (folder: OpenDocument, { everywhere }: Search): string =>
  everywhere || folder.parentId === null
    ? 'Names are searched, in any order of words. Try fewer words, or a part of one.'
    : 'Names in this folder are searched, in any order of words. Try fewer words, a part of one, or search everywhere.'
