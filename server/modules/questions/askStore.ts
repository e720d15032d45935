import { sql } from 'kysely'
import { type Addressees, ownAddressees, type Party } from '../../access/parties.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** Whose a question is, for whom it is where each party sees its own, and its numbers for them. */
export interface Owned {
  askedBy: string | null
  /** Null for nobody's. */
  partyIds: readonly string[] | null
  readerIds: Addressees
  partyNumbers: readonly number[] | null
}

/** As SQL has them: null for everybody. */
const idsOf = (addressees: Addressees): readonly string[] | null =>
  addressees === 'EVERYBODY' ? null : addressees

/**
 * What somebody's question is to be: of their party, for it and the deal team, with the next number of each of its groups.
 * The caller holds the log's lock.
 */
export async function ownedBy(tx: Tx, logId: string, askedBy: string, party: Party): Promise<Owned> {
  const partyIds = ownAddressees(party)
  const partyNumbers = await nextNumbers(tx, logId, partyIds)
  return { askedBy, partyIds, readerIds: partyIds, partyNumbers }
}

/** What a question without party or name is to be (QA-48). The caller holds the log's lock. */
export const ownedByNobody = async (tx: Tx, logId: string): Promise<Owned> => ({
  askedBy: null,
  partyIds: null,
  readerIds: 'EVERYBODY',
  partyNumbers: await nextNumbers(tx, logId, 'EVERYBODY'),
})

/** The next number within each group, or the one of the deal team and of everybody; follow-ups take none. */
async function nextNumbers(tx: Tx, logId: string, readers: Addressees): Promise<number[]> {
  const ids = idsOf(readers)
  if (ids === null || ids.length === 0) {
    const { rows } = await sql<{ next: number }>`
      select coalesce(max(q.party_numbers[1]), 0) + 1 as next from question q
      where q.log_id = ${logId} and not q.is_draft and q.parent_id is null
        and ${ids === null ? sql`q.reader_ids is null` : sql`q.reader_ids = '{}'::uuid[]`}`.execute(tx)
    return rows.map(({ next }) => next)
  }
  const { rows } = await sql<{ next: number }>`
    select coalesce((select max(q.party_numbers[array_position(q.reader_ids, party.id)]) from question q
        where q.log_id = ${logId} and not q.is_draft and q.parent_id is null
          and q.reader_ids && array[party.id]), 0) + 1 as next
    from unnest(${ids}::uuid[]) with ordinality as party (id, place) order by party.place`.execute(tx)
  return rows.map(({ next }) => next)
}

export interface NewQuestion {
  logId: string
  parentId: string | null
  /** Null for a draft. */
  number: number | null
  followUp: number
  owned: Owned
  /** Now by default. */
  at?: Date | undefined
}

export async function insertQuestion(tx: Tx, { owned, ...question }: NewQuestion): Promise<string> {
  const id = newId()
  await sql`
    insert into question (id, log_id, parent_id, number, follow_up, is_draft, asked_by, party_ids, reader_ids,
      party_numbers, created_at, modified_at)
    select ${id}, ${question.logId}, ${question.parentId}, ${question.number}::integer, ${question.followUp},
      ${question.number === null}, ${owned.askedBy}, ${owned.partyIds}::uuid[], ${idsOf(owned.readerIds)}::uuid[],
      ${owned.partyNumbers}::integer[], moment, moment
    from (select coalesce(${question.at ?? null}::timestamptz, now()) as moment) as asked`.execute(tx)
  return id
}

/** Makes an asked question of a draft: its times begin, and nobody has seen it but who wrote it. */
export async function askDraft(
  tx: Tx,
  id: string,
  { owned, number, followUp }: Pick<NewQuestion, 'owned' | 'followUp'> & { number: number },
): Promise<void> {
  await sql`
    update question set is_draft = false, number = ${number}, follow_up = ${followUp},
      party_ids = ${owned.partyIds}::uuid[], reader_ids = ${idsOf(owned.readerIds)}::uuid[],
      party_numbers = ${owned.partyNumbers}::integer[], created_at = now(), modified_at = now(), body_at = now()
    where id = ${id}`.execute(tx)
}

export async function deleteQuestion(tx: Tx, id: string): Promise<void> {
  await sql`delete from question where id = ${id}`.execute(tx)
}

/** Drafts that a person has in a log; those of nothing that were left a day ago are gone. The caller holds the log's lock. */
export async function countDrafts(tx: Tx, logId: string, personId: string): Promise<number> {
  await sql`
    delete from question q where q.log_id = ${logId} and q.is_draft and q.asked_by = ${personId} and q.body is null
      and q.modified_at < now() - interval '1 day'`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from question q
    where q.log_id = ${logId} and q.is_draft and q.asked_by = ${personId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** For whom a question is, whose number a follow-up takes as well. */
export async function readersOf(
  tx: Tx,
  id: string,
): Promise<{ readerIds: readonly string[] | null; partyNumbers: readonly number[] | null }> {
  const { rows } = await sql<{ readerIds: readonly string[] | null; partyNumbers: readonly number[] | null }>`
    select reader_ids as "readerIds", party_numbers as "partyNumbers" from question where id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? { readerIds: null, partyNumbers: null }
}

/** The next place after a question's point, taken by this transaction, no lower one than that, and its number (QA-34). */
export async function takeFollowUp(
  tx: Tx,
  questionId: string,
  atLeast = 1,
): Promise<{ number: number; followUp: number }> {
  const { rows } = await sql<{ number: number; followUp: number }>`
    update question set last_follow_up = greatest(last_follow_up + 1, ${atLeast}::integer) where id = ${questionId}
    returning number, last_follow_up as "followUp"`.execute(tx)
  return rows[0] ?? { number: 0, followUp: 0 }
}

/** Questions and follow-ups that were asked. */
export interface QuestionCounts {
  /** In the log by anybody; in one of EACH_PARTY this is not told. */
  all: number
  /** By the party: of several groups, by the one that asked most. */
  party: number
  /** The same since midnight UTC. */
  today: number
}

/** By log, what has been asked in all, and by the party of these groups. */
export async function questionCounts(
  db: Connection,
  logs: readonly { id: string; groupIds: readonly string[] }[],
): Promise<Map<string, QuestionCounts>> {
  if (logs.length === 0) return new Map()
  const each = logs.map(
    ({ id, groupIds }) => sql`
    select ${id}::uuid as "logId", (select count(*) from question q where q.log_id = ${id} and not q.is_draft) as all,
      coalesce(max(own.asked), 0) as party, coalesce(max(own.today), 0) as today
    from unnest(${groupIds}::uuid[]) as party (id), lateral (
      select count(*) as asked, count(*) filter (
        where q.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') as today
      from question q where q.log_id = ${id} and not q.is_draft and q.party_ids && array[party.id]) as own`,
  )
  const { rows } = await sql<QuestionCounts & { logId: string }>`${sql.join(each, sql` union all `)}`.execute(
    db,
  )
  return new Map(rows.map(({ logId, ...asked }) => [logId, asked]))
}
