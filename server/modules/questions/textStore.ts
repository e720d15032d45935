import { type RawBuilder, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts'
import type { RichText } from '../../../shared/richText.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

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
const QUIET_MS = 5 * MINUTE_MS

/** What a text that was written means to others. */
export interface WriteResult {
  /** Those whom it concerns are to be notified now (NOTIF-17). */
  isNews: boolean
  /** The same person wrote here a moment ago: texts save themselves while they are typed. */
  isContinued: boolean
}

const stored = (text: RichText | null): RawBuilder<unknown> =>
  sql`${text === null ? null : JSON.stringify(text)}::jsonb`
const momentOf = (at: Date | undefined): RawBuilder<Date> =>
  sql<Date>`coalesce(${at ?? null}::timestamptz, now())`

/** SQL: whether a person wrote a text last, a moment ago. */
const continuedBy = (by: string, writer: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${writer} = ${by} and ${at} > now() - make_interval(secs => ${QUIET_MS / 1000}), false)`

/** Whether those who answer are to be notified: as soon as what was asked has a text, unless they were before. */
export async function isNewsOf(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update question set announced_at = now()
    where id = ${id} and announced_at is null and not is_draft and body is not null returning id`.execute(tx)
  return rows.length > 0
}

/** Keeps the version before where it comes from before versions were kept, then the one that stands there now (QA-47). */
async function keepText(tx: Tx, questionId: string, ofAnswer: boolean): Promise<void> {
  const source = ofAnswer
    ? sql`select body, body_by as by, modified_at as at from question_answer where question_id = ${questionId}`
    : sql`select body, body_by as by, coalesce(body_at, modified_at) as at from question where id = ${questionId}`
  await sql`
    insert into question_text (question_id, of_answer, body, person_id, at)
    select ${questionId}, ${ofAnswer}, body, by, at from (${source}) as now`.execute(tx)
}

const keepFirst = async (tx: Tx, questionId: string, ofAnswer: boolean): Promise<void> => {
  const { rows } = await sql`
    select from question_text where question_id = ${questionId} and of_answer = ${ofAnswer} limit 1`.execute(
    tx,
  )
  const { rows: known } = ofAnswer
    ? await sql`select from question_answer where question_id = ${questionId} and revision > 0`.execute(tx)
    : await sql`select from question where id = ${questionId} and body is not null and not is_draft`.execute(
        tx,
      )
  if (rows.length === 0 && known.length > 0) await keepText(tx, questionId, ofAnswer)
}

/** Keeps the text with which a draft is asked. */
export const keepAsked = (tx: Tx, questionId: string): Promise<void> => keepText(tx, questionId, false)

/** Writes what is changed; of what was asked each version of the text is kept. */
export async function updateQuestionRow(
  tx: Tx,
  { id, isDraft }: { id: string; isDraft: boolean },
  { body, isClosed, isPriority, at }: QuestionChange,
): Promise<WriteResult> {
  const moment = momentOf(at)
  const { rows: before } = body
    ? await sql<{ isContinued: boolean }>`
        select ${continuedBy(body.by, sql`body_by`, sql`body_at`)} as "isContinued"
        from question where id = ${id}`.execute(tx)
    : { rows: [] }
  if (body && !isDraft) await keepFirst(tx, id, false)
  await sql`
    update question set modified_at = ${moment},
      is_closed = coalesce(${isClosed ?? null}::boolean, is_closed),
      is_priority = coalesce(${isPriority ?? null}::boolean, is_priority)
      ${
        body
          ? sql`, body = ${stored(body.text)}, body_revision = body_revision + 1, body_by = ${body.by}, body_at = ${moment}`
          : sql``
      }
    where id = ${id}`.execute(tx)
  if (body && !isDraft) await keepText(tx, id, false)
  const isNews = body?.text ? await isNewsOf(tx, id) : false
  return { isNews, isContinued: before[0]?.isContinued ?? false }
}

/** Milliseconds after which a further change of an answer is notified again. */
const ANNOUNCED_AGAIN_MS = HOUR_MS

/** An answer as it is written. */
export interface NewAnswer {
  text: RichText | null
  by: string
  /** Now by default. */
  at?: Date | undefined
}

/** Publishes an answer and keeps the version; those who see the log are notified, but not again within an hour. */
export async function writeAnswer(
  tx: Tx,
  questionId: string,
  { text, by, at }: NewAnswer,
): Promise<WriteResult> {
  const moment = momentOf(at)
  const { rows: before } = await sql<{ isContinued: boolean }>`
    select ${continuedBy(by, sql`body_by`, sql`modified_at`)} as "isContinued"
    from question_answer where question_id = ${questionId} and revision > 0`.execute(tx)
  const isContinued = before[0]?.isContinued ?? false
  await keepFirst(tx, questionId, true)
  await sql`
    insert into question_answer as answer (id, question_id, body, revision, body_by, created_at, modified_at)
    values (${newId()}, ${questionId}, ${stored(text)}, 1, ${by}, ${moment}, ${moment})
    on conflict (question_id) do update set body = excluded.body, revision = answer.revision + 1,
      created_at = case when answer.revision = 0 then excluded.created_at else answer.created_at end,
      body_by = excluded.body_by, modified_at = excluded.modified_at`.execute(tx)
  await keepText(tx, questionId, true)
  if (text === null) return { isNews: false, isContinued }
  const { rows } = await sql`
    update question_answer set announced_at = now() where question_id = ${questionId}
      and (announced_at is null or announced_at < now() - make_interval(secs => ${ANNOUNCED_AGAIN_MS / 1000}))
    returning id`.execute(tx)
  return { isNews: rows.length > 0, isContinued }
}

/** Writes what stands beside the answer until it is published (QA-44); null removes it. No reader's times move. */
export async function writeAnswerDraft(tx: Tx, questionId: string, text: RichText | null): Promise<void> {
  await sql`
    insert into question_answer as answer (id, question_id, draft, draft_revision)
    values (${newId()}, ${questionId}, ${stored(text)}, 1)
    on conflict (question_id) do update set draft = excluded.draft, draft_revision = answer.draft_revision + 1`.execute(
    tx,
  )
}

/** A version of a question's text or of its answer (QA-47). */
export interface TextRow {
  questionId: string
  ofAnswer: boolean
  body: RichText | null
  personId: string | null
  at: Date
}

/**
 * Texts and answers of questions as they were right before a moment, by question: null where there was none yet. What is in
 * neither map was never changed since its versions are kept, and is as it was.
 */
export async function textsBefore(
  db: Connection,
  questionIds: readonly string[],
  moment: string,
): Promise<{ questions: Map<string, RichText | null>; answers: Map<string, RichText | null> }> {
  const { rows } = await sql<Pick<TextRow, 'questionId' | 'ofAnswer' | 'body'>>`
    select asked.id as "questionId", part.of_answer as "ofAnswer", kept.body
    from unnest(${questionIds}::uuid[]) as asked (id) cross join (values (false), (true)) as part (of_answer)
    left join lateral (
      select body from question_text text
      where text.question_id = asked.id and text.of_answer = part.of_answer and text.at < ${moment}::timestamptz
      order by text.id desc limit 1) as kept on true
    where exists (
      select from question_text text where text.question_id = asked.id and text.of_answer = part.of_answer)`.execute(
    db,
  )
  const of = (isAnswer: boolean) =>
    new Map(
      rows.flatMap(({ questionId, ofAnswer, body }) => (ofAnswer === isAnswer ? [[questionId, body]] : [])),
    )
  return { questions: of(false), answers: of(true) }
}

/** Versions of one question that are read. */
const MAX_TEXTS = 200

/** The newest versions of the texts of questions, which the caller has shown to be for the deal team; the newest first. */
export async function textsOf(
  db: Connection,
  questionIds: readonly string[],
): Promise<Map<string, TextRow[]>> {
  const { rows } = await sql<TextRow>`
    select kept.* from unnest(${questionIds}::uuid[]) as asked (id), lateral (
      select question_id as "questionId", of_answer as "ofAnswer", body, person_id as "personId", at
      from question_text where question_id = asked.id order by id desc limit ${MAX_TEXTS}) as kept`.execute(
    db,
  )
  return Map.groupBy(rows, ({ questionId }) => questionId)
}
