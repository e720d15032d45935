import { portfolioAddress } from '../addresses.ts'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { PortfolioProjects as ProjectList } from '../features/projects/list/PortfolioProjects.tsx'
import { PageBody } from '../ui/index.ts'

/** The Projects tab of a portfolio (PORT-39, PORT-42). */
export function PortfolioProjects() {
  const { id, slug, org, permissions } = useOpenPortfolio()
  return (
    <PageBody>
      <ProjectList
        portfolioId={id}
        orgSlug={org.slug}
        displayStyle={org.displayStyle}
        address={`${portfolioAddress(slug)}/projects`}
        mayImport={permissions.includes('DEALROOM_ADMIN')}
      />
    </PageBody>
  )
}
