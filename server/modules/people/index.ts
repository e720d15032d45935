import type { Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import type { SheetReader } from '../../platform/spreadsheets/read/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { createGroups, type Groups } from './groups/groups.ts'
import { createGroupAccess, type GroupAccess } from './invitations/groupAccess.ts'
import { createInvitations, type Invitations } from './invitations/invitations.ts'
import type { InvitationLinks } from './invitations/links.ts'
import { createManyInvitations, type ManyInvitations } from './invitations/many.ts'
import { createUsersExport, type UsersExport } from './invitations/usersExport.ts'
import { createTeams, type Teams } from './teams/teams.ts'

export type { Invitee } from './invitations/invitations.ts'
export type { InvitationRow } from './invitations/store.ts'

export interface PeopleDeps {
  db: Database
  hooks: Hooks
  organisations: Organisations
  funds: Funds
  reader: SheetReader
  links: InvitationLinks
}

/** Who belongs to an organisation: invitations and members. Each method says what it throws where it is defined. */
export interface People {
  invitations: Invitations
  groupAccess: GroupAccess
  groups: Groups
  teams: Teams
  usersExport: UsersExport
  manyInvitations: ManyInvitations
}

export const createPeople = (deps: PeopleDeps): People => ({
  invitations: createInvitations(deps),
  groupAccess: createGroupAccess(deps),
  groups: createGroups(deps),
  teams: createTeams(deps),
  manyInvitations: createManyInvitations(deps),
  usersExport: createUsersExport(deps.db, deps.organisations),
})
