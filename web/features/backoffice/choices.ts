import type { ApolloClient } from '@apollo/client'
import type { ComboSearch } from '../../ui/index.ts'
import { BackOfficeChoicesDocument, BackOfficeRecordsDocument } from './operations.generated.ts'

/** Finds records of a kind by their names, for what refers to them; with `filters` those alone that have these values. */
export const searchRecords =
  (
    client: ApolloClient,
    kind: string,
    filters: readonly { field: string; value: string }[] = [],
  ): ComboSearch =>
  async (search, signal) => {
    const { data } = await client.query({
      query: BackOfficeChoicesDocument,
      variables: { kind, search, filters: [...filters] },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return (data?.backOfficeRecords.records ?? []).map(({ id, label }) => ({ value: id, label }))
  }

/** Finds organisations by their names, to go on with their addresses. */
export const searchOrganisations =
  (client: ApolloClient): ComboSearch =>
  async (search, signal) => {
    const { data } = await client.query({
      query: BackOfficeRecordsDocument,
      variables: { kind: 'organisation', search, limit: 20 },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal } },
    })
    return (data?.backOfficeRecords.records ?? []).flatMap(({ label, values }) => {
      const slug = values.find(({ field }) => field === 'slug')?.text
      return slug ? [{ value: slug, label }] : []
    })
  }
