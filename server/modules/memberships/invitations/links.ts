import { createHash } from 'node:crypto'
import type { Actor } from '../../../access/actor.ts'
import type { Signer } from '../../../platform/signing.ts'
import type { GroupRow } from '../core/groups.ts'
import { isAdminGroup, mayFill } from '../policy.ts'
import type { InvitationRow } from './store.ts'

/**
 * What the tokens are made for. One of the first kind opens nothing where the group administers something; formerly it was
 * mailed as well.
 */
const ANY = 'invitation'
const MAILED = 'mailed invitation'
const COPIED = 'copied invitation'

/** What an admin is shown of an invitation's link. */
export interface ShownLink {
  /** Names the invitation to its admins. For those who may fill its group it is the secret of the link as well. */
  token: string
  /** Empty for whoever may not put people into the group that it leads to. */
  link: string
}

type Waiting = Pick<InvitationRow, 'id' | 'personId'>

/**
 * The secrets of invitations' links. Whoever knows one can accept in the name of the invitee, so a link into a group
 * that administers something is mailed to its receiver, and shown to those alone who may fill the group (PPL-32). What
 * was shown to them is bound to the group as it is: it opens nothing once the invitation leads elsewhere, or the group
 * gives more. The mailed link, which nobody else has seen, stays good (AUTH-29).
 */
export interface InvitationLinks {
  /** The invitation that an admin's token names, whether or not it would still open it; null for any other text. */
  idOf(token: string): string | null
  shownTo(actor: Actor, invitation: Waiting, group: GroupRow | null): ShownLink
  /** Address for the receiver's mail (AUTH-21). */
  mailed(id: string): string
  /** Whether the token is the one of that mail, which nobody else has seen. */
  isMailed(token: string, id: string): boolean
  /** Whether whoever has the token may accept the invitation into that group. */
  opens(token: string, id: string, group: GroupRow | null): boolean
}

export function createInvitationLinks(signer: Signer, origin: () => string): InvitationLinks {
  const addressOf = (token: string): string => `${origin()}/invitations/${token}`
  return {
    idOf: (token) =>
      signer.idOfToken(ANY, token) ??
      signer.idOfToken(MAILED, token) ??
      signer.idsOfToken(COPIED, token)?.[0] ??
      null,
    shownTo: (actor, { id, personId }, group) => {
      const token = signer.token(ANY, id)
      if (personId !== null || group === null || !isAdminGroup(group))
        return { token, link: addressOf(token) }
      if (!mayFill(actor, group)) return { token, link: '' }
      const copied = signer.token(COPIED, id, digestOf(group))
      return { token: copied, link: addressOf(copied) }
    },
    mailed: (id) => addressOf(signer.token(MAILED, id)),
    isMailed: (token, id) => signer.idOfToken(MAILED, token) === id,
    opens: (token, id, group) => {
      if (signer.idOfToken(MAILED, token) === id) return true
      if (group === null || !isAdminGroup(group)) return signer.idOfToken(ANY, token) === id
      const [copiedId, digest] = signer.idsOfToken(COPIED, token) ?? []
      return copiedId === id && digest === digestOf(group)
    },
  }
}

/** What a group is and gives, in the form of an id. */
function digestOf(group: GroupRow): string {
  const given = [
    [group.id, String(group.organisationWide)],
    ...[group.permissions, group.portfolioIds, group.holdingCompanyIds].map((names) => [...names].sort()),
  ]
  const hex = createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 32)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
