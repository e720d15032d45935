import { effectiveTerm, withPage } from '../../../ui/index.ts'
import { namedDocument } from './address.ts'
import { searchOf } from './term.ts'

/** The id of the document that an address' history is about; null for the whole tree. */
export const rootOf = (treeId: string, documentId: string, address: URLSearchParams): string | null => {
  const { text, everywhere } = searchOf(address)
  return everywhere && effectiveTerm(text) !== '' ? null : namedDocument(treeId, documentId)
}

/** The address of the change log of what is in view, with the query of the page, which the server reads as the page does (DOC-27). */
export function changeLogAddress(url: string, rootId: string | null, address: URLSearchParams): string {
  const query = withPage(address, 1)
  if (rootId !== null) query.set('rootId', rootId)
  return query.size === 0 ? url : `${url}?${query}`
}
