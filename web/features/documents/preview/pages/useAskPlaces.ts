import { useApolloClient } from '@apollo/client/react'
import { usePlace } from '../../place/place.ts'
import { FindInPagesDocument } from './operations.generated.ts'
import type { AskPlaces, Place } from './usePlaces.ts'

/** Asks the server where a text stands in a file's pages. */
export function useAskPlaces({
  documentId,
  versionId,
}: {
  documentId: string
  versionId: string | undefined
}): AskPlaces {
  const client = useApolloClient()
  const { tree } = usePlace()
  return async (text, signal) => {
    const places: Place[] = []
    for (;;) {
      const { data } = await client.query({
        query: FindInPagesDocument,
        variables: { treeId: tree.id, documentId, versionId, text, offset: places.length },
        fetchPolicy: 'no-cache',
        context: { fetchOptions: { signal } },
      })
      const { hits = [], count = 0, more = false } = data?.findInPages ?? {}
      places.push(...hits)
      if (hits.length === 0 || places.length >= count) return { places, more }
    }
  }
}
