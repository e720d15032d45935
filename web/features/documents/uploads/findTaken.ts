import type { ApolloClient } from '@apollo/client'
import { TakenPathsDocument } from './operations.generated.ts'
import type { FindTaken } from './taken.ts'

/** Asks the server which names are taken; it knows of those that the person sees. */
export const createFindTaken =
  (client: ApolloClient): FindTaken =>
  async ({ treeId, parentId }, paths) => {
    const { data } = await client.query({
      query: TakenPathsDocument,
      variables: { treeId, parentId, paths: [...paths] },
      fetchPolicy: 'no-cache',
    })
    if (!data) throw new Error('The names could not be looked up.')
    return data.takenPaths
  }
