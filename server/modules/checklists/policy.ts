import { MINUTE_MS } from '../../../shared/durations.ts'
import { type Actor, holds, type PermissionScope } from '../../access/actor.ts'
import { type Addressees, isFor, ownAddressees, partyOf } from '../../access/parties.ts'

type Room = PermissionScope & { kind: 'portfolio' }

/**
 * Whether the actor changes status, assignee and link of a portfolio's items (CHK-39). Whoever sees the portfolio opens
 * its checklists and comments.
 */
export const maySetItems = (actor: Actor, place: Room): boolean => holds(actor, 'CHECKLISTS_ADMIN', place)

/** Whether the actor sees the portfolio's projects without its checklist. */
export const seesProjects = (actor: Actor, place: Room): boolean => holds(actor, 'PROJECTS_VIEW', place)

/** A comment as far as it decides who may do what with it. */
export interface CommentAccess {
  place: Room
  personId: string
  /** Null for everybody (CHK-47). */
  addressees: readonly string[] | null
  createdAt: Date
  removedAt: Date | null
}

/** Milliseconds for which a comment can be changed (CHK-48). */
export const CHANGEABLE_MS = 15 * MINUTE_MS

/** Whether the comment is for the actor's party (CHK-47). */
export const seesComment = (
  actor: Actor,
  { place, addressees }: Pick<CommentAccess, 'place' | 'addressees'>,
): boolean => isFor(partyOf(actor, place), addressees ?? 'EVERYBODY')

/** Whose comments the actor removes: their own, and with CHECKLISTS_ADMIN any (CHK-48). */
export const mayRemoveComment = (actor: Actor, { place, personId, removedAt }: CommentAccess): boolean =>
  removedAt === null && !actor.viewing && (personId === actor.personId || maySetItems(actor, place))

/** Whether the actor changes the comment: their own, for 15 minutes (CHK-48). */
export const mayChangeComment = (actor: Actor, comment: CommentAccess, now: number): boolean =>
  isOwnComment(actor, comment) &&
  comment.removedAt === null &&
  now - comment.createdAt.getTime() < CHANGEABLE_MS

export const isOwnComment = (actor: Actor, { personId }: Pick<CommentAccess, 'personId'>): boolean =>
  personId === actor.personId && !actor.viewing

/** What is left of a removed comment: its place, and for who administers checklists its text (CHK-48). */
export const textFor = (
  actor: Actor,
  { place, removedAt, comment }: Pick<CommentAccess, 'place' | 'removedAt'> & { comment: string },
): string => (removedAt === null || maySetItems(actor, place) ? comment : '')

/** Whom a comment may name beside parties. */
export const EVERYBODY = 'EVERYBODY'
export const DEAL_TEAM = 'DEAL_TEAM'

/**
 * For whom a comment of the actor is: of the deal team for whom it names, and for everybody where it names nobody; of
 * others for their party and the deal team (CHK-47).
 * @param isParty whether the name is that of a party of the room
 * @returns null for a name that the actor may not give
 */
export function addresseesOf(
  actor: Actor,
  place: Room,
  audience: string | null,
  isParty: boolean,
): Addressees | null {
  const party = partyOf(actor, place)
  if (!party.isDealTeam) {
    return audience === null || party.groupIds.includes(audience) ? ownAddressees(party) : null
  }
  if (audience === null || audience === EVERYBODY) return 'EVERYBODY'
  if (audience === DEAL_TEAM) return []
  return isParty ? [audience] : null
}

/** The name of a comment's audience for a reader: of several groups of a party one that is theirs (CHK-47). */
export function audienceFor(
  actor: Actor,
  { place, addressees }: Pick<CommentAccess, 'place' | 'addressees'>,
): string {
  if (addressees === null) return EVERYBODY
  const { groupIds } = partyOf(actor, place)
  return addressees.find((id) => groupIds.includes(id)) ?? addressees[0] ?? DEAL_TEAM
}
