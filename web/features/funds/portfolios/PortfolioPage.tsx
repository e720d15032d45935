import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate, useOutletContext, useParams } from 'react-router'
import { contentAddress, DEAL_ROOM, importAddress, portfolioAddress } from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { usePage } from '../../../graphql/page.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { send } from '../../../graphql/useAction.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import { Alert, lazily, PageBody, Redirect, usePageTitle } from '../../../ui/index.ts'
import { EntityHeader } from '../core/EntityHeader.tsx'
import { EntityOpening } from '../core/EntityOpening.tsx'
import { tabAt } from '../core/entityTabs.ts'
import { PortfolioPageDocument, RecordPortfolioVisitDocument } from '../core/operations.generated.ts'
import { type EntityReading, useEntityReading } from '../core/useEntityReading.ts'
import { adminPagesOf, firstTab, type OpenPortfolio, tabsOf } from './portfolioTabs.ts'
import { useTiles } from './portfolioTiles.ts'
import { unchangeableText } from './roomState.ts'

/** For its admins. */
const PhaseChip = lazily(async () => (await import('./PhaseChip.tsx')).PhaseChip)
/** Few rooms have one. */
const RoomNotice = lazily(async () => (await import('./RoomNotice.tsx')).RoomNotice)
const RoomSettingsDialog = lazily(
  async () => (await import('../rooms/RoomSettingsDialog.tsx')).RoomSettingsDialog,
)

type PortfolioReading = EntityReading<OpenPortfolio>
type OutletContext = readonly [OpenPortfolio, PortfolioReading]

/** The portfolio that the page is open on, for the pages of its tabs. */
export const useOpenPortfolio = () => useOutletContext<OutletContext>()[0]

/** How its reading goes, for the overview, which is read with it. */
export const usePortfolioReading = () => useOutletContext<OutletContext>()[1]

/** The page of a portfolio: its header, and the page of the chosen tab under it. */
export function PortfolioPage() {
  const { slug = '' } = useParams()
  return <PortfolioAt key={slug} slug={slug} />
}

function PortfolioAt({ slug }: { slug: string }) {
  const at = { slug, address: portfolioAddress(slug) }
  const reading = useEntityReading(PortfolioPageDocument, at, (data) => data.portfolioBySlug)
  if (!reading.entity) return <EntityOpening reading={reading} />
  return <Portfolio key={reading.entity.id} portfolio={reading.entity} reading={reading} />
}

function Portfolio({ portfolio, reading }: { portfolio: OpenPortfolio; reading: PortfolioReading }) {
  const { pathname } = useLocation()
  const [isSetUp, setSetUp] = useState(false)
  const { isSuperUser } = useViewer()
  const client = useApolloClient()
  const navigate = useNavigate()
  useRecordedVisit(portfolio.id)
  const { config } = usePage()
  const { phase } = portfolio
  const unchangeable = unchangeableText(portfolio)
  // STAGE-02: whoever prepares it, or sees it as others will, holds more.
  const isUnopened =
    phase === 'PREPARATION' &&
    portfolio.permissions.every((each) => each === 'DEALROOM_VIEW' || each === 'USERS_ADMIN')
  // CHK-45
  const tabs = isUnopened
    ? []
    : tabsOf({ ...portfolio, hasChecklist: portfolio.hasChecklist && config.checklists })
  const address = portfolioAddress(portfolio.slug)
  const isBare = pathname === address || pathname === `${address}/`
  const adminPages = adminPagesOf(portfolio)
  const tab = isBare ? firstTab(tabs) : tabAt([...tabs, ...adminPages], pathname)
  usePageTitle(tab ? `${tab.label} · ${portfolio.name}` : portfolio.name)

  // PORT-13
  if (!isBare && !tab && !isUnopened) throw new PageNotFound()
  const allTiles = useTiles(portfolio)
  const tiles = tab && portfolio.headerEnabled ? allTiles : []
  return (
    <>
      <EntityHeader
        name={portfolio.name}
        tiles={tiles}
        tabs={tabs}
        activeTab={tab?.key ?? null}
        chip={grants(portfolio, 'DEALROOM_ADMIN') && <PhaseChip phase={phase} />}
        adminPages={adminPages}
        adminActions={[
          // PORT-16
          ...(grants(portfolio, 'DEALROOM_ADMIN')
            ? [{ key: 'settings', label: 'Settings', onSelect: () => setSetUp(true) }]
            : []),
          // PORT-17
          ...(isSuperUser && grants(portfolio, 'ORG_ADMIN')
            ? [
                { key: 'content', label: 'Edit content', to: contentAddress('portfolio', portfolio.id) },
                { key: 'import', label: 'Import projects', to: importAddress(portfolio.id) },
              ]
            : []),
        ]}
      />
      {/* STAGE-09 */}
      {unchangeable && <RoomNotice>{unchangeable}</RoomNotice>}
      {isSetUp && (
        <RoomSettingsDialog
          portfolioId={portfolio.id}
          onClose={() => setSetUp(false)}
          // DRM-16
          onSaved={() => client.refetchQueries({ include: ['PortfolioPage'] })}
          onRemoved={() => navigate(DEAL_ROOM)}
        />
      )}
      {/* The header stands already while the script of the first tab loads (PORT-09). */}
      {isBare && tab && <Redirect to={tab.to} />}
      {tab ? (
        <Outlet context={[portfolio, reading] satisfies OutletContext} />
      ) : (
        <PageBody>
          <Alert tone="warning">{isUnopened ? 'This room opens later.' : contactText(portfolio)}</Alert>
        </PageBody>
      )}
    </>
  )
}

/** Puts the portfolio first on the person's list; the page stands without it too (PORT-01). */
function useRecordedVisit(portfolioId: string) {
  const client = useApolloClient()
  const { view } = usePage()
  useEffect(() => {
    // Seen as others see it, it is no visit of the person.
    if (!view) void send(client, RecordPortfolioVisitDocument, { portfolioId }, CHANGES_NOTHING)
  }, [client, portfolioId, view])
}

/** Whom to ask for access where no tab may be opened (PORT-10 to PORT-12). */
function contactText({ name, dealManager }: OpenPortfolio): string {
  const contact = dealManager?.email
    ? `${dealManager.fullName} at ${dealManager.email}`
    : 'your administrator'
  return `Please contact ${contact} for access to ${name}.`
}
