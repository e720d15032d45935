import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OpenDocument } from '../place/place.ts'
import type { Search } from '../place/term.ts'
import { ContentResults } from './ContentResults.tsx'
import { contentFiltersOf, isNarrowed } from './contentFilters.ts'
import { SearchResults } from './SearchResults.tsx'

interface SearchPageProps {
  folder: OpenDocument
  search: Search
  /** Reads the folder again. */
  refetch: () => Promise<unknown>
}

/** A search in names, then in contents (FIND-05); what filters narrow is one list. */
export function SearchPage(props: SearchPageProps) {
  const [address] = useSearchParams()
  const { search } = props
  const narrowed = !search.namesOnly && isNarrowed(contentFiltersOf(address))
  // How many documents each of the lists has; null while that is not known. Where neither has any, the first one says so.
  const [named, setNamed] = useState<number | null>(null)
  const [saying, setSaying] = useState<number | null>(null)
  return (
    <>
      {!narrowed && <SearchResults {...props} saying={search.namesOnly ? null : saying} onFound={setNamed} />}
      {!search.namesOnly && (
        <ContentResults
          folder={props.folder}
          search={search}
          isSaid={!narrowed && named === 0}
          onFound={setSaying}
        />
      )}
    </>
  )
}
