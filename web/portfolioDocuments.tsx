import { useParams } from 'react-router'
import DocumentBrowser from './features/documents/DocumentBrowser.tsx'
import { portfolioAddress } from './features/funds/addresses.ts'
import { useOpenPortfolio } from './features/funds/PortfolioPage.tsx'

/** The Documents tab of a portfolio: the document browser on its documents tree. */
export function PortfolioDocuments() {
  const { slug, documentsTree } = useOpenPortfolio()
  const { documentId } = useParams()
  // Without a tree the portfolio has no such tab, and this page is not reached.
  if (!documentsTree) return null
  return (
    <DocumentBrowser
      treeId={documentsTree.id}
      basePath={`${portfolioAddress(slug)}/storage/documents`}
      documentId={documentId ?? null}
    />
  )
}

/** The Reports tab of a portfolio: the document browser on its reports tree (PORT-47). */
export function PortfolioReports() {
  const { slug, reportsTree } = useOpenPortfolio()
  const { documentId } = useParams()
  if (!reportsTree) return null
  return (
    <DocumentBrowser
      treeId={reportsTree.id}
      basePath={`${portfolioAddress(slug)}/storage/reports`}
      documentId={documentId ?? null}
    />
  )
}
