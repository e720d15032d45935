import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { Outlet, useLocation, useOutletContext, useParams } from 'react-router'
import { companyAddress, contentAddress } from '../../../addresses.ts'
import { usePage } from '../../../graphql/page.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { send } from '../../../graphql/useAction.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import { Alert, PageBody, Redirect, usePageTitle } from '../../../ui/index.ts'
import { EntityHeader } from '../core/EntityHeader.tsx'
import { EntityOpening } from '../core/EntityOpening.tsx'
import { tabAt } from '../core/entityTabs.ts'
import {
  HoldingCompanyPageDocument,
  RecordHoldingCompanyVisitDocument,
} from '../core/operations.generated.ts'
import { type EntityReading, useEntityReading } from '../core/useEntityReading.ts'
import { companyAdminPages, companyTabs, type OpenCompany } from './companyTabs.ts'
import { companyTiles } from './companyTiles.ts'

type CompanyReading = EntityReading<OpenCompany>
/** Without a reading in the area of the reports, which has no overview. */
type OutletContext = readonly [OpenCompany, CompanyReading] | readonly [OpenCompany]

/** The holding company that the page is open on, for the pages of its tabs. */
export const useOpenCompany = () => useOutletContext<OutletContext>()[0]

/** How its reading goes, for the overview, which is read with it. */
export const useCompanyReading = () => useOutletContext<OutletContext>()[1]

/** The page of a holding company: its header, and the page of the chosen tab under it. */
export function HoldingCompanyPage() {
  const { slug = '' } = useParams()
  return <CompanyAt key={slug} slug={slug} />
}

function CompanyAt({ slug }: { slug: string }) {
  const at = { slug, address: companyAddress(slug) }
  const reading = useEntityReading(HoldingCompanyPageDocument, at, (data) => data.holdingCompanyBySlug)
  if (!reading.entity) return <EntityOpening reading={reading} />
  return <Company key={reading.entity.id} company={reading.entity} reading={reading} />
}

function Company({ company, reading }: { company: OpenCompany; reading: CompanyReading }) {
  const { pathname } = useLocation()
  const { isSuperUser } = useViewer()
  useRecordedVisit(company.id)
  const tabs = companyTabs(company)
  const address = companyAddress(company.slug)
  const isBare = pathname === address || pathname === `${address}/`
  const adminPages = companyAdminPages(company)
  const tab = isBare ? tabs[0] : tabAt([...tabs, ...adminPages], pathname)
  usePageTitle(tab ? `${tab.label} · ${company.name}` : company.name)

  // What is no page of the company leads to its first one (HOLD-11).
  if (!isBare && !tab) return <Redirect to={address} />
  const tiles = companyTiles(company)
  return (
    <>
      <EntityHeader
        name={company.name}
        tiles={tiles}
        tabs={tabs}
        activeTab={tab?.key ?? null}
        adminPages={adminPages}
        adminActions={
          // HOLD-16
          isSuperUser
            ? [{ key: 'content', label: 'Edit content', to: contentAddress('holdingcompany', company.id) }]
            : []
        }
      />
      {isBare && tab && <Redirect to={tab.to} />}
      {tab ? (
        <Outlet context={[company, reading] satisfies OutletContext} />
      ) : (
        <PageBody>
          <Alert tone="warning">
            Please contact your administrator for access to details for {company.name}.
          </Alert>
        </PageBody>
      )}
    </>
  )
}

/** Puts the company first on the person's list; the page stands without it too (HOLD-01). */
function useRecordedVisit(id: string) {
  const client = useApolloClient()
  const { view } = usePage()
  useEffect(() => {
    // Seen as others see it, it is no visit of the person.
    if (!view) void send(client, RecordHoldingCompanyVisitDocument, { id }, CHANGES_NOTHING)
  }, [client, id, view])
}
