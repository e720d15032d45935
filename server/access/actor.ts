import type { RoomPhase } from '../../shared/enumerations.ts'
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'

/** A group of the actor with the places on which its role holds. */
export interface HeldGroup {
  id: string
  organisationId: string
  roleId: string
  permissions: ReadonlySet<Permission>
  /** The role holds on the organisation and all its entities (set in the back office). */
  organisationWide: boolean
  portfolioIds: ReadonlySet<string>
  holdingCompanyIds: ReadonlySet<string>
  /** The role holds on the organisation and none of its entities: in a view of its O&M area alone. */
  organisationItself?: boolean
}

/** The caller and their permissions. Created for each request, so that a change takes effect immediately (AUTH-35). */
export interface Actor {
  personId: string
  sessionId: string
  /** Whether it ends with that session, or that token; not where the product acts in a person's name (jobs, the demo). */
  sessionBound: boolean
  isSuperUser: boolean
  /** Of a super user: the organisations in which even they hold nothing, until these are restored; empty of others. */
  deletedOrganisationIds: ReadonlySet<string>
  groups: readonly HeldGroup[]
  /** Rooms among theirs in whose phase they hold less than their groups give; by id. */
  closedRooms: ReadonlyMap<string, ClosedPhase>
  /** Whose view they have of one entity, or of an organisation's O&M area, read only; their rights are narrowed to it. Null for none. */
  viewing: Viewing | null
  /** The token by which they ask, and whose id stands in for a session's; none for people who are signed in. */
  token?: HeldToken
}

/** What an actor knows of the token by which they ask. */
export interface HeldToken {
  id: string
  name: string
  canWrite: boolean
}

/** What an actor knows of the view that they are in. */
export interface Viewing {
  id: string
  /** Of the group or person whose view it is. */
  name: string
  /** An organisation stands for its O&M area. */
  place: PermissionScope
  expiresAt: Date
  /** Ids of the groups of which the viewer may know who is in them; null for all. */
  knownGroupIds: ReadonlySet<string> | null
}

/** Where a permission is asked for: an organisation itself, or one of its fund entities. */
export type PermissionScope =
  | { kind: 'organisation'; organisationId: string }
  | { kind: 'portfolio'; organisationId: string; portfolioId: string }
  | { kind: 'holdingCompany'; organisationId: string; holdingCompanyId: string }

/** Which permissions of a role give another one, at the places of a kind. */
interface Giving {
  /** At every place of the organisation. */
  everywhere: readonly Permission[]
  /** At those that the group lists, or at all where it is organisation-wide. */
  listed: readonly Permission[]
}

/** They administer an organisation and its people, and are no sight of a holding company (HOLD-22, ORG-26). */
const OF_ORGANISATIONS: ReadonlySet<Permission> = new Set<Permission>(['USERS_ADMIN', 'ORG_ADMIN'])
const OF_ENTITIES: readonly Permission[] = PERMISSIONS.filter((name) => !OF_ORGANISATIONS.has(name))

/**
 * The one rule of what a role gives where, from which the answers for one place, for lists (reach.ts) and for all people
 * (audience.ts) follow: a role holds at the places that its group lists (ORG-24), users:admin on the whole
 * organisation, and ORG_ADMIN gives everything there (ORG-25), but nothing on a holding company (ORG-26).
 * @param permission that is asked for, or any with 'ANY', which makes a fund entity visible
 */
export function giving(permission: Permission | 'ANY', kind: PermissionScope['kind']): Giving {
  if (kind === 'holdingCompany') {
    return {
      everywhere: permission === 'USERS_ADMIN' ? ['USERS_ADMIN'] : [],
      listed: permission === 'ANY' ? OF_ENTITIES : permission === 'ORG_ADMIN' ? [] : [permission],
    }
  }
  const ofPeople = permission === 'USERS_ADMIN' || permission === 'ANY'
  return {
    everywhere: ofPeople ? ['ORG_ADMIN', 'USERS_ADMIN'] : ['ORG_ADMIN'],
    listed: permission === 'ANY' ? PERMISSIONS : [permission],
  }
}

/** A phase in which not everybody who has access to a room sees what is in it. */
export type ClosedPhase = Extract<RoomPhase, 'PREPARATION' | 'ARCHIVED'>

/** Whoever holds one of them on a room sees what is in it, also in that phase (STAGE-02, STAGE-11). */
export const SEEING_CLOSED = {
  PREPARATION: ['DOCUMENTS_EDIT', 'DOCUMENTS_ADMIN', 'DEALROOM_ADMIN'],
  ARCHIVED: ['DEALROOM_ADMIN'],
} as const satisfies Readonly<Record<ClosedPhase, readonly Permission[]>>

/** What the others hold of a room in preparation: to know that it is there, and to administer people. */
const BEFORE_OPENING: ReadonlySet<Permission | 'ANY'> = new Set<Permission | 'ANY'>([
  'ANY',
  'DEALROOM_VIEW',
  'ORG_ADMIN',
  'USERS_ADMIN',
])

/** Whether the permission gives the others nothing in a room of that phase; of an archived room they see nothing at all. */
export const isWithheldIn = (phase: ClosedPhase, permission: Permission | 'ANY'): boolean =>
  phase === 'ARCHIVED' || !BEFORE_OPENING.has(permission)

/** The phase in which a room is closed to the actor; null for any other place. */
const closedPhase = (
  { closedRooms }: Pick<Actor, 'closedRooms'>,
  place: PermissionScope,
): ClosedPhase | null => (place.kind === 'portfolio' && closedRooms.get(place.portfolioId)) || null

/** Whether the place is a room of which the actor sees nothing that is in it, by its phase. */
export const isClosedTo = (actor: Pick<Actor, 'closedRooms'>, place: PermissionScope): boolean =>
  closedPhase(actor, place) !== null

const isWithheld = (actor: Actor, permission: Permission | 'ANY', place: PermissionScope): boolean => {
  const phase = closedPhase(actor, place)
  return phase !== null && isWithheldIn(phase, permission)
}

/** Whether a group's role has one of them. */
export const hasAny = (
  { permissions }: Pick<HeldGroup, 'permissions'>,
  those: readonly Permission[],
): boolean => those.some((permission) => permissions.has(permission))

/** Whether the actor holds everything in the organisation, as staff do in all that are not deleted (ORG-27). */
export const isStaffOf = (actor: Actor, organisationId: string): boolean =>
  actor.isSuperUser && !actor.deletedOrganisationIds.has(organisationId)

const reaches = (group: HeldGroup, place: PermissionScope): boolean => {
  if (group.organisationWide) return true
  if (place.kind === 'portfolio') return group.portfolioIds.has(place.portfolioId)
  if (place.kind === 'holdingCompany') return group.holdingCompanyIds.has(place.holdingCompanyId)
  return group.organisationItself ?? false
}

/** Whether a member of the group holds the permission there by it, or any with 'ANY'. */
export const groupHolds = (
  group: HeldGroup,
  permission: Permission | 'ANY',
  place: PermissionScope,
): boolean => {
  if (group.organisationId !== place.organisationId) return false
  const { everywhere, listed } = giving(permission, place.kind)
  return hasAny(group, everywhere) || (reaches(group, place) && hasAny(group, listed))
}

/**
 * Whether the actor holds the permission there. A super user holds every permission everywhere (ORG-27),
 * ORG_ADMIN gives all on its organisation and portfolios (ORG-25), several groups give their union (ORG-23). In a
 * room that is in preparation, or archived, less holds for whoever does not administer it (STAGE-02, STAGE-11).
 */
export const holds = (actor: Actor, permission: Permission | 'ANY', place: PermissionScope): boolean =>
  isStaffOf(actor, place.organisationId) ||
  (!isWithheld(actor, permission, place) &&
    actor.groups.some((group) => groupHolds(group, permission, place)))

/** Whether the actor holds any permission there, which makes a fund entity visible. */
export const holdsAny = (actor: Actor, place: PermissionScope): boolean => holds(actor, 'ANY', place)

/** All that the actor holds there, in the order of the vocabulary. */
export const permissionsOn = (actor: Actor, place: PermissionScope): Permission[] =>
  PERMISSIONS.filter((permission) => holds(actor, permission, place))

/** What holds anywhere in the organisation: the list that the navigation reads (ORG-24). */
export const permissionsAnywhere = (actor: Actor, organisationId: string): Permission[] => {
  if (isStaffOf(actor, organisationId)) return [...PERMISSIONS]
  const mine = actor.groups.filter((group) => group.organisationId === organisationId)
  return PERMISSIONS.filter((permission) => mine.some((group) => holdsAnywhere(group, permission)))
}

const holdsAnywhere = (group: HeldGroup, permission: Permission): boolean => {
  const { everywhere, listed } = giving(permission, 'organisation')
  const isSomewhere =
    group.organisationWide ||
    group.organisationItself ||
    group.portfolioIds.size > 0 ||
    group.holdingCompanyIds.size > 0
  return hasAny(group, everywhere) || (isSomewhere && hasAny(group, listed))
}

/** The organisations that the actor is a member of by their groups. */
export const organisationIdsOf = (actor: Actor): string[] => [
  ...new Set(actor.groups.map(({ organisationId }) => organisationId)),
]

export const isMember = (actor: Actor, organisationId: string): boolean =>
  isStaffOf(actor, organisationId) || actor.groups.some((group) => group.organisationId === organisationId)

/** The actor's groups that list the place, or reach all of its organisation. */
export const groupsListing = (actor: Actor, place: PermissionScope): HeldGroup[] =>
  actor.groups.filter((group) => group.organisationId === place.organisationId && reaches(group, place))

/** Those of them that hold the permission there: principals of its documents. */
export const groupsHolding = (actor: Actor, permission: Permission, place: PermissionScope): HeldGroup[] =>
  isWithheld(actor, permission, place)
    ? []
    : groupsListing(actor, place).filter((group) => groupHolds(group, permission, place))
