import { useParams } from 'react-router'
import DocumentBrowser from '../features/documents/DocumentBrowser.tsx'
import { operationsAddress } from '../features/funds/addresses.ts'
import { useOperationsTree } from '../features/funds/OperationsPage.tsx'

/** The documents of the O&M area (OAM-01). */
export function OperationsDocuments() {
  const { orgSlug = '', documentId } = useParams()
  const { id } = useOperationsTree()
  return <DocumentBrowser treeId={id} basePath={operationsAddress(orgSlug)} documentId={documentId ?? null} />
}
