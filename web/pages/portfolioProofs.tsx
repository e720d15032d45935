import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { Archives } from '../features/funds/rooms/Archives.tsx'
import { Certificates } from '../features/funds/rooms/Certificates.tsx'
import { PageBody } from '../ui/index.ts'

/** The page of a portfolio's Admin menu with its certificates of access (PROOF-09) and closing archives (ARCH-05). */
export function PortfolioProofs() {
  const { id } = useOpenPortfolio()
  return (
    <PageBody>
      <Certificates portfolioId={id} />
      <Archives portfolioId={id} />
    </PageBody>
  )
}
