import type { DealStatus } from '../../../shared/enumerations.ts'
import { type Actor, holds, holdsAny, type Place } from '../../access/actor.ts'

/**
 * Whether the actor can see a fund entity at all: with any permission on it, drafts for deal-room and
 * organisation admins only (DRM-25), deleted ones for super users only. Lists say the same in SQL (store.ts).
 */
export const seesEntity = (actor: Actor, place: Place, status: DealStatus): boolean => {
  if (actor.isSuperUser) return true
  if (status === 'DELETED' || !holdsAny(actor, place)) return false
  return status !== 'DRAFT' || holds(actor, 'DEALROOM_ADMIN', place)
}
