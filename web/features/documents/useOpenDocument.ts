import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { errorCode, errorText } from '../../graphql/errors.ts'
import { PAGE_SIZE } from './folderRows.ts'
import { OpenDocumentDocument } from './operations.generated.ts'
import type { OpenDocument, Tree } from './place.ts'

/** How far the opening of an address has come. */
export type Opening =
  | { readonly status: 'waiting' }
  | {
      readonly status: 'open'
      readonly tree: Tree
      readonly document: OpenDocument
      /** The server's latest word; false while it is still asked and the cache answers. */
      readonly settled: boolean
      /** Why reading it again failed. */
      readonly error: string | undefined
      readonly refetch: () => Promise<unknown>
    }
  /** Unknown or hidden, or a tree without the right to look into it (DOC-17). */
  | { readonly status: 'not-found' | 'not-authorized' }
  | { readonly status: 'failed'; readonly message: string; readonly refetch: () => Promise<unknown> }

/** The folder or file of an address, with its tree. What was read before stands when reading it again fails. */
export function useOpenDocument(treeId: string, documentId: string | null): Opening {
  const { data, error, loading, refetch } = useQuery(OpenDocumentDocument, {
    variables: { treeId, documentId, limit: PAGE_SIZE },
  })
  const address = `${treeId}/${documentId ?? ''}`
  const [last, setLast] = useState<{ address: string; tree: Tree; document: OpenDocument }>()
  const tree = data?.documentTree
  const document = data?.document
  if (tree && document && (last?.address !== address || last.document !== document || last.tree !== tree)) {
    setLast({ address, tree: tree as Tree, document: document as OpenDocument })
  }
  const code = error && errorCode(error)
  if (code === 'NOT_FOUND') return { status: 'not-found' }
  if (code === 'FORBIDDEN') return { status: 'not-authorized' }
  const message = error && errorText(error)
  if (last?.address === address) {
    return { status: 'open', ...last, settled: !loading, error: message, refetch }
  }
  return message === undefined ? { status: 'waiting' } : { status: 'failed', message, refetch }
}
