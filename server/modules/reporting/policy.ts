import { type Actor, holds } from '../../access/actor.ts'

/** Whether the actor may see the organisation's O&M area (OAM-08). */
export const seesOperations = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'O_AND_M_VIEW', { kind: 'organisation', organisationId })
