import type { Actor, HeldGroup } from '../server/access/actor.ts'
import { PERMISSIONS, type Permission } from '../shared/permissions.ts'

/** Callers as policies take them, of one organisation, without a database. */

export const FUND = 'fund'
/** A deal room that a group lists unless it says otherwise. */
export const HERE = { kind: 'portfolio', organisationId: FUND, portfolioId: 'here' } as const
/** A holding company that a group lists unless it says otherwise. */
export const COMPANY = { kind: 'holdingCompany', organisationId: FUND, holdingCompanyId: 'company' } as const
export const WHOLE = { kind: 'organisation', organisationId: FUND } as const
/** For a group that lists neither of them. */
export const ELSEWHERE = { portfolioIds: new Set(['next']), holdingCompanyIds: new Set(['other']) }

export const groupOf = (permissions: readonly Permission[], more: Partial<HeldGroup> = {}): HeldGroup => ({
  id: 'group',
  organisationId: FUND,
  roleId: 'role',
  permissions: new Set(permissions),
  organisationWide: false,
  portfolioIds: new Set(['here']),
  holdingCompanyIds: new Set(['company']),
  ...more,
})

export const actorOf = (groups: readonly HeldGroup[], more: Partial<Actor> = {}): Actor => ({
  personId: 'person',
  sessionId: 'session',
  sessionBound: true,
  viewing: null,
  isSuperUser: false,
  deletedOrganisationIds: new Set(),
  closedRooms: new Map(),
  groups,
  ...more,
})

/** Somebody who holds these permissions by one group. */
export const holding = (...permissions: Permission[]): Actor => actorOf([groupOf(permissions)])

export const STAFF = actorOf([], { isSuperUser: true })
export const NOBODY = actorOf([])

/** The view of a room that somebody with it is in. */
export const VIEWING = {
  viewing: { id: 'view', name: 'Bidders', place: HERE, expiresAt: new Date(0), knownGroupIds: null },
} as const

/** With which permissions, each alone in a group, it is allowed. */
export const by = (may: (actor: Actor) => boolean, more: Partial<HeldGroup> = {}): Permission[] =>
  PERMISSIONS.filter((permission) => may(actorOf([groupOf([permission], more)])))

/** Permissions in the order of the vocabulary. */
export const sorted = (permissions: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((each) => permissions.includes(each))
