import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { FilterMenu, type FilterOption, SearchField, useSearchTerm } from '../../../ui/index.ts'
import { namedDocument } from '../address.ts'
import { isFolder, type OpenDocument, usePlace } from '../place.ts'
import { FoldersByNameDocument } from './operations.generated.ts'

const optionOf = ({ id, name }: { id: string; name: string }): FilterOption => ({ value: id, label: name })

/** Narrows a history to folders: those of the folder in view, or any below it by name. */
export function FolderFilter({
  document,
  selected,
  onChange,
}: {
  document: OpenDocument
  selected: readonly FilterOption[]
  onChange: (ids: string[]) => void
}) {
  const { text, setText, term } = useSearchTerm()
  const found = useFoldersByName(document.id, term)
  const options = term === '' ? document.children.filter(isFolder).map(optionOf) : found
  return (
    <FilterMenu
      label="Folder"
      options={options ?? []}
      selected={selected}
      onChange={onChange}
      head={<SearchField value={text} onChange={setText} label="Find a folder" width={276} />}
      empty={options ? 'No folder found.' : ''}
    />
  )
}

/** Folders below one whose name holds the term; undefined until they have come. */
function useFoldersByName(documentId: string, term: string): readonly FilterOption[] | undefined {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [found, setFound] = useState<{ term: string; options: readonly FilterOption[] }>()
  useEffect(() => {
    if (term === '') return
    let current = true
    const show = (options: readonly FilterOption[]) => {
      if (current) setFound({ term, options })
    }
    client
      .query({
        query: FoldersByNameDocument,
        variables: { treeId: tree.id, documentId: namedDocument(tree.id, documentId), search: term },
        fetchPolicy: 'no-cache',
      })
      .then(({ data }) => show((data?.search ?? []).filter(isFolder).map(optionOf)))
      // The list stands without this help; what is wrong says itself there.
      .catch(() => show([]))
    return () => {
      current = false
    }
  }, [client, tree.id, documentId, term])
  return found?.term === term ? found.options : undefined
}
