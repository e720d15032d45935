import { type RawBuilder, sql } from 'kysely'
import type { RichText } from '../../../shared/richText.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

export type QuestionFilter = 'OPEN' | 'CLOSED' | 'PRIORITY' | 'NEW' | 'ALL'

/** Of a log that the reader sees. */
export interface QuestionRow {
  id: string
  logId: string
  parentId: string | null
  /** Such as "3", or "3.1" for a follow-up. */
  number: string
  isClosed: boolean
  isPriority: boolean
  body: RichText | null
  bodyRevision: number
  createdAt: Date
  modifiedAt: Date
  /** By the reader. */
  firstViewedAt: Date | null
  viewedAt: Date | null
  /** Null without one, and where the reader may not see answers. */
  answer: AnswerRow | null
}

export interface AnswerRow {
  id: string
  body: RichText | null
  revision: number
  createdAt: Date
  modifiedAt: Date
}

export interface Counts {
  open: number
  closed: number
  priority: number
  new: number
  all: number
  answered: number | null
}

/** Who reads, and whether answers are for them (QA-31). */
export interface QuestionReader {
  personId: string
  answers: boolean
}

type StoredQuestion = Omit<QuestionRow, 'answer'> & {
  answerId: string | null
  answerBody: RichText | null
  answerRevision: number
  answerCreatedAt: Date
  answerModifiedAt: Date
}

/** SQL: question `q` with what its reader has seen, and its answer where that is for them. */
const QUESTION = ({ personId, answers }: QuestionReader) => sql`
  select q.id, q.log_id as "logId", q.parent_id as "parentId",
    q.number || case when q.follow_up > 0 then '.' || q.follow_up else '' end as number,
    q.is_closed as "isClosed", q.is_priority as "isPriority", q.body, q.body_revision as "bodyRevision",
    q.created_at as "createdAt", q.modified_at as "modifiedAt",
    seen.first_viewed_at as "firstViewedAt", seen.viewed_at as "viewedAt",
    answer.id as "answerId", answer.body as "answerBody", answer.revision as "answerRevision",
    answer.created_at as "answerCreatedAt", answer.modified_at as "answerModifiedAt"
  from question q
    left join question_view seen on seen.question_id = q.id and seen.person_id = ${personId}
    left join question_answer answer on answer.question_id = q.id and ${answers}::boolean`

function rowOf(stored: StoredQuestion): QuestionRow {
  const { answerId, answerBody, answerRevision, answerCreatedAt, answerModifiedAt, ...row } = stored
  if (answerId === null) return { ...row, answer: null }
  const answer = {
    id: answerId,
    body: answerBody,
    revision: answerRevision,
    createdAt: answerCreatedAt,
    modifiedAt: answerModifiedAt,
  }
  return { ...row, answer }
}

/** SQL: whether `q` is new to its reader, by `seen` (QA-21). */
const IS_NEW = sql<boolean>`coalesce(seen.first_viewed_at > now() - interval '1 day', true)`

const FILTERS: Readonly<Record<QuestionFilter, RawBuilder<boolean>>> = {
  OPEN: sql<boolean>`not q.is_closed`,
  CLOSED: sql<boolean>`q.is_closed`,
  PRIORITY: sql<boolean>`(q.is_priority and not q.is_closed)`,
  NEW: IS_NEW,
  ALL: sql<boolean>`true`,
}

export interface QuestionQuery {
  filter: QuestionFilter
  /** Without follow-ups. */
  parentsOnly?: boolean
  limit: number
  offset: number
}

/** SQL: questions of a log, with what the reader has seen of them where the filter asks for that. */
const chosen = (logId: string, { personId }: QuestionReader, filter: QuestionFilter) => sql`
  question q ${
    filter === 'NEW'
      ? sql`left join question_view seen on seen.question_id = q.id and seen.person_id = ${personId}`
      : sql``
  }
  where q.log_id = ${logId} and ${FILTERS[filter]}`

/** The ids of a page of a log in order of number: found first, so that what is skipped is not joined. */
export async function pageIds(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  { filter, parentsOnly = false, limit, offset }: QuestionQuery,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id from ${chosen(logId, reader, filter)} ${parentsOnly ? sql`and q.follow_up = 0` : sql``}
    order by q.number, q.follow_up limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many of a filter's questions stand before a number such as "3.1"; null where it is none of them. */
export async function placeOf(
  db: Connection,
  logId: string,
  reader: QuestionReader,
  filter: QuestionFilter,
  number: { whole: number; followUp: number },
): Promise<number | null> {
  const { rows } = await sql<{ before: number; there: boolean | null }>`
    select count(*) filter (where (q.number, q.follow_up) < (${number.whole}, ${number.followUp})) as before,
      bool_or((q.number, q.follow_up) = (${number.whole}, ${number.followUp})) as there
    from ${chosen(logId, reader, filter)} and (q.number, q.follow_up) <= (${number.whole}, ${number.followUp})`.execute(
    db,
  )
  return rows[0]?.there ? rows[0].before : null
}

/** Questions that the reader sees, in order of number. */
export async function questionsByIds(
  db: Connection,
  ids: readonly string[],
  reader: QuestionReader,
): Promise<QuestionRow[]> {
  const { rows } = await sql<StoredQuestion>`
    ${QUESTION(reader)} where q.id = any(${ids}::uuid[]) order by q.number, q.follow_up`.execute(db)
  return rows.map(rowOf)
}

/** The ids of follow-ups of questions that the reader sees. */
export async function followUpIds(db: Connection, parentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id from question q where q.parent_id = any(${parentIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function questionById(
  db: Connection,
  id: string,
  reader: QuestionReader,
): Promise<QuestionRow | null> {
  const { rows } = await sql<StoredQuestion>`${QUESTION(reader)} where q.id = ${id}`.execute(db)
  return rows[0] ? rowOf(rows[0]) : null
}

/** The log of a question, whoever asks: its visibility is the question's. */
export async function logIdOf(db: Connection, questionId: string): Promise<string | null> {
  const { rows } = await sql<{ logId: string }>`
    select log_id as "logId" from question where id = ${questionId}`.execute(db)
  return rows[0]?.logId ?? null
}

export async function countsOf(db: Connection, logId: string, reader: QuestionReader): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where ${FILTERS.OPEN}) as open, count(*) filter (where ${FILTERS.CLOSED}) as closed,
      count(*) filter (where ${FILTERS.PRIORITY}) as priority, count(*) filter (where ${IS_NEW}) as new,
      count(*) as all, count(answer.body) as answered
    from question q
      left join question_view seen on seen.question_id = q.id and seen.person_id = ${reader.personId}
      left join question_answer answer on answer.question_id = q.id and ${reader.answers}::boolean
    where q.log_id = ${logId}`.execute(db)
  const found = rows[0] ?? { open: 0, closed: 0, priority: 0, new: 0, all: 0, answered: 0 }
  return { ...found, answered: reader.answers ? found.answered : null }
}

/**
 * Records that the reader was given these questions. The first moment stays, the second moves at the first view after a
 * change that they can see (QA-23); whoever is not shown answers learns nothing of their changes.
 */
export async function recordViews(
  db: Connection,
  { personId, answers }: QuestionReader,
  questionIds: readonly string[],
): Promise<void> {
  await sql`
    with given as (
      select q.id, greatest(q.modified_at, case when ${answers}::boolean then answer.modified_at end) as changed
      from question q left join question_answer answer on answer.question_id = q.id
      where q.id = any(${questionIds}::uuid[]))
    insert into question_view as seen (person_id, question_id)
    select ${personId}, given.id from given
      left join question_view known on known.question_id = given.id and known.person_id = ${personId}
    where known.question_id is null or known.viewed_at < given.changed
    order by given.id
    on conflict (person_id, question_id) do update set viewed_at = now()`.execute(db)
}

export interface NewQuestion {
  logId: string
  number: number
  parentId?: string
  followUp?: number
  /** Now by default. */
  at?: Date | undefined
}

export async function insertQuestion(tx: Tx, question: NewQuestion): Promise<string> {
  const id = newId()
  await tx
    .insertInto('question')
    .values({
      id,
      log_id: question.logId,
      number: question.number,
      parent_id: question.parentId ?? null,
      follow_up: question.followUp ?? 0,
      ...(question.at && { created_at: question.at, modified_at: question.at }),
    })
    .execute()
  return id
}

/** The next place after a question's point, taken by this transaction, and its number (QA-34). */
export async function takeFollowUp(
  tx: Tx,
  questionId: string,
): Promise<{ number: number; followUp: number }> {
  const { rows } = await sql<{ number: number; followUp: number }>`
    update question set last_follow_up = last_follow_up + 1 where id = ${questionId}
    returning number, last_follow_up as "followUp"`.execute(tx)
  return rows[0] ?? { number: 0, followUp: 0 }
}

/** What of a question is changed; what is absent stays. */
export interface QuestionChange {
  /** With who wrote it. */
  body?: { text: RichText | null; by: string }
  isClosed?: boolean
  isPriority?: boolean
  /** Now by default. */
  at?: Date | undefined
}

/** Milliseconds within which further changes of a text by the same person belong to the same writing. */
const QUIET_MS = 5 * 60_000

/** What a text that was written means to others. */
export interface WriteResult {
  /** Those whom it concerns are to be notified now (NOTIF-17). */
  isNews: boolean
  /** The same person wrote here a moment ago: texts save themselves while they are typed. */
  isContinued: boolean
}

/** SQL: whether a person wrote a text last, a moment ago. */
const continuedBy = (by: string, writer: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${writer} = ${by} and ${at} > now() - make_interval(secs => ${QUIET_MS / 1000}), false)`

/** Those who answer are notified as soon as it has a text, unless they were before. */
export async function updateQuestionRow(
  tx: Tx,
  id: string,
  { body, isClosed, isPriority, at }: QuestionChange,
): Promise<WriteResult> {
  const moment = sql`coalesce(${at ?? null}::timestamptz, now())`
  const { rows: before } = body
    ? await sql<{ isContinued: boolean }>`
        select ${continuedBy(body.by, sql`body_by`, sql`body_at`)} as "isContinued"
        from question where id = ${id}`.execute(tx)
    : { rows: [] }
  const announces = body?.text
    ? await sql`update question set announced_at = now() where id = ${id} and announced_at is null
        returning id`.execute(tx)
    : { rows: [] }
  await sql`
    update question set modified_at = ${moment},
      is_closed = coalesce(${isClosed ?? null}::boolean, is_closed),
      is_priority = coalesce(${isPriority ?? null}::boolean, is_priority)
      ${
        body
          ? sql`, body = ${body.text === null ? null : JSON.stringify(body.text)}::jsonb,
            body_revision = body_revision + 1, body_by = ${body.by}, body_at = ${moment}`
          : sql``
      }
    where id = ${id}`.execute(tx)
  return { isNews: announces.rows.length > 0, isContinued: before[0]?.isContinued ?? false }
}

/** Milliseconds after which a further change of an answer is notified again. */
const ANNOUNCED_AGAIN_MS = 3_600_000

/** Those who see the log are notified, but not again within an hour. */
export async function writeAnswer(
  tx: Tx,
  questionId: string,
  { text, by, at }: { text: RichText | null; by: string; at?: Date | undefined },
): Promise<WriteResult> {
  const moment = sql`coalesce(${at ?? null}::timestamptz, now())`
  const body = text === null ? null : JSON.stringify(text)
  const { rows: before } = await sql<{ isContinued: boolean }>`
    select ${continuedBy(by, sql`body_by`, sql`modified_at`)} as "isContinued"
    from question_answer where question_id = ${questionId}`.execute(tx)
  const isContinued = before[0]?.isContinued ?? false
  await sql`
    insert into question_answer as answer (id, question_id, body, revision, body_by, created_at, modified_at)
    values (${newId()}, ${questionId}, ${body}::jsonb, 1, ${by}, ${moment}, ${moment})
    on conflict (question_id) do update set body = excluded.body, revision = answer.revision + 1,
      body_by = excluded.body_by, modified_at = excluded.modified_at`.execute(tx)
  if (text === null) return { isNews: false, isContinued }
  const { rows } = await sql`
    update question_answer set announced_at = now() where question_id = ${questionId}
      and (announced_at is null or announced_at < now() - make_interval(secs => ${ANNOUNCED_AGAIN_MS / 1000}))
    returning id`.execute(tx)
  return { isNews: rows.length > 0, isContinued }
}
