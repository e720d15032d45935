import { type Actor, holds } from '../../access/actor.ts'

/** Webhooks are kept, and told of events, in the names of admins of the organisation (TOKEN-11). */
export const keepsWebhooks = (actor: Actor, organisationId: string): boolean =>
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })
