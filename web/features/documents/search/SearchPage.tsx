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
  const [documents, setDocuments] = useState(0)
  return (
    <>
      {!narrowed && <SearchResults {...props} othersFound={!search.namesOnly && documents > 0} />}
      {!search.namesOnly && <ContentResults folder={props.folder} search={search} onFound={setDocuments} />}
    </>
  )
}
