import { sql } from 'kysely'
import { plainText, type RichText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import type { HeldSpan, Interval } from '../../access/pastSpans.ts'
import type { EntityPlace } from '../../access/reach.ts'
import type { Connection } from '../../platform/database/database.ts'
import { namesByIds } from '../accounts/index.ts'
import { NOBODY } from '../activity/index.ts'
import {
  administersLogs,
  type LogAccess,
  type QuestionReader,
  readerOf,
  seesAnswers,
  seesLog,
} from './policy.ts'
import { isAskedFor, questionsByIds } from './questionStore.ts'
import { textsBefore } from './textStore.ts'

/** A question with its answer, for a certificate. */
export interface CertifiedQuestion {
  id: string
  logId: string
  /** Of the question that it follows up. */
  parentId: string | null
  isClosed: boolean
  isPriority: boolean
  body: RichText | null
  answerBody: RichText | null
  log: string
  number: string
  askedAt: Date
  /** Null where the reader is not told. */
  askedBy: string | null
  question: string
  answeredAt: Date | null
  answer: string | null
}

/** Whether the actor knows all logs of a room with their answers, so that a certificate may tell them of these. */
export const knowsQuestions = (actor: Actor, place: EntityPlace): boolean =>
  administersLogs(actor, place) && seesAnswers(actor, place)

const PORTION = 200

/** A log of a room. */
export interface CertifiedLog extends LogAccess {
  id: string
  name: string
}

async function logsOf(db: Connection, place: EntityPlace & { kind: 'portfolio' }): Promise<CertifiedLog[]> {
  const { rows } = await sql<Omit<CertifiedLog, 'place'>>`
    select log.id, log.name, log.restricted, log.each_party as "eachParty",
      array(select link.group_id from question_log_group link where link.log_id = log.id) as "groupIds"
    from question_log log where log.portfolio_id = ${place.portfolioId} order by log.created_at, log.id`.execute(
    db,
  )
  return rows.map((log) => ({ ...log, place }))
}

/** Who reads a log in an interval, and until when: the last of the spans in which they saw it. */
function readingOf(
  log: CertifiedLog,
  spans: readonly HeldSpan[],
): { reader: QuestionReader; to: string } | null {
  const last = spans.findLast(({ holder }) => holder !== null && seesLog(holder.actor, log))
  if (!last?.holder) return null
  // What a group could see is what any member of it could.
  return { reader: { ...readerOf(last.holder.actor, log), personId: NOBODY }, to: last.to }
}

/** Logs of a room that a reader saw, in their order. */
export const certifiedLogs = async (
  db: Connection,
  place: EntityPlace & { kind: 'portfolio' },
  held: readonly HeldSpan[],
): Promise<CertifiedLog[]> => (await logsOf(db, place)).filter((log) => readingOf(log, held) !== null)

/**
 * Questions that were asked or answered in an interval, with what of them a reader was told by its end, log by log (PROOF-07):
 * what was written since is in none of them.
 * @param held what the reader held, span by span
 */
export async function* certifiedQuestions(
  db: Connection,
  place: EntityPlace & { kind: 'portfolio' },
  held: readonly HeldSpan[],
  { from }: Pick<Interval, 'from'>,
): AsyncGenerator<CertifiedQuestion[]> {
  for (const log of await logsOf(db, place)) {
    const reading = readingOf(log, held)
    if (!reading) continue
    const { reader, to } = reading
    for (let after: string | null = null; ; ) {
      const { rows }: { rows: { id: string; isAnswered: boolean }[] } = await sql<{
        id: string
        isAnswered: boolean
      }>`
        select q.id, coalesce(answer.created_at < ${to}::timestamptz, false) as "isAnswered"
        from question q left join question_answer answer on answer.question_id = q.id
        where q.log_id = ${log.id} and ${isAskedFor(reader)} and q.created_at < ${to}::timestamptz
          and (q.created_at >= ${from}::timestamptz
            or answer.created_at >= ${from}::timestamptz and answer.created_at < ${to}::timestamptz)
          and ${after === null ? sql`true` : sql`q.id > ${after}::uuid`}
        order by q.id limit ${PORTION}`.execute(db)
      if (rows.length === 0) break
      const answered = new Set(rows.flatMap(({ id, isAnswered }) => (isAnswered ? [id] : [])))
      const questions = await questionsByIds(
        db,
        rows.map(({ id }) => id),
        reader,
      )
      const former = await textsBefore(
        db,
        questions.map(({ id }) => id),
        to,
      )
      const names = await namesByIds(
        db,
        questions.flatMap(({ askedById }) => askedById ?? []),
      )
      yield questions.map(
        ({ id, parentId, isClosed, isPriority, number, createdAt, askedById, body, answer }) => {
          const given = answered.has(id) ? answer : null
          const text = former.questions.has(id) ? (former.questions.get(id) ?? null) : body
          const answerText = former.answers.has(id) ? (former.answers.get(id) ?? null) : (given?.body ?? null)
          return {
            id,
            logId: log.id,
            parentId,
            isClosed,
            isPriority,
            body: text,
            answerBody: given && answerText,
            log: log.name,
            number,
            askedAt: createdAt,
            askedBy: askedById === null ? null : (names.get(askedById) ?? null),
            question: plainText(text),
            answeredAt: given?.createdAt ?? null,
            answer: given && plainText(answerText),
          }
        },
      )
      after = rows.at(-1)?.id ?? null
    }
  }
}
