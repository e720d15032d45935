import { useOpenCompany } from '../features/funds/companies/HoldingCompanyPage.tsx'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { TeamTable } from '../features/people/teams/TeamTable.tsx'
import { PageBody } from '../ui/index.ts'

/** Users & Groups of a portfolio (PORT-07). */
export function PortfolioTeams() {
  const { id } = useOpenPortfolio()
  return (
    <PageBody>
      <div>
        <TeamTable entity={{ id, type: 'PORTFOLIO' }} />
      </div>
    </PageBody>
  )
}

/** Users & Groups of a holding company (HOLD-09). */
export function CompanyTeams() {
  const { id } = useOpenCompany()
  return (
    <PageBody>
      <div>
        <TeamTable entity={{ id, type: 'HOLDING_COMPANY' }} />
      </div>
    </PageBody>
  )
}
