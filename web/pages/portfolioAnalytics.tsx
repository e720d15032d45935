import { useParams } from 'react-router'
import { portfolioDocumentsAddress } from '../addresses.ts'
import { AnalyticsPage } from '../features/documents/analytics/AnalyticsPage.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'

/** The page of a portfolio's Admin menu that says how its documents are used. */
export function PortfolioAnalytics() {
  const { slug = '' } = useParams()
  const { documentsTree } = useOpenPortfolio()
  return <AnalyticsPage treeId={documentsTree?.id ?? null} basePath={portfolioDocumentsAddress(slug)} />
}
