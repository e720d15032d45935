import { useParams } from 'react-router'
import { areaAddress } from '../addresses.ts'
import DocumentBrowser from '../features/documents/DocumentBrowser.tsx'
import { useOperationsTree } from '../features/funds/operations/OperationsPage.tsx'

/** The documents of the O&M area (OAM-01). */
export function OperationsDocuments() {
  const { orgSlug = '', documentId } = useParams()
  const { id } = useOperationsTree()
  return (
    <DocumentBrowser treeId={id} basePath={areaAddress(orgSlug, 'o-and-m')} documentId={documentId ?? null} />
  )
}
