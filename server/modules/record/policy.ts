import { type Actor, holds } from '../../access/actor.ts'

/** Whether the actor may see an organisation's record, and take proofs of it (CHAIN-05). */
export const seesRecord = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })
