import { useParams } from 'react-router'
import DocumentBrowser from './features/documents/DocumentBrowser.tsx'
import { useOpenPortfolio } from './features/funds/PortfolioPage.tsx'

/** The Documents tab of a portfolio: the document browser on its documents tree. */
export function PortfolioDocuments() {
  const { slug = '', documentId } = useParams()
  const { documentsTree } = useOpenPortfolio()
  // Without a tree the portfolio has no such tab, and this page is not reached.
  if (!documentsTree) return null
  return (
    <DocumentBrowser
      treeId={documentsTree.id}
      basePath={`/portfolios/${slug}/storage/documents`}
      documentId={documentId ?? null}
    />
  )
}
