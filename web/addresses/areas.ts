import { areaAddress, PROFILE } from './pages.ts'
import { withPart, withQuery } from './parts.ts'

export const RESET_PASSWORD = '/reset-password'
export const SECURITY = '/profile/security'
export const APPLICATIONS = '/applications'
export const CRM = '/applications/salesforce'
/** How scripts use the API (TOKEN-10). */
export const API = '/api'
export const TICKETS = '/support/tickets'
/** What view only can do, and what it can't (VIEW-31). */
export const VIEW_ONLY = '/about/view-only'
export const DEAL_TEAMS = '/deal-teams'

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

/** The address of the search over all rooms of an organisation (FIND-14). */
export const searchAddress = (orgSlug: string): string => `/${orgSlug}/search`

/** The address of what of an organisation was deleted besides documents, and can be restored (BIN-10). */
export const removedAddress = (orgSlug: string): string => `/${orgSlug}/bin`
