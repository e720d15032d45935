import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import type { ComboOption, ComboSearch } from '../ui/index.ts'

/**
 * Finds the options of a ComboBox on the server: asks `query` with `variables` and what was typed as its `search`, and
 * nothing of an answer is kept.
 */
export function useOptionSearch<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, 'search'>,
  optionsOf: (data: Data, search: string) => readonly ComboOption[],
): ComboSearch {
  const client = useApolloClient()
  return async (search, signal) => {
    const { data } = await client.query<Data, OperationVariables>({
      query,
      variables: { ...variables, search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal }, queryDeduplication: false },
    })
    return data ? optionsOf(data as Data, search) : []
  }
}

/** Those with the text in their label: below three characters the server gives the first ones there are. */
export const withText = (options: readonly ComboOption[], text: string): readonly ComboOption[] =>
  options.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
