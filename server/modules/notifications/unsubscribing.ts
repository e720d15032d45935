import type { PermissionScope } from '../../access/actor.ts'
import type { Signer } from '../../platform/signing.ts'

/** What the token of an unsubscribe address names: one toggle of one person, and nothing else. */
export interface Unsubscription {
  personId: string
  kind: PermissionScope['kind']
  /** Of the entity, or of the organisation for its master. */
  id: string
}

const KINDS: readonly PermissionScope['kind'][] = ['organisation', 'portfolio', 'holdingCompany']
const purpose = (kind: PermissionScope['kind']): string => `unsubscribe ${kind}`

/** A token that only this deployment can make, and that stays good. */
export function unsubscribeToken(
  signer: Pick<Signer, 'token'>,
  personId: string,
  place: PermissionScope,
): string {
  if (place.kind === 'portfolio') return signer.token(purpose(place.kind), personId, place.portfolioId)
  if (place.kind === 'holdingCompany') {
    return signer.token(purpose(place.kind), personId, place.holdingCompanyId)
  }
  return signer.token(purpose(place.kind), personId, place.organisationId)
}

/** What the token names; null for one that is wrong or was altered. */
export function unsubscriptionOf(signer: Pick<Signer, 'idsOfToken'>, token: string): Unsubscription | null {
  for (const kind of KINDS) {
    const [personId, id] = signer.idsOfToken(purpose(kind), token) ?? []
    if (personId && id) return { personId, kind, id }
  }
  return null
}
