import { portfolioAddress } from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import type { LinkTab } from '../../../ui/index.ts'
import { type EntityTab, openTabs, QUESTIONS, USERS_AND_GROUPS } from '../core/entityTabs.ts'
import type { PortfolioPageQuery } from '../core/operations.generated.ts'

/** The portfolio of the page, as its parts get it. */
export type OpenPortfolio = NonNullable<PortfolioPageQuery['portfolioBySlug']>

/** PORT-47 */
const seesReports = (room: OpenPortfolio): boolean =>
  room.enableReports && grants(room, 'REPORTS_VIEW') && room.reportsTree !== null

/** The portfolio's tabs in their order, each with its gate (PORT-34, PORT-36, PORT-38, PORT-47). */
const TABS: readonly EntityTab<OpenPortfolio>[] = [
  {
    key: 'overview',
    label: 'Overview',
    path: 'overview',
    // PORT-37
    open: (room) => grants(room, 'OVERVIEW_VIEW'),
  },
  {
    key: 'projects',
    label: 'Projects',
    path: 'projects',
    // PORT-04, PORT-39
    open: (room) => room.enableProjects && grants(room, 'PROJECTS_VIEW'),
  },
  {
    key: 'documents',
    label: 'Documents',
    path: 'storage/documents',
    // Where there are no documents yet, who may create them finds the way here.
    open: (room) => grants(room, room.documentsTree === null ? 'DEALROOM_ADMIN' : 'DOCUMENTS_VIEW'),
  },
  {
    key: 'reports',
    label: 'Reports',
    path: 'storage/reports',
    open: seesReports,
  },
  {
    key: 'checklist',
    label: 'Checklist',
    path: 'checklist',
    // PORT-05, PORT-41
    open: ({ hasChecklist }) => hasChecklist,
    // PORT-36
    more: seesReports,
  },
  { ...QUESTIONS, more: seesReports },
]

/** Pages that stand in the Admin menu, each with its gate. */
const ADMIN_PAGES: readonly EntityTab<OpenPortfolio>[] = [
  USERS_AND_GROUPS,
  {
    key: 'analytics',
    label: 'Analytics',
    path: 'documents-analytics',
    // PORT-08, PORT-21
    open: (room) => grants(room, 'DEALROOM_ADMIN') || grants(room, 'DOCUMENTS_ADMIN'),
  },
  {
    key: 'readiness',
    label: 'Check readiness',
    path: 'readiness',
    // STAGE-07
    open: (room) => grants(room, 'DEALROOM_ADMIN'),
  },
  {
    key: 'proofs',
    label: 'Certificates',
    path: 'proofs',
    // PROOF-09
    open: (room) => grants(room, 'DEALROOM_ADMIN'),
  },
]

/** Tabs that the bare address never leads to (PORT-09). */
const NEVER_FIRST: ReadonlySet<string> = new Set(['projects', 'reports', 'q-and-a'])

/** The tabs that the person may open. */
export const tabsOf = (portfolio: OpenPortfolio): readonly LinkTab[] =>
  openTabs(TABS, portfolio, portfolioAddress(portfolio.slug))

/** The pages of the Admin menu that the person may open; with none there is no menu (PORT-22). */
export const adminPagesOf = (portfolio: OpenPortfolio): readonly LinkTab[] =>
  openTabs(ADMIN_PAGES, portfolio, portfolioAddress(portfolio.slug))

/** The tab that the bare address leads to, if there is one for this person (PORT-09). */
export const firstTab = (tabs: readonly LinkTab[]): LinkTab | undefined =>
  tabs.find(({ key }) => !NEVER_FIRST.has(key))
