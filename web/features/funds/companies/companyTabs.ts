import { companyAddress } from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import type { LinkTab } from '../../../ui/index.ts'
import { type EntityTab, openTabs, QUESTIONS, USERS_AND_GROUPS } from '../core/entityTabs.ts'
import type { HoldingCompanyPageQuery } from '../core/operations.generated.ts'

/** The holding company of the page, as its parts get it. */
export type OpenCompany = NonNullable<HoldingCompanyPageQuery['holdingCompanyBySlug']>

/** Whether the company's reports are open to the person (HOLD-14). */
export const seesReports = (company: OpenCompany): boolean =>
  company.enableReports && grants(company, 'REPORTS_VIEW')

/** The company's tabs in their order, each with its gate (HOLD-08, HOLD-13 to HOLD-15). */
const TABS: readonly EntityTab<OpenCompany>[] = [
  {
    key: 'overview',
    label: 'Overview',
    path: 'overview',
    // HOLD-12, HOLD-21
    open: () => true,
  },
  {
    key: 'portfolios',
    label: 'Portfolios',
    path: 'portfolios',
    // HOLD-12
    open: ({ enablePortfolios }) => enablePortfolios,
  },
  {
    key: 'documents',
    label: 'Documents',
    path: 'storage/documents',
    open: (company) => grants(company, 'DOCUMENTS_VIEW') && company.documentsTree !== null,
  },
  {
    key: 'reports',
    label: 'Reports',
    path: 'storage/reports',
    open: (company) => seesReports(company) && company.reportsTree !== null,
  },
  QUESTIONS,
]

/** The tabs that the person may open, in the order in which the bare address looks for one. */
export const companyTabs = (company: OpenCompany): readonly LinkTab[] =>
  openTabs(TABS, company, companyAddress(company.slug))

/** The pages of the Admin menu that the person may open; with none there is no menu. */
export const companyAdminPages = (company: OpenCompany): readonly LinkTab[] =>
  openTabs([USERS_AND_GROUPS], company, companyAddress(company.slug))
