import type { Permission } from '../../shared/permissions.ts'

/** What the person holds in an organisation, or in a deal room or a company of one. */
export interface HeldPermissions {
  readonly permissions: readonly Permission[]
}

/** Whether it grants all of the named permissions. */
export const grants = ({ permissions }: HeldPermissions, ...needed: Permission[]) =>
  needed.every((permission) => permissions.includes(permission))

/** Projects need both on one organisation (SHELL-30). */
export const seesProjects = (organisation: HeldPermissions) =>
  grants(organisation, 'REPORTS_VIEW', 'PROJECTS_VIEW')

/** SHELL-29 */
export const seesReporting = (organisation: HeldPermissions) => grants(organisation, 'REPORTS_VIEW')

/** SHELL-28, LAND-11 */
export const seesDealRoom = (organisation: HeldPermissions) => grants(organisation, 'DEALROOM_VIEW')

/** SHELL-31 */
export const seesOperations = (organisation: HeldPermissions) => grants(organisation, 'O_AND_M_VIEW')

/** SHELL-32 */
export const administers = (organisation: HeldPermissions) =>
  grants(organisation, 'ORG_ADMIN') || grants(organisation, 'USERS_ADMIN')

/** Who connects applications: admins of some organisation, and staff (SHELL-13). */
export const isAdminUser = ({
  isSuperUser,
  organizations,
}: {
  readonly isSuperUser: boolean
  readonly organizations: readonly HeldPermissions[]
}) => isSuperUser || organizations.some((one) => grants(one, 'ORG_ADMIN'))

/** Where / leads. */
export type Start = 'home' | 'deal-room' | 'primary-portfolio'

/**
 * One organisation with deal rooms and without reporting is enough for the deal room (SHELL-03, SHELL-05,
 * SHELL-06); without either anywhere it is the person's primary portfolio (SHELL-01), else home (SHELL-04).
 */
export function startOf(organisations: readonly HeldPermissions[]): Start {
  if (organisations.some((one) => seesDealRoom(one) && !seesReporting(one))) return 'deal-room'
  return organisations.some((one) => seesDealRoom(one) || seesReporting(one)) ? 'home' : 'primary-portfolio'
}

/** SHELL-27 */
export const seesHome = (organisations: readonly HeldPermissions[]) => startOf(organisations) !== 'deal-room'
