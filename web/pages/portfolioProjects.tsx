import { portfolioAddress } from '../addresses.ts'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import { PortfolioProjects as ProjectList } from '../features/projects/list/PortfolioProjects.tsx'
import { PageBody } from '../ui/index.ts'

/** The Projects tab of a portfolio (PORT-39, PORT-42). */
export function PortfolioProjects() {
  const room = useOpenPortfolio()
  const { id, slug, org, permissions } = room
  return (
    <PageBody>
      <ProjectList
        portfolioId={id}
        orgSlug={org.slug}
        displayStyle={org.displayStyle}
        address={`${portfolioAddress(slug)}/projects`}
        mayImport={permissions.includes('DEALROOM_ADMIN') && !isReadOnly(room)}
      />
    </PageBody>
  )
}
