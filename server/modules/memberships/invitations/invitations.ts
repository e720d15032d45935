import { normaliseEmail } from '../../../../shared/accountRules.ts'
import {
  ALREADY_INVITED,
  type InviteeText,
  inviteeProblem,
  NO_GROUP,
} from '../../../../shared/peopleRules.ts'
import { tidyText } from '../../../../shared/texts.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict, forbidden, notFound, rateLimited, requireFields } from '../../../access/errors.ts'
import { orderingOf } from '../../../contracts/pages.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { personsByIds } from '../../accounts/index.ts'
import { recordBy } from '../../activity/index.ts'
import { notifyOfEach } from '../../notifications/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administered, changePeople, groupOf } from '../core/administered.ts'
import { type GroupRow, groupsByIds } from '../core/groups.ts'
import { invitationSubject } from '../core/record.ts'
import { isAdminGroup, mayEmpty, mayFill } from '../policy.ts'
import type { InvitationLinks, ShownLink } from './links.ts'
import { invitationSent } from './mail.ts'
import {
  type Counts,
  countInvitations,
  deleteInvitation,
  type InvitationQuery,
  type InvitationRow,
  insertInvitations,
  invitationOf,
  invitationPage,
  invitedAmong,
  ORDERINGS,
  recordSending,
  updateInvitation,
  waitingInto,
} from './store.ts'

/** Who is invited where. */
export interface Invitee {
  firstName: string
  lastName: string
  email: string
  title?: string | null | undefined
  groupId: string
}

/** Names an invitation of an organisation. */
export interface Which {
  orgSlug: string
  token: string
}

export interface Invitations {
  /** @throws as `administered`; BAD_USER_INPUT for an unknown ordering */
  page(
    actor: Actor,
    orgSlug: string,
    query: Omit<InvitationQuery, 'ordering'> & { ordering: string },
  ): Promise<{ count: number; invitations: InvitationRow[] }>
  counts(actor: Actor, orgSlug: string): Promise<Counts>
  /** @throws as `administered`; NOT_FOUND */
  detail(actor: Actor, which: Which): Promise<InvitationRow>
  /**
   * Invites a person and mails them the link. One that was sent at another moment, `at`, is entered as it was, and
   * nobody is mailed.
   * @throws BAD_USER_INPUT for a missing name, a malformed e-mail or no group (PPL-09 to PPL-11), CONFLICT for an
   * e-mail that is invited already or a member (PPL-14), FORBIDDEN for a group that the actor may not fill (PPL-32)
   */
  invite(actor: Actor, orgSlug: string, invitee: Invitee, at?: Date): Promise<InvitationRow>
  /** @throws as invite; NOT_FOUND; CONFLICT where it was accepted (PPL-25) or changed by another in the meantime */
  update(
    actor: Actor,
    which: Which,
    change: Omit<Invitee, 'email'> & { revision?: number | null | undefined },
  ): Promise<InvitationRow>
  /** @throws NOT_FOUND; CONFLICT where it was accepted (PPL-25) */
  remove(actor: Actor, which: Which): Promise<void>
  /** @throws NOT_FOUND; CONFLICT where it was accepted (PPL-25); RATE_LIMITED for a sixth mail within ten minutes */
  resend(actor: Actor, which: Which): Promise<void>
  /** What the actor, who administers their organisations, is shown of their links; in their order. */
  linksFor(actor: Actor, invitations: readonly InvitationRow[]): Promise<ShownLink[]>
}

export interface InvitationDeps {
  db: Database
  organisations: Organisations
  links: InvitationLinks
}

/** Mails of one invitation. */
export const RATE = { mails: 5, withinMs: 600_000 }

/** PPL-25 */
const isAccepted = () =>
  conflict(
    'This invitation has been accepted in the meantime. Please edit the groups of this person instead.',
  )

/** The texts as they are kept. */
export const tidied = ({
  firstName,
  lastName,
  title,
}: Pick<Invitee, 'firstName' | 'lastName' | 'title'>) => ({
  firstName: tidyText(firstName),
  lastName: tidyText(lastName),
  title: tidyText(title ?? '') || null,
})

/** What is wrong with the texts of an invitation, by its fields. */
export const problemsOf = (texts: Partial<InviteeText>): Record<string, string | null> =>
  Object.fromEntries(
    (Object.keys(texts) as (keyof InviteeText)[]).map((field) => [
      field,
      inviteeProblem(field, texts[field] ?? ''),
    ]),
  )

/** The group that is to be joined. @throws FORBIDDEN for one that the actor may not fill (PPL-32) */
async function groupToJoin(
  tx: Tx,
  actor: Actor,
  organisationId: string,
  groupId: string,
): Promise<GroupRow | null> {
  const group = isId(groupId) ? await groupOf(tx, organisationId, groupId) : null
  if (group && !mayFill(actor, group)) throw forbidden()
  return group
}

export function createInvitations({ db, organisations, links }: InvitationDeps): Invitations {
  /** The invitation, if it waits still. */
  const waiting = async (tx: Tx, organisationId: string, token: string): Promise<InvitationRow> => {
    const id = links.idOf(token)
    const invitation = id === null ? null : await invitationOf(tx, organisationId, id)
    if (!invitation) throw notFound('Invitation')
    if (invitation.personId !== null) throw isAccepted()
    return invitation
  }
  return {
    linksFor: async (actor, invitations) => {
      const ids = [...new Set(invitations.flatMap(({ groupId }) => groupId ?? []))]
      const groups = new Map((await groupsByIds(db, ids)).map((group) => [group.id, group]))
      return invitations.map((each) => links.shownTo(actor, each, groups.get(each.groupId ?? '') ?? null))
    },
    page: async (actor, orgSlug, { ordering, ...query }) => {
      const { id } = await administered(organisations, actor, orgSlug)
      return invitationPage(db, id, { ...query, ordering: orderingOf(ordering, ORDERINGS) })
    },
    counts: async (actor, orgSlug) =>
      countInvitations(db, (await administered(organisations, actor, orgSlug)).id),
    detail: async (actor, { orgSlug, token }) => {
      const organisation = await administered(organisations, actor, orgSlug)
      const id = links.idOf(token)
      const invitation = id === null ? null : await invitationOf(db, organisation.id, id)
      if (!invitation) throw notFound('Invitation')
      return invitation
    },
    invite: async (actor, orgSlug, { groupId, ...texts }, at) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      const email = normaliseEmail(texts.email)
      return changePeople(db, actor, organisationId, async (tx, now) => {
        const group = await groupToJoin(tx, now, organisationId, groupId)
        requireFields({
          ...problemsOf({ ...texts, title: texts.title ?? '' }),
          groupId: group ? null : NO_GROUP,
        })
        const [self] = await personsByIds(tx, [now.personId])
        if (self?.email === email) {
          const reason = 'This is your own email. Please enter the email of the person to invite.'
          throw conflict(reason, { email: reason })
        }
        if ((await invitedAmong(tx, organisationId, [email])).size > 0) {
          throw conflict(ALREADY_INVITED, { email: ALREADY_INVITED })
        }
        const sentAt = at ?? new Date()
        const values = { ...tidied(texts), organisationId, email, groupId, invitedBy: now.personId, sentAt }
        const [id = ''] = await insertInvitations(tx, [values])
        await recordBy(tx, now, [
          {
            kind: 'INVITE',
            organisationId,
            subject: invitationSubject(id),
            detail: { email, groupId },
            ...(at ? { at } : {}),
          },
        ])
        if (!at) await sendInvitations(tx, now, [{ id, email }])
        return { ...values, id, personId: null, companyName: null, acceptedAt: null, revision: 1 }
      })
    },
    update: async (actor, { orgSlug, token }, { groupId, revision, ...texts }) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      return changePeople(db, actor, organisationId, async (tx, now) => {
        const before = await waiting(tx, organisationId, token)
        const leadsTo = before.groupId === null ? null : await groupOf(tx, organisationId, before.groupId)
        assertRevision({
          of: 'invitation',
          known: revision,
          now: before.revision,
          what: 'this invitation',
          newer: {
            firstName: before.firstName,
            lastName: before.lastName,
            title: before.title,
            group: leadsTo && { id: leadsTo.id, name: leadsTo.name },
          },
        })
        const group = await groupToJoin(tx, now, organisationId, groupId)
        requireFields({
          ...problemsOf({ firstName: texts.firstName, lastName: texts.lastName, title: texts.title ?? '' }),
          groupId: group ? null : NO_GROUP,
        })
        // Nor out of a group of organisation admins.
        if (leadsTo && !mayEmpty(now, leadsTo)) throw forbidden()
        const after = { ...before, ...tidied(texts), groupId, revision: before.revision + 1 }
        await updateInvitation(tx, after)
        await recordBy(tx, now, [
          {
            kind: 'UPDATE_INVITATION',
            organisationId,
            subject: invitationSubject(before.id),
            detail: { groupId, formerGroupId: before.groupId },
          },
        ])
        // A link that was handed on to them, or mailed by a former version, opens groups that administer nothing.
        if (group && isAdminGroup(group) && !(leadsTo && isAdminGroup(leadsTo))) {
          await sendInvitations(tx, now, [before])
        }
        return after
      })
    },
    remove: async (actor, { orgSlug, token }) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      await changePeople(db, actor, organisationId, async (tx, now) => {
        const { id, email, groupId } = await waiting(tx, organisationId, token)
        await deleteInvitation(tx, id)
        await recordBy(tx, now, [
          {
            kind: 'DELETE_INVITATION',
            organisationId,
            subject: invitationSubject(id),
            detail: { email, groupId },
          },
        ])
      })
    },
    resend: async (actor, { orgSlug, token }) => {
      const { id: organisationId } = await administered(organisations, actor, orgSlug)
      await changePeople(db, actor, organisationId, async (tx, now) => {
        const { id, email } = await waiting(tx, organisationId, token)
        const wait = await recordSending(tx, id, RATE)
        if (wait > 0)
          throw rateLimited(
            wait,
            `This invitation was sent several times just now. Please try again in ${Math.ceil(wait / 60)} minutes.`,
          )
        await recordBy(tx, now, [
          { kind: 'RESEND_INVITATION', organisationId, subject: invitationSubject(id), detail: { email } },
        ])
        await sendInvitations(tx, now, [{ id, email }])
      })
    },
  }
}

/** Mails each its link, which they get at the address that was invited. */
export const sendInvitations = (
  tx: Tx,
  actor: Actor,
  invitations: readonly { id: string; email: string }[],
): Promise<void> =>
  notifyOfEach(
    tx,
    invitationSent,
    invitations.map(({ id, email }) => ({
      subject: invitationSubject(id),
      by: actor.personId,
      addresses: [email],
      data: {},
    })),
  )

/** Mails a link to those who are invited to a group that administers something by now: one that was handed on opens none. */
export async function sendNewLinks(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: GroupRow; after: GroupRow },
): Promise<void> {
  if (isAdminGroup(before) || !isAdminGroup(after)) return
  await sendInvitations(tx, actor, await waitingInto(tx, after.id))
}
