import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { Certificates } from '../features/funds/rooms/Certificates.tsx'

/** The page of a portfolio's Admin menu with its certificates of access (PROOF-09). */
export function PortfolioProofs() {
  const { id } = useOpenPortfolio()
  return <Certificates portfolioId={id} />
}
