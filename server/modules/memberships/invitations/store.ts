import { type RawBuilder, sql } from 'kysely'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { newId } from '../../../platform/ids.ts'

/** An invitation, or a member of the organisation by what they are called now (PPL-29, PPL-30). */
export interface InvitationRow {
  id: string
  organisationId: string
  /** Null while it waits. */
  personId: string | null
  email: string
  firstName: string
  lastName: string
  title: string | null
  /** Of a member. */
  companyName: string | null
  /** Where a waiting one leads; null where that group is gone. */
  groupId: string | null
  invitedBy: string | null
  sentAt: Date
  acceptedAt: Date | null
  revision: number
}

const COLUMNS = sql`
  i.id, i.organisation_id as "organisationId", i.person_id as "personId", i.email, i.first_name as "firstName",
  i.last_name as "lastName", i.title, i.company_name as "companyName", i.group_id as "groupId", i.invited_by as "invitedBy", i.sent_at as "sentAt",
  i.accepted_at as "acceptedAt", i.revision`

const NAME = [sql`i.last_name collate name_order`, sql`i.first_name collate name_order`] as const
/** Each has an index. */
const ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  name: NAME,
  email: [sql`i.email collate name_order`],
  accepted: [sql`i.is_accepted`, ...NAME],
  existing_user__company__name: [sql`i.company_name collate name_order`, ...NAME],
}
/** What the list of people may be sorted by (PPL-05). */
export const ORDERINGS = Object.keys(ORDERS)

export interface InvitationQuery {
  /** In name, e-mail and company. */
  search: string | null
  accepted: boolean | null
  ordering: Ordering
  limit: number
  offset: number
}

export interface Counts {
  accepted: number
  waiting: number
}

/** A page of an organisation's people. The caller has checked that the actor administers them. */
export async function invitationPage(
  db: Connection,
  organisationId: string,
  { search, accepted, ordering, limit, offset }: InvitationQuery,
): Promise<{ count: number; invitations: InvitationRow[] }> {
  const pattern = search === null ? null : `%${escapeLike(search.toLowerCase())}%`
  const matching = sql`
    from invitation i where i.organisation_id = ${organisationId}
      ${accepted === null ? sql`` : sql`and i.is_accepted = ${accepted}`}
      ${pattern === null ? sql`` : sql`and i.search_key like ${pattern}`}`
  const direction = ordering.descending ? sql`desc` : sql`asc`
  const by = [...(ORDERS[ordering.by] ?? NAME), sql`i.id`].map((each) => sql`${each} ${direction}`)
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} ${matching} order by ${sql.join(by)} limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*) as count ${matching}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, invitations: rows }
}

export async function countInvitations(db: Connection, organisationId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where is_accepted) as accepted, count(*) filter (where not is_accepted) as waiting
    from invitation where organisation_id = ${organisationId}`.execute(db)
  return rows[0] ?? { accepted: 0, waiting: 0 }
}

/** An invitation of an organisation; the caller has checked that the actor administers it. */
export async function invitationOf(
  db: Connection,
  organisationId: string,
  id: string,
): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} from invitation i where i.id = ${id} and i.organisation_id = ${organisationId}`.execute(
    db,
  )
  return rows[0] ?? null
}

/**
 * An invitation that waits, for whoever has its token and for the mail about it; null once it was accepted or deleted.
 * @param lock so that it is neither changed nor deleted until the transaction ends
 */
export async function waitingInvitation(
  db: Connection,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} from invitation i where i.id = ${id} and i.person_id is null
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** The newest invitation into a group that waits for whoever has the e-mail; null for none. */
export async function newestWaiting(db: Connection, email: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${COLUMNS} from invitation i where i.email = ${email} and i.person_id is null and i.group_id is not null
    order by i.sent_at desc, i.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** The invitations that wait for a group. */
export async function waitingInto(db: Connection, groupId: string): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from invitation where group_id = ${groupId} and person_id is null`.execute(db)
  return rows
}

/** Which of the addresses an organisation has invited already, or has as members (PPL-14). */
export async function invitedAmong(
  db: Connection,
  organisationId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from invitation where organisation_id = ${organisationId}
      and email = any(${emails}::text[])`.execute(db)
  return new Set(rows.map(({ email }) => email))
}

export type NewInvitation = Pick<
  InvitationRow,
  'organisationId' | 'email' | 'firstName' | 'lastName' | 'title' | 'groupId' | 'invitedBy' | 'sentAt'
>

/** @returns their ids, in the same order */
export async function insertInvitations(tx: Tx, invitations: readonly NewInvitation[]): Promise<string[]> {
  const rows = invitations.map((each) => ({
    id: newId(),
    organisation_id: each.organisationId,
    email: each.email,
    first_name: each.firstName,
    last_name: each.lastName,
    title: each.title,
    group_id: each.groupId,
    invited_by: each.invitedBy,
    sent_at: each.sentAt,
  }))
  await tx.insertInto('invitation').values(rows).execute()
  return rows.map(({ id }) => id)
}

export async function updateInvitation(
  tx: Tx,
  { id, ...values }: Pick<InvitationRow, 'id' | 'firstName' | 'lastName' | 'title' | 'groupId' | 'revision'>,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({
      first_name: values.firstName,
      last_name: values.lastName,
      title: values.title,
      group_id: values.groupId,
      revision: values.revision,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteInvitation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invitation').where('id', '=', id).execute()
}

/**
 * Records that an invitation is sent once more, unless it was sent so often within the window already.
 * @returns 0, or how many seconds to wait
 */
export async function recordSending(
  tx: Tx,
  id: string,
  { mails, withinMs }: { mails: number; withinMs: number },
): Promise<number> {
  const { rows } = await sql<{ waitMs: number }>`
    select case when sends < ${mails} then 0
      else (extract(epoch from sent_at - clock_timestamp()) * 1000)::float8 + ${withinMs}::float8 end as "waitMs"
    from invitation where id = ${id}`.execute(tx)
  const waitMs = rows[0]?.waitMs ?? 0
  if (waitMs > 0) return Math.ceil(waitMs / 1000)
  await sql`
    update invitation set sent_at = clock_timestamp(),
      sends = case when sent_at < clock_timestamp() - make_interval(secs => ${withinMs / 1000}) then 1 else sends + 1 end
    where id = ${id}`.execute(tx)
  return 0
}

/** The groups of invitations: where a waiting one leads, of a member all of theirs in the organisation, by name. */
export async function groupsOfInvitations(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }[]>> {
  const { rows } = await sql<{ invitationId: string; id: string; name: string }>`
    select joined."invitationId", g.id, g.name from (
      select i.id as "invitationId", i.organisation_id, m.group_id from invitation i
        join membership m on m.person_id = i.person_id where i.id = any(${ids}::uuid[])
      union all
      select i.id, i.organisation_id, i.group_id from invitation i
      where i.id = any(${ids}::uuid[]) and i.group_id is not null) joined
    join user_group g on g.id = joined.group_id and g.organisation_id = joined.organisation_id
    order by g.name collate name_order, g.id`.execute(db)
  const groups = new Map<string, { id: string; name: string }[]>()
  for (const { invitationId, ...group } of rows) {
    groups.set(invitationId, [...(groups.get(invitationId) ?? []), group])
  }
  return groups
}
