import { type Actor, holds, organisationIdsOf } from '../../access/actor.ts'

const administers = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })

/** Whether the actor may connect applications: admins of some organisation, and staff (SHELL-13, CRM-01). */
export const connectsApplications = (actor: Actor): boolean =>
  actor.isSuperUser || actor.groups.some(({ organisationId }) => administers(actor, organisationId))

/**
 * The organisations of the actor that they administer. What they import is for the admins of these (CRM-21): to others
 * of their organisations, where they may be a bidder among rivals, it is nothing.
 */
export const administered = (actor: Actor): string[] =>
  organisationIdsOf(actor).filter((id) => administers(actor, id))
