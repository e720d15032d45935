import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { parseSearch } from '../../../../shared/finding/search.ts'
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

/** Whether something is asked for that the list of names, which takes a text as it is, does not know (FIND-07). */
function hasQuotesOrMinus(text: string): boolean {
  const parsed = parseSearch(text)
  return 'terms' in parsed && parsed.terms.some(({ kind, excluded }) => kind === 'phrase' || excluded)
}

/** A search in names, then in contents (FIND-05); what filters narrow, and what has quotes or a minus, is one list. */
export function SearchPage(props: SearchPageProps) {
  const [address] = useSearchParams()
  const { search } = props
  const isWhole =
    !search.namesOnly && (isNarrowed(contentFiltersOf(address)) || hasQuotesOrMinus(search.text))
  // How many documents each of the lists has; null while that is not known. Where neither has any, the first one says so.
  const [named, setNamed] = useState<number | null>(null)
  const [saying, setSaying] = useState<number | null>(null)
  return (
    <>
      {!isWhole && <SearchResults {...props} saying={search.namesOnly ? null : saying} onFound={setNamed} />}
      {!search.namesOnly && (
        <ContentResults
          folder={props.folder}
          search={search}
          isWhole={isWhole}
          isSaid={!isWhole && named === 0}
          onFound={setSaying}
        />
      )}
    </>
  )
}
