import type { Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import type { SheetReader } from '../../platform/spreadsheets/read/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Accepting } from './acceptance/accepting.ts'
import type { Losses } from './core/members.ts'
import { type AccessEnds, createAccessEnds } from './groups/accessEnds.ts'
import { createGroups, type Groups } from './groups/groups.ts'
import { createGroupAccess, type GroupAccess } from './invitations/groupAccess.ts'
import { createInvitations, type Invitations } from './invitations/invitations.ts'
import type { InvitationLinks } from './invitations/links.ts'
import { createManyInvitations, type ManyInvitations } from './invitations/many.ts'
import { createSeveralInvitations, type SeveralInvitations } from './invitations/several.ts'
import { createUsersExport, type UsersExport } from './invitations/usersExport.ts'
import { createTeams, type Teams } from './teams/teams.ts'
import { createViews, type Views } from './viewing/views.ts'

export { keepAdmin, peopleLock } from './core/admins.ts'
export { type GroupRow, groupNamesOf, groupsByNames, groupsOfOrganisation } from './core/groups.ts'
export { addMember, groupsOfMember, type Losses, removeMember } from './core/members.ts'
export { createRole, type RoleRow, rolesByIds, rolesOfOrganisation } from './core/roles.ts'
export { createGroup, createOrganisation, type NewGroup } from './core/seeding.ts'
export type { Invitee } from './invitations/invitations.ts'
export type { InvitationRow } from './invitations/store.ts'
export { isAdminGroup, mayFill } from './policy.ts'
export { placeOfTree } from './viewing/hooks.ts'

export interface MembershipsDeps {
  db: Database
  hooks: Hooks
  organisations: Organisations
  funds: Funds
  /** What a person loses with a group besides its access. */
  losses: Losses
  reader: SheetReader
  links: InvitationLinks
  accepting: Accepting
}

/** Who belongs to an organisation, by which groups, and who sees a room as they do. Each method says what it throws where it is defined. */
export interface Memberships {
  accepting: Accepting
  invitations: Invitations
  groupAccess: GroupAccess
  groups: Groups
  accessEnds: AccessEnds
  teams: Teams
  views: Views
  usersExport: UsersExport
  manyInvitations: ManyInvitations
  severalInvitations: SeveralInvitations
}

export const createMemberships = (deps: MembershipsDeps): Memberships => ({
  accepting: deps.accepting,
  invitations: createInvitations(deps),
  groupAccess: createGroupAccess(deps),
  groups: createGroups(deps),
  accessEnds: createAccessEnds(deps),
  teams: createTeams(deps),
  views: createViews(deps),
  manyInvitations: createManyInvitations(deps),
  severalInvitations: createSeveralInvitations(deps),
  usersExport: createUsersExport(deps.db, deps.organisations),
})
