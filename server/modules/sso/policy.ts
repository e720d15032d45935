import { type Actor, holds } from '../../access/actor.ts'

/** To whom a connection belongs: the installation without either of the two. */
export interface ConnectionOwner {
  organisationId: string | null
  companyId: string | null
}

/** Those of an organisation are its admins', all others super users' (SSO-02). */
export const administersConnection = (actor: Actor, { organisationId }: ConnectionOwner): boolean =>
  organisationId === null
    ? actor.isSuperUser
    : holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId })

export const approvesDomains = (actor: Actor): boolean => actor.isSuperUser
