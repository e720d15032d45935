import { type Actor, holds } from '../../access/actor.ts'

/** Whether somebody decides if tokens may be used for what belongs to an organisation (TOKEN-01). */
export const decidesOnTokens = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })
