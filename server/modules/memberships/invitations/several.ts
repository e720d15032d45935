import { sql } from 'kysely'
import { MAX_LISTED } from '../../../../shared/peopleSheet.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { recordBy } from '../../activity/index.ts'
import type { Organisations } from '../../organisations/index.ts'
import { administered, changePeople } from '../core/administered.ts'
import { invitationSubject } from '../core/record.ts'
import { RATE, sendInvitations } from './invitations.ts'
import type { InvitationLinks } from './links.ts'

/** What became of invitations that were chosen together. */
export interface Dealt {
  done: number
  /** Those that were accepted or deleted meanwhile, or are no invitations, or were sent several times just now. */
  left: number
}

interface Chosen {
  orgSlug: string
  tokens: readonly string[]
}

/** What is done with several invitations together; what can't be done with one holds up none of the others. */
export interface SeveralInvitations {
  /** Sends those that wait once more, each at most 5 times in 10 minutes. @throws as `administered`; BAD_USER_INPUT for more than 500 */
  resend(actor: Actor, chosen: Chosen): Promise<Dealt>
  /** Deletes those that wait; their links end immediately (PPL-20). @throws as resend */
  remove(actor: Actor, chosen: Chosen): Promise<Dealt>
}

interface Waiting {
  id: string
  email: string
  groupId: string | null
}

const resent = (tx: Tx, organisationId: string, ids: readonly string[]) =>
  sql<Waiting>`
    update invitation set sent_at = clock_timestamp(),
      sends = case when sent_at < clock_timestamp() - make_interval(secs => ${RATE.withinMs / 1000}) then 1 else sends + 1 end
    where id = any(${ids}::uuid[]) and organisation_id = ${organisationId} and person_id is null
      and (sends < ${RATE.mails} or sent_at < clock_timestamp() - make_interval(secs => ${RATE.withinMs / 1000}))
    returning id, email, group_id as "groupId"`.execute(tx)

const removed = (tx: Tx, organisationId: string, ids: readonly string[]) =>
  sql<Waiting>`
    delete from invitation
    where id = any(${ids}::uuid[]) and organisation_id = ${organisationId} and person_id is null
    returning id, email, group_id as "groupId"`.execute(tx)

export function createSeveralInvitations({
  db,
  organisations,
  links,
}: {
  db: Database
  organisations: Organisations
  links: InvitationLinks
}): SeveralInvitations {
  const deal = async (
    actor: Actor,
    { orgSlug, tokens }: Chosen,
    work: (tx: Tx, now: Actor, organisationId: string, ids: readonly string[]) => Promise<number>,
  ): Promise<Dealt> => {
    const { id: organisationId } = await administered(organisations, actor, orgSlug)
    if (tokens.length > MAX_LISTED) throw badInput(`Please choose at most ${MAX_LISTED} invitations.`)
    const ids = [...new Set(tokens)].flatMap((token) => links.idOf(token) ?? [])
    const done = await changePeople(db, actor, organisationId, (tx, now) =>
      work(tx, now, organisationId, ids),
    )
    return { done, left: new Set(tokens).size - done }
  }
  return {
    resend: (actor, chosen) =>
      deal(actor, chosen, async (tx, now, organisationId, ids) => {
        const { rows } = await resent(tx, organisationId, ids)
        const entries = rows.map(({ id, email }) => ({
          kind: 'RESEND_INVITATION' as const,
          organisationId,
          subject: invitationSubject(id),
          detail: { email },
        }))
        await recordBy(tx, now, entries)
        await sendInvitations(tx, now, rows)
        return rows.length
      }),
    remove: (actor, chosen) =>
      deal(actor, chosen, async (tx, now, organisationId, ids) => {
        const { rows } = await removed(tx, organisationId, ids)
        const entries = rows.map(({ id, email, groupId }) => ({
          kind: 'DELETE_INVITATION' as const,
          organisationId,
          subject: invitationSubject(id),
          detail: { email, groupId },
        }))
        await recordBy(tx, now, entries)
        return rows.length
      }),
  }
}
