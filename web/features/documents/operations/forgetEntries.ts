import type { ApolloCache, Reference } from '@apollo/client'

/** Takes entries out of what is known of their folder, so that no list shows them while it is read again. */
export function forgetEntries(cache: ApolloCache, folderId: string, gone: ReadonlySet<string>): void {
  let taken = 0
  cache.modify<{ children: readonly Reference[]; childCount: number }>({
    id: cache.identify({ __typename: 'Document', id: folderId }),
    fields: {
      children: (children: readonly Reference[], { readField }) => {
        const left = children.filter((child) => !gone.has(String(readField('id', child))))
        taken += children.length - left.length
        return left
      },
    },
  })
  if (taken === 0) return
  cache.modify<{ childCount: number }>({
    id: cache.identify({ __typename: 'Document', id: folderId }),
    fields: { childCount: (count: number) => Math.max(0, count - gone.size) },
  })
}
