import { type Actor, holds } from '../../access/actor.ts'

/** Whether the actor may connect applications: admins of some organisation, and staff (SHELL-13). */
export const connectsApplications = (actor: Actor): boolean =>
  actor.isSuperUser ||
  actor.groups.some(({ organisationId }) =>
    holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId }),
  )
