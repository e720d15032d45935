import type { DealStatus } from '../../shared/enumerations.ts'
import { SEGUE_STATUS_LABELS, type StatusLabels, USUAL_STATUS_LABELS } from '../../shared/enumerations.ts'
import type { Permission } from '../../shared/permissions.ts'

const labelRows = (labels: StatusLabels) =>
  Object.entries(labels).map(([status, label]) => ({ __typename: 'DealStatusLabel', status, label }))

/** An organisation as the scripted server gives it. */
export const organisation = (name: string, permissions: readonly Permission[]) => ({
  __typename: 'Organization',
  id: `org-${name}`,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  kind: 'INVESTOR',
  displayStyle: 'KW',
  permissions,
  statusLabels: labelRows(name === 'Segue Infra' ? SEGUE_STATUS_LABELS : USUAL_STATUS_LABELS),
})

/** The answer to the Viewer query, for a person of these organisations. */
export const viewerOf = (
  organizations: readonly ReturnType<typeof organisation>[],
  { isSuperUser = false, avatarUrl = null as string | null, logoUrl = null as string | null } = {},
) => ({
  data: {
    viewer: {
      __typename: 'User',
      id: 'person-1',
      fullName: 'Maya Okafor',
      avatarUrl,
      company: { __typename: 'Company', id: 'company-1', name: 'Kestrel Engineers', logoUrl },
      isSuperUser,
      organizations,
    },
  },
})

/** An entity whose overview has no pages, as far as its page asks for it. */
const NO_OVERVIEW = {
  hasSubpages: false,
  subpagePermissions: 'GROUP',
  subpages: [],
  subpage: null,
  netYields: [],
}

interface PortfolioFixture {
  status?: DealStatus
  permissions?: readonly Permission[]
  org?: ReturnType<typeof organisation>
  dealManager?: { fullName: string; email: string | null } | null
  systemSize?: number
  /** As the system size unless given. */
  dynamicSystemSize?: number
  headerEnabled?: boolean
  documentsTree?: { __typename: 'DocumentTree'; id: string } | null
  enableReports?: boolean
  hasChecklist?: boolean
  enableQAndA?: boolean
  enableProjects?: boolean
  projectCount?: number
  systemSizeAc?: number
  systemSizeEss?: number
  remainingPpaTerm?: number | null
  operatingStats?: object | null
  buildStatus?: string | null
  reportsTree?: { __typename: 'DocumentTree'; id: string } | null
  frozenSince?: string | null
}

/** A portfolio as the scripted server gives it, with all fields that any of the pages asks for. */
export const portfolio = (name: string, given: PortfolioFixture = {}) => ({
  __typename: 'Portfolio',
  id: `portfolio-${name}`,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  status: 'DILIGENCE',
  coverImage: null,
  buildStatus: 'MID_STAGE',
  systemSize: 38_420,
  dynamicSystemSize: given.systemSize ?? 38_420,
  headerEnabled: true,
  permissions: ['DEALROOM_VIEW', 'DOCUMENTS_VIEW'],
  org: organisation('Meridian', ['DEALROOM_VIEW', 'REPORTS_VIEW']),
  documentsTree: { __typename: 'DocumentTree', id: `tree-${name}` },
  enableReports: true,
  hasChecklist: false,
  frozenSince: null,
  phase: 'OPEN',
  enableQAndA: false,
  enableProjects: false,
  projectCount: 14,
  systemSizeAc: 30_000,
  systemSizeEss: 12_500,
  remainingPpaTerm: 14.62,
  operatingStats: null,
  reportsTree: null,
  ...NO_OVERVIEW,
  ...given,
  dealManager: given.dealManager
    ? { __typename: 'User', id: `manager-of-${name}`, ...given.dealManager }
    : null,
})

/** The landing as the scripted server gives it: entities by their status. */
export const dealRooms = (entities: readonly { status: string; systemSize: number }[]) => {
  const collection = (status: string) => {
    const mine = entities.filter((entity) => entity.status === status)
    return {
      __typename: 'FundEntityCollection',
      count: mine.length,
      stats: {
        __typename: 'FundEntityStats',
        projectCount: mine.length * 3,
        minSize: mine.length === 0 ? null : Math.min(...mine.map(({ systemSize }) => systemSize)),
        maxSize: mine.length === 0 ? null : Math.max(...mine.map(({ systemSize }) => systemSize)),
        totalSize: mine.reduce((sum, { systemSize }) => sum + systemSize, 0),
        projectsSize: mine.reduce((sum, { systemSize }) => sum + systemSize, 0),
      },
      entities: mine,
    }
  }
  return {
    data: {
      market: collection('MARKET'),
      diligence: collection('DILIGENCE'),
      acquired: collection('ACQUIRED'),
    },
  }
}

interface HoldingCompanyFixture {
  enablePortfolios?: boolean
  status?: DealStatus
  systemSize?: number
  permissions?: readonly Permission[]
  org?: ReturnType<typeof organisation>
  enableReports?: boolean
  enableQAndA?: boolean
  documentsTree?: { __typename: 'DocumentTree'; id: string } | null
  reportsTree?: { __typename: 'DocumentTree'; id: string } | null
  /** Year to date; none is entered without it. */
  actualRevenueYtd?: number | null
  forecastRevenueYtd?: number | null
  actualExpensesYtd?: number | null
  forecastExpensesYtd?: number | null
  actualProductionYtd?: number | null
  forecastProductionYtd?: number | null
}

/** A holding company as the scripted server gives it. */
export const holdingCompany = (name: string, given: HoldingCompanyFixture = {}) => ({
  __typename: 'HoldingCompany',
  id: `company-${name}`,
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  systemSize: 187_000,
  enableReports: true,
  enableQAndA: false,
  enablePortfolios: false,
  status: 'ACQUIRED',
  coverImage: null,
  dealManager: null,
  projectsStats: { __typename: 'ProjectsStats', count: 23, totalCapacity: 187_000 },
  permissions: ['REPORTS_VIEW', 'DOCUMENTS_VIEW'],
  org: organisation('Meridian', ['REPORTS_VIEW']),
  documentsTree: { __typename: 'DocumentTree', id: `documents-${name}` },
  reportsTree: { __typename: 'DocumentTree', id: `reports-${name}` },
  actualRevenueYtd: null,
  forecastRevenueYtd: null,
  actualExpensesYtd: null,
  forecastExpensesYtd: null,
  actualProductionYtd: null,
  forecastProductionYtd: null,
  ...NO_OVERVIEW,
  ...given,
})

/** What home has for who administers an organisation, in the answer of `HomePage`. */
export const homeBanners = {
  acquiredProjectsStats: { __typename: 'AcquiredProjectsStats', count: 86, totalCapacity: 1_205_000 },
  ...Object.fromEntries(
    (['diligence', 'acquired', 'market'] as const).map((field, at) => [
      field,
      { __typename: 'FundEntityCollection', count: [3, 11, 2][at] },
    ]),
  ),
}
