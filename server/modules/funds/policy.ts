import type { DealStatus } from '../../../shared/enumerations.ts'
import {
  type Actor,
  holds,
  holdsAny,
  isClosedTo,
  isStaffOf,
  type PermissionScope,
  permissionsAnywhere,
} from '../../access/actor.ts'

/**
 * Whether the actor can see a fund entity at all: with any permission on it, drafts for deal-room and
 * organisation admins only (DRM-25), deleted ones for super users only. Lists say the same in SQL (store.ts).
 */
export const seesEntity = (actor: Actor, place: PermissionScope, status: DealStatus): boolean => {
  if (isStaffOf(actor, place.organisationId)) return true
  if (status === 'DELETED' || !holdsAny(actor, place)) return false
  return status !== 'DRAFT' || holds(actor, 'DEALROOM_ADMIN', place)
}

/**
 * Whether the actor sees what is open in a room to whoever sees the room, without a permission of its own: not before it
 * opens (STAGE-02). Lists say the same in SQL (visible.ts).
 */
export const opensRoom = (
  actor: Actor,
  place: PermissionScope & { kind: 'portfolio' },
  status: DealStatus,
): boolean => seesEntity(actor, place, status) && !isClosedTo(actor, place)

const organisation = (organisationId: string): PermissionScope => ({ kind: 'organisation', organisationId })

/** Whether the actor sees the list of an organisation's deal rooms (DRM-24). */
export const listsRooms = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', organisation(organisationId)) ||
  holds(actor, 'USERS_ADMIN', organisation(organisationId))

/** Whether the actor opens new deal rooms in the organisation (DRM-24). */
export const mayCreateRoom = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', organisation(organisationId))

/** Whether the actor changes or removes a deal room (DRM-24); ORG_ADMIN implies it. */
export const maySetUpRoom = (actor: Actor, place: PermissionScope & { kind: 'portfolio' }): boolean =>
  holds(actor, 'DEALROOM_ADMIN', place)

/** Whether the actor sets and lifts a legal hold on rooms of the organisation (STAGE-12); super users do. */
export const setsLegalHolds = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', organisation(organisationId))

/** Whether the actor may choose among an organisation's users, as for a deal manager. */
export const choosesAmongUsers = (actor: Actor, organisationId: string): boolean =>
  listsRooms(actor, organisationId) || permissionsAnywhere(actor, organisationId).includes('DEALROOM_ADMIN')

/** Whether the actor may choose among a portfolio's users. */
export const choosesAmongUsersOf = (actor: Actor, place: PermissionScope & { kind: 'portfolio' }): boolean =>
  (['USERS_ADMIN', 'DEALROOM_ADMIN', 'CHECKLISTS_ADMIN'] as const).some((each) => holds(actor, each, place))
