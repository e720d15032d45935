import type { ApolloClient } from '@apollo/client'

/** Reads again all that the page shows of a tree. */
export const refreshTree = (client: ApolloClient, treeId: string): Promise<unknown> =>
  client.refetchQueries({
    include: 'active',
    onQueryUpdated: ({ variables }) => variables.treeId === treeId,
  })
