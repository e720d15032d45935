import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { FilterMenu, type FilterOption, SearchField, useSearchTerm } from '../../../ui/index.ts'
import { namedDocument } from '../place/address.ts'
import { isFolder, type OpenDocument, usePlace } from '../place/place.ts'
import { FoldersByNameDocument, type FoldersByNameQuery } from './operations.generated.ts'

/** Folders that are listed; a name that more have wants another letter. */
const MAX = 100

interface FoundFolders {
  readonly options: readonly FilterOption[]
  /** How many there are. */
  readonly count: number
}

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
  const found = useFoldersByName(document, term)
  const children = document.children.filter(isFolder).map(({ id, name }) => ({ value: id, label: name }))
  const options = term === '' ? children : (found?.options ?? [])
  // What was found and chosen keeps its name until the history that it belongs to has come.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const choose = (ids: string[]) => {
    setNames(new Map([...names, ...options.map(({ value, label }) => [value, label] as const)]))
    onChange(ids)
  }
  const isFull = term !== '' && found !== undefined && found.count > found.options.length
  return (
    <FilterMenu
      label="Folder"
      options={options}
      selected={selected.map(({ value, label }) => ({ value, label: names.get(value) ?? label }))}
      onChange={choose}
      head={<SearchField value={text} onChange={setText} label="Find a folder" width={276} />}
      empty={term === '' || found ? 'No folder found.' : ''}
      note={
        isFull
          ? `The first ${formatNumber(found.options.length)} are listed. Type more to find fewer.`
          : undefined
      }
    />
  )
}

/** The folders between the one in view and a found one: many rooms have a folder of the same name in each part. */
function pathBetween({ ancestors }: FoundFolder, document: OpenDocument): string {
  const at = ancestors.findIndex(({ id }) => id === document.id)
  return ancestors
    .slice(at + 1)
    .map(({ name }) => name)
    .join(' / ')
}

type FoundFolder = FoldersByNameQuery['search'][number]

/** Folders below one whose name holds the term; undefined until they have come. */
function useFoldersByName(document: OpenDocument, term: string): FoundFolders | undefined {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [found, setFound] = useState<FoundFolders & { term: string }>()
  useEffect(() => {
    if (term === '') return
    let current = true
    const show = (count: number, folders: readonly FoundFolder[]) => {
      const options = folders.map((folder) => {
        const place = pathBetween(folder, document)
        return { value: folder.id, label: folder.name, ...(place !== '' && { detail: `in ${place}` }) }
      })
      if (current) setFound({ term, count, options })
    }
    client
      .query({
        query: FoldersByNameDocument,
        variables: {
          treeId: tree.id,
          documentId: namedDocument(tree.id, document.id),
          search: term,
          limit: MAX,
        },
        fetchPolicy: 'no-cache',
      })
      .then(({ data }) => show(data?.searchCount ?? 0, data?.search ?? []))
      // The list stands without this help; what is wrong says itself there.
      .catch(() => show(0, []))
    return () => {
      current = false
    }
  }, [client, tree.id, document, term])
  return found?.term === term ? found : undefined
}
