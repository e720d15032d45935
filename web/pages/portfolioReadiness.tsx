import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { Readiness } from '../features/funds/rooms/Readiness.tsx'

/** The page of a portfolio's Admin menu that says what it lacks before it opens (STAGE-07). */
export function PortfolioReadiness() {
  const { id } = useOpenPortfolio()
  return <Readiness portfolioId={id} />
}
