import { NO_GROUP } from '../../../../shared/peopleRules.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../../access/errors.ts'
import { assertRevision, isSameSet } from '../../../contracts/revisions.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administered, changePeople } from '../core/administered.ts'
import { requireOrganisationAdmin } from '../core/admins.ts'
import { type GroupRow, groupsOfOrganisation } from '../core/groups.ts'
import { addMember, groupsOfMember, type Losses, removeMember } from '../core/members.ts'
import { invitationSubject } from '../core/record.ts'
import { mayEmpty, mayFill, mayJoin } from '../policy.ts'
import type { InvitationLinks } from './links.ts'
import { type InvitationRow, invitationOf } from './store.ts'

export interface GroupAccess {
  /**
   * Puts a member into exactly these groups of the organisation; with none they can no longer enter it (PPL-26).
   * @throws NOT_FOUND for an unknown invitation; CONFLICT for one that waits, where the person is in other groups than
   * those in view, and where nobody would be organisation admin any more; BAD_USER_INPUT for an unknown group;
   * FORBIDDEN for groups that the actor may not fill or empty, and for joining a group oneself (PPL-32)
   */
  setGroups(
    actor: Actor,
    which: { orgSlug: string; token: string },
    change: { groupIds: readonly string[]; knownGroupIds?: readonly string[] | null | undefined },
  ): Promise<InvitationRow>
}

export const createGroupAccess = (deps: {
  db: Database
  losses: Losses
  organisations: Organisations
  links: InvitationLinks
}): GroupAccess => ({
  setGroups: async (actor, { orgSlug, token }, { groupIds, knownGroupIds }) => {
    const { db, losses, organisations, links } = deps
    const organisation = await administered(organisations, actor, orgSlug)
    const organisationId = organisation.id
    return changePeople(db, actor, organisationId, async (tx, now) => {
      const id = links.idOf(token)
      const invitation = id === null ? null : await invitationOf(tx, organisationId, id)
      if (!invitation) throw notFound('Invitation')
      const { personId } = invitation
      if (personId === null) {
        throw conflict('This invitation has not been accepted yet. Please edit its group instead.')
      }
      const before = await groupsOfMember(tx, organisationId, personId)
      const groups = await groupsOfOrganisation(tx, organisationId, before)
      assertRevision({
        of: 'memberGroups',
        known: knownGroupIds,
        now: before,
        isSame: isSameSet,
        what: 'the groups of this person',
        newer: { groups: groups.map(({ id, name }) => ({ id, name })) },
      })
      const wanted = new Set(groupIds)
      const changed = await changedGroups(tx, organisationId, before, wanted)
      requireRights(now, personId, changed)
      for (const { id: groupId } of changed.joined) await addMember(tx, groupId, personId)
      for (const { id: groupId } of changed.left) await removeMember(tx, losses, { groupId, personId })
      if (changed.left.some(({ permissions }) => permissions.has('ORG_ADMIN'))) {
        await requireOrganisationAdmin(tx, organisation)
      }
      if (changed.joined.length + changed.left.length > 0) {
        await recordBy(tx, now, [
          {
            kind: 'UPDATE_USER_GROUPS',
            organisationId,
            subject: invitationSubject(invitation.id),
            detail: {
              personId,
              joined: changed.joined.map((group) => group.id),
              left: changed.left.map((group) => group.id),
            },
          },
        ])
      }
      return invitation
    })
  },
})

interface Changed {
  joined: GroupRow[]
  left: GroupRow[]
}

/** @throws BAD_USER_INPUT where one of the groups is not of the organisation, at its place in the list */
async function changedGroups(
  tx: Tx,
  organisationId: string,
  before: readonly string[],
  wanted: ReadonlySet<string>,
): Promise<Changed> {
  const ids = [...wanted]
  const known = new Map(
    (await groupsOfOrganisation(tx, organisationId, [...before, ...ids.filter(isId)])).map((group) => [
      group.id,
      group,
    ]),
  )
  const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [[`groupIds.${at}`, NO_GROUP] as const]))
  if (unknown.length > 0) throw badInput(NO_GROUP, Object.fromEntries(unknown))
  const groups = [...known.values()]
  return {
    joined: groups.filter(({ id }) => wanted.has(id) && !before.includes(id)),
    left: groups.filter(({ id }) => !wanted.has(id)),
  }
}

/** @throws FORBIDDEN for groups that the actor may not fill or empty, and for joining a group oneself (PPL-32) */
function requireRights(actor: Actor, personId: string, { joined, left }: Changed): void {
  const isSelf = personId === actor.personId
  const refused =
    joined.some((group) => !mayFill(actor, group)) ||
    left.some((group) => !mayEmpty(actor, group)) ||
    (isSelf && joined.some((group) => !mayJoin(actor, group)))
  if (refused) throw forbidden()
}
