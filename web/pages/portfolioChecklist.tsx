import { ChecklistPage } from '../features/checklists/ChecklistPage.tsx'
import { useOpenPortfolio } from '../features/funds/PortfolioPage.tsx'

/** The Checklist tab of a portfolio. */
export function PortfolioChecklist() {
  const { id, org, permissions } = useOpenPortfolio()
  return (
    <ChecklistPage
      key={id}
      portfolioId={id}
      displayStyle={org.displayStyle}
      mayEdit={permissions.includes('CHECKLISTS_ADMIN')}
    />
  )
}
