import { portfolioAddress } from '../addresses.ts'
import { useOpenPortfolio } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import { PortfolioProjects as ProjectList } from '../features/projects/list/PortfolioProjects.tsx'
import { grants } from '../graphql/access.ts'
import { PageBody } from '../ui/index.ts'

/** The Projects tab of a portfolio (PORT-39, PORT-42). */
export function PortfolioProjects() {
  const room = useOpenPortfolio()
  const { id, slug, org } = room
  return (
    <PageBody>
      <ProjectList
        portfolioId={id}
        orgSlug={org.slug}
        displayStyle={org.displayStyle}
        address={`${portfolioAddress(slug)}/projects`}
        mayImport={grants(room, 'DEALROOM_ADMIN') && !isReadOnly(room)}
      />
    </PageBody>
  )
}
