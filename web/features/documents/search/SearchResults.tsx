import { useEffect, useEffectEvent } from 'react'
import { type Column, EmptyState, useBreakpoint } from '../../../ui/index.ts'
import { FoundTable } from '../found/FoundTable.tsx'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import type { Search } from '../place/term.ts'
import { askInstead } from './askInstead.tsx'
import { SearchScope } from './SearchBox.tsx'
import { useSearch } from './useSearch.ts'

/** Hits that the server counts and gives at most. */
const MAX = 1000

/** Where a document lies takes the room that permissions have in a folder's list. */
const inWideWindows = (columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map((column) => (column.shownFrom === undefined ? column : { ...column, shownFrom: 'xl' }))

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
  const wide = useBreakpoint('md')
  const found = useSearch(search.everywhere ? null : folder.id, search.text, refetch)
  const isKnown = !found.waiting && (found.rows.length > 0 || !found.error)
  const tell = useEffectEvent(onFound)
  const count = isKnown ? found.rows.length : null
  useEffect(() => tell(count), [count])
  return (
    <FoundTable
      label="Search results"
      keptAs="search"
      list={found}
      found={search.text}
      arrange={inWideWindows}
      strip={
        <>
          {wide && folder.parentId !== null && <SearchScope />}
          <span role="status">{isKnown ? foundText(found.rows.length) : ''}</span>
        </>
      }
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
  )
}

/** How many were found; of more than can be listed, what to do. */
const foundText = (count: number): string =>
  count < MAX ? `${itemsText(count)} found` : 'The first 1,000 are listed. Type more to find fewer.'

const hintOf = (folder: OpenDocument, { everywhere }: Search): string =>
  everywhere || folder.parentId === null
    ? 'Names are searched, in any order of words. Try fewer words, or a part of one.'
    : 'Names in this folder are searched, in any order of words. Try fewer words, a part of one, or search everywhere.'
