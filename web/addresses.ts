/*
 * Where things have their pages, and what the server offers under addresses of its own. The one place that knows them
 * beside `routes.tsx`, which says what shows there: a test finds addresses that are written out elsewhere.
 */

export const HOME = '/'
export const SIGN_IN = '/login'
export const SIGN_OUT = '/logout'
export const RESET_PASSWORD = '/reset-password'
export const PROFILE = '/profile'
export const SECURITY = '/profile/security'
export const APPLICATIONS = '/applications'
export const CRM = '/applications/salesforce'
export const SUPPORT = '/support'
export const TICKETS = '/support/tickets'
export const ABOUT = '/about'
export const DEAL_ROOM = '/dealroom'
export const DEAL_TEAMS = '/deal-teams'
export const BACK_OFFICE = '/tagauks'

/** Where the pages of each kind of fund entity begin (HOME-16). */
const BASES = { Portfolio: '/portfolios', HoldingCompany: '/holding-company' } as const

/** The address of a fund entity's page. */
export const entityAddress = (entity: { __typename: keyof typeof BASES; slug: string }): string =>
  `${BASES[entity.__typename]}/${entity.slug}`

export const portfolioAddress = (slug: string): string => entityAddress({ __typename: 'Portfolio', slug })
export const companyAddress = (slug: string): string => entityAddress({ __typename: 'HoldingCompany', slug })

/** The address of a deal room's documents (PORT-19). */
export const portfolioDocumentsAddress = (slug: string): string =>
  `${portfolioAddress(slug)}/storage/documents`

/** The address of the projects of a deal room, or of one of them (PORT-42). */
export const portfolioProjectsAddress = (slug: string, projectId?: string): string =>
  withPart(`${portfolioAddress(slug)}/projects`, projectId)

/** The address of a tab of the deal room's landing (LAND-02). */
export const categoryAddress = (category: string): string => `${DEAL_ROOM}/${category}`

/** The areas that each organisation has for itself (SHELL-08). */
export type OrganisationArea = 'projects' | 'reporting' | 'o-and-m' | 'admin'

/** The address of an organisation's area. */
export const areaAddress = (orgSlug: string, area: OrganisationArea): string => `/${orgSlug}/${area}`

/** The address of an organisation's reporting, or of the reports of one of its companies (REP-01 to REP-03). */
export const reportingAddress = (orgSlug: string, companySlug?: string): string =>
  companySlug === undefined
    ? areaAddress(orgSlug, 'reporting')
    : `${areaAddress(orgSlug, 'reporting')}/${companySlug}/reports`

/** The address of an organisation's projects, or of one of them. */
export const projectsAddress = (orgSlug: string, projectId?: string): string =>
  withPart(areaAddress(orgSlug, 'projects'), projectId)

/** The address of the list of projects as a map, or with what is near to each, open on one of them. */
export const projectOnMapAddress = (orgSlug: string, projectId: string, view: 'map' | 'radius'): string =>
  `${projectsAddress(orgSlug)}?${new URLSearchParams({ view, project: projectId })}`

/** The address of a project's form; it leads back to the deal room that one came from, where there is one. */
export const editProjectAddress = (orgSlug: string, projectId: string, portfolioSlug?: string): string =>
  withQuery(
    `${projectsAddress(orgSlug, projectId)}/edit`,
    portfolioSlug === undefined ? undefined : new URLSearchParams({ portfolioSlug }),
  )

/** The address of a form for a new project; `from` says which deal room it is linked to (PFORM-07). */
export const newProjectAddress = (orgSlug: string, from?: URLSearchParams): string =>
  withQuery(projectsAddress(orgSlug, 'new'), from)

/** The address of a tab of an organisation's admin, by its part of the address (PPL-01). */
export const adminAddress = (orgSlug: string, tab?: string): string =>
  withPart(areaAddress(orgSlug, 'admin'), tab)

/** The address of the groups of an organisation, or of one of them. */
export const groupsAddress = (orgSlug: string, groupId?: string): string =>
  withPart(adminAddress(orgSlug, 'groups'), groupId)

/** The address of a person's own notifications from an organisation. */
export const notificationsAddress = (orgSlug: string): string => `${PROFILE}/${orgSlug}/notifications`

/** The address of the records of one kind in the back office, by the kind's path. */
export const recordsAddress = (path: string): string => `${BACK_OFFICE}/${path}`

/** The address of one record in the back office. */
export const recordAddress = (path: string, id: string): string => `${recordsAddress(path)}/${id}/change`

/** The address of a form for a new record in the back office. */
export const newRecordAddress = (path: string): string => `${recordsAddress(path)}/add`

/** Where the back office keeps an entity (PORT-19, HOLD-16). */
export const contentAddress = (kind: 'portfolio' | 'holdingcompany', id: string): string =>
  recordAddress(`portfolios/${kind}`, id)

/** The address of the import of projects into a portfolio (PORT-19). */
export const importAddress = (portfolioId: string): string =>
  `${recordsAddress('portfolios/portfolio')}/${portfolioId}/import`

export const SYSTEM_STATUS = recordsAddress('status')
/** The choice of an organisation for a new project (PROJ-17). */
export const NEW_PROJECT_IN_OFFICE = recordsAddress('projects/newproject/')

/* What the server answers by itself: files, and ways to other applications. */

export const GRAPHQL = '/graphql'
export const CRM_TEMPLATE = '/salesforce/template'
export const CRM_CONNECT = '/salesforce/oauth/?applications=true'

/** The spreadsheet of the people of an organisation (PPL-27). */
export const usersExport = (orgSlug: string): string => `/${orgSlug}/users-export`

/** The spreadsheet of the projects in view (PROJ-19). */
export const projectsExport = (orgSlug: string, list: 'list' | 'nearby', shown: URLSearchParams): string =>
  withQuery(`/${orgSlug}/projects-${list}-export`, shown)

export const checklistExport = (checklistId: string): string => `/checklist/${checklistId}/spreadsheet`

/** The spreadsheet of records of a kind, searched and sorted as in the address of their list. */
export const recordsExport = (kind: string, search: string): string =>
  `${recordsAddress(`exports/${kind}`)}${search}`

/** What ends mails of a kind to whoever has the link. */
export const unsubscribeAddress = (token: string): string => `/unsubscribe/${encodeURIComponent(token)}`

/** The socket of a checklist's comments. */
export const commentsSocket = (portfolioId: string, checklistId: string): string =>
  `/ws/comments/${portfolioId}/${checklistId}/`

/** Where media that a page embeds are read by their name. */
export const MEDIA = {
  Portfolio: '/subpage-media',
  HoldingCompany: '/holding-company-subpage-media',
} as const

/** Whether an address is that of a folder or a file, and not of the root of its documents. */
export const isInsideDocuments = (pathname: string): boolean =>
  /\/storage\/(documents|reports)\/[^/]+\/?$/.test(pathname)

function withPart(address: string, part: string | undefined): string {
  return part === undefined ? address : `${address}/${part}`
}

function withQuery(address: string, query: URLSearchParams | undefined): string {
  return query === undefined || query.size === 0 ? address : `${address}?${query}`
}
