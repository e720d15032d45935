import { PAGE_SIZE } from '../../../graphql/listPages.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { OpenDocumentDocument } from './operations.generated.ts'
import type { OpenDocument, Principal, Refetch, Tree } from './place.ts'

/** How far the opening of an address has come. */
export type Opening =
  | { readonly status: 'waiting' }
  | {
      readonly status: 'open'
      readonly tree: Tree
      readonly principals: readonly Principal[]
      readonly document: OpenDocument
      /** The server's latest word; false while it is still asked and the cache answers. */
      readonly settled: boolean
      /** Why reading it again failed. */
      readonly error: string | undefined
      readonly refetch: Refetch
    }
  /** Unknown or hidden, or a tree without the right to look into it (DOC-17). */
  | { readonly status: 'not-found' | 'not-authorized' }
  | { readonly status: 'failed'; readonly message: string; readonly refetch: () => Promise<unknown> }

/** The folder or file of an address, with its tree. What was read before stands when reading it again fails. */
export function useOpenDocument(treeId: string, documentId: string | null): Opening {
  const { data, loading, refreshing, error, refetch } = useReading(OpenDocumentDocument, {
    treeId,
    documentId,
    limit: PAGE_SIZE,
  })
  if (error?.code === 'NOT_FOUND') return { status: 'not-found' }
  if (error?.code === 'FORBIDDEN') return { status: 'not-authorized' }
  const { documentTree: tree, documentPrincipals: principals = [], document } = data ?? {}
  if (tree && document) {
    const settled = !loading && !refreshing
    return { status: 'open', tree, principals, document, settled, error: error?.message, refetch }
  }
  return error ? { status: 'failed', message: error.message, refetch } : { status: 'waiting' }
}
