import type { ApolloClient } from '@apollo/client'
import type { ComboSearch } from '../../ui/index.ts'
import { BackOfficeChoicesDocument } from './operations.generated.ts'

/** Finds records of a kind by their names, for what refers to them. */
export const searchRecords =
  (client: ApolloClient, kind: string): ComboSearch =>
  async (search, signal) => {
    const { data } = await client.query({
      query: BackOfficeChoicesDocument,
      variables: { kind, search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return (data?.backOfficeRecords.records ?? []).map(({ id, label }) => ({ value: id, label }))
  }
