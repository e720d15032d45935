import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Waiting, WaitingAsked } from '../waiting/index.ts'
import { logsSeen } from './logStore.ts'
import { editsAnswers, readerOf } from './policy.ts'

interface Found {
  logId: string
  /** Open questions without an answer. */
  open: number
  openAt: Date | null
  /** Answers to questions of the reader that they have not been given yet. */
  answered: number
  answeredAt: Date | null
}

/** Questions to answer, and answers to the actor's own, by log (NEW-04): of all logs in two statements. */
export async function waitingQuestions(
  db: Connection,
  { actor, organisationId }: WaitingAsked,
): Promise<Waiting[]> {
  const logs = await logsSeen(db, actor, organisationId)
  const found = await countsOf(db, actor, logs)
  return logs.flatMap((log) => {
    const counts = found.get(log.id)
    if (!counts) return []
    const area = log.place.kind === 'portfolio' ? 'portfolios' : 'holding-company'
    const at = {
      place: `${log.entity.name}, ${log.name}`,
      path: `/${area}/${log.entity.slug}/q-and-a?logId=${log.id}`,
    }
    const { open, openAt, answered, answeredAt } = counts
    return [
      ...(openAt
        ? [
            {
              kind: 'QUESTION_TO_ANSWER' as const,
              title: open === 1 ? '1 question to answer' : `${open} questions to answer`,
              ...at,
              count: open,
              at: openAt,
            },
          ]
        : []),
      ...(answeredAt
        ? [
            {
              kind: 'ANSWER_TO_ME' as const,
              title: answered === 1 ? '1 answer to your question' : `${answered} answers to your questions`,
              ...at,
              count: answered,
              at: answeredAt,
            },
          ]
        : []),
    ]
  })
}

/** Each log by what its reader may see and do there, as `isAskedFor` says of one. */
async function countsOf(
  db: Connection,
  actor: Actor,
  logs: Awaited<ReturnType<typeof logsSeen>>,
): Promise<Map<string, Found>> {
  if (logs.length === 0) return new Map()
  const asked = logs.map((log) => {
    const { answers, party, eachParty } = readerOf(actor, log)
    return {
      id: log.id,
      edits: editsAnswers(actor, log.place),
      answers,
      all: !eachParty || party.isDealTeam,
      groups: party.groupIds,
    }
  })
  const isOpen = sql<boolean>`(reader.edits and not q.is_closed and answer.body is null)`
  const isAnswered = sql<boolean>`
    (reader.answers and q.asked_by = ${actor.personId} and answer.body is not null
      and coalesce(seen.viewed_at < answer.modified_at, true))`
  const { rows } = await sql<Found>`
    select reader.id as "logId",
      count(*) filter (where ${isOpen}) as open, max(q.created_at) filter (where ${isOpen}) as "openAt",
      count(*) filter (where ${isAnswered}) as answered,
      max(answer.modified_at) filter (where ${isAnswered}) as "answeredAt"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as reader(id uuid, edits boolean, answers boolean, "all" boolean, groups uuid[])
      join question q on q.log_id = reader.id and not q.is_draft
        and (reader.all or q.reader_ids is null or q.reader_ids && reader.groups)
        and (reader.edits and not q.is_closed or q.asked_by = ${actor.personId})
      left join question_answer answer on answer.question_id = q.id and answer.revision > 0
      left join question_view seen on seen.question_id = q.id and seen.person_id = ${actor.personId}
    group by reader.id`.execute(db)
  return new Map(rows.map((row) => [row.logId, row]))
}
