import { type Actor, groupsHolding, holds, isClosedTo } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'

/** A page as far as it decides who sees it; whoever asks has shown that its entity is visible. */
export interface PageAccess {
  restricted: boolean
  /** Those of the kind that the entity's pages name (SUBP-28). */
  roleIds: readonly string[]
  groupIds: readonly string[]
}

/** Whether the actor adds, changes and removes pages and timelines of the entity (SUBP-32, TIME-13). */
export const editsOverview = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'DEALROOM_ADMIN', place)

/** Whether the actor sees pages, timelines and yields of the entity at all (SUBP-33). */
export const seesOverview = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'OVERVIEW_VIEW', place)

/** Whether the actor learns that there are pages, and what was operated, which needs no permission: not before a room opens (STAGE-02). */
export const knowsOverview = (actor: Actor, place: EntityPlace): boolean => !isClosedTo(actor, place)

/**
 * Whether the actor sees the page: a restricted one as member of its groups, with one of its roles on the entity, or as
 * deal-room admin (SUBP-29, SUBP-30).
 */
export function seesPage(
  actor: Actor,
  place: EntityPlace,
  { restricted, roleIds, groupIds }: PageAccess,
): boolean {
  if (!seesOverview(actor, place)) return false
  if (!restricted || editsOverview(actor, place)) return true
  return (
    actor.groups.some(({ id }) => groupIds.includes(id)) ||
    groupsHolding(actor, 'OVERVIEW_VIEW', place).some(({ roleId }) => roleIds.includes(roleId))
  )
}
