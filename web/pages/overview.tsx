import { useParams } from 'react-router'
import { companyAddress, portfolioAddress } from '../addresses.ts'
import { useCompanyReading, useOpenCompany } from '../features/funds/companies/HoldingCompanyPage.tsx'
import type { EntityReading } from '../features/funds/core/useEntityReading.ts'
import { Waiting } from '../features/funds/home/Waiting.tsx'
import { useOpenPortfolio, usePortfolioReading } from '../features/funds/portfolios/PortfolioPage.tsx'
import { isReadOnly } from '../features/funds/portfolios/roomState.ts'
import { OverviewPage } from '../features/overview/OverviewPage.tsx'
import type { OverviewData, OverviewReading } from '../features/overview/reading.ts'
import { grants, startOf } from '../graphql/access.ts'
import { useViewer } from '../graphql/viewer.ts'
import { Alert, lazily, PageBody, SkeletonBar } from '../ui/index.ts'

/** Nothing of a map is loaded before a page embeds one. */
const EntityMap = lazily(
  async () => (await import('../features/projects/mapView/EntityMap.tsx')).EntityMap,
  <SkeletonBar width="100%" height={360} />,
)

/** For whom home leads into their room what waits stands here (NEW-05). */
function WaitingHere() {
  const start = startOf(useViewer().organizations)
  return start === 'home' ? null : <Waiting />
}

/** The overview as far as it has come with its entity. */
function overviewIn(reading: EntityReading<Partial<OverviewData>> | undefined): OverviewReading {
  const { hasSubpages, subpagePermissions, subpages, subpage, netYields } = reading?.entity ?? {}
  return {
    data:
      hasSubpages !== undefined && subpagePermissions && subpages && netYields
        ? { hasSubpages, subpagePermissions, subpages, subpage: subpage ?? null, netYields }
        : undefined,
    stale: reading?.stale ?? false,
    loading: reading?.loading ?? false,
    error: reading?.error,
    refetch: reading?.refetch ?? (async () => {}),
  }
}

/** The overview of a portfolio (PORT-37). */
export function PortfolioOverview() {
  const room = useOpenPortfolio()
  const { id, name, slug, permissions } = room
  const reading = overviewIn(usePortfolioReading())
  const { subpageSlug } = useParams()
  const address = `${portfolioAddress(slug)}/overview`
  return (
    <PageBody>
      <WaitingHere />
      <OverviewPage
        entity={{ id, type: 'PORTFOLIO', name, slug, permissions, address, isReadOnly: isReadOnly(room) }}
        slug={subpageSlug}
        map={<EntityMap id={id} slug={slug} kind="portfolio" />}
        reading={reading}
      />
    </PageBody>
  )
}

/** The overview of a holding company, which whoever may not see it is told of (HOLD-04, HOLD-21). */
export function CompanyOverview() {
  const company = useOpenCompany()
  const { id, name, slug, permissions } = company
  const reading = overviewIn(useCompanyReading())
  const { subpageSlug } = useParams()
  const address = `${companyAddress(slug)}/overview`
  return (
    <PageBody>
      {grants(company, 'OVERVIEW_VIEW') ? (
        <OverviewPage
          entity={{ id, type: 'HOLDING_COMPANY', name, slug, permissions, address }}
          slug={subpageSlug}
          map={<EntityMap id={id} slug={slug} kind="holdingCompany" />}
          reading={reading}
        />
      ) : (
        <Alert tone="warning">Please contact your administrator for access to details for {name}.</Alert>
      )}
    </PageBody>
  )
}
