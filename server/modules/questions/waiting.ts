import { sql } from 'kysely'
import { formatCount } from '../../../shared/format/number.ts'
import { type Actor, organisationIdsOf } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'
import type { Connection } from '../../platform/database/database.ts'
import { entityAddress, seesEntity } from '../funds/index.ts'
import { byPerson, type Waiting, type WaitingAsked, type WaitingByPerson } from '../waiting/index.ts'
import { type LogRow, logFactsOf, logsSeen } from './logStore.ts'
import { editsAnswers, type LogAccess, readerOf, seesLog } from './policy.ts'

/** A log that somebody sees. */
interface SeenLog {
  actor: Actor
  log: LogAccess & Pick<LogRow, 'id' | 'name' | 'entity'>
}

interface Found {
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
  // Staff see the logs of all organisations, and answer in those that they are members of.
  const ids = organisationIdsOf(actor).filter((id) => organisationId === null || id === organisationId)
  const seen = (await logsSeen(db, actor, ids)).map((log) => ({ actor, log }))
  return (await linesOf(db, seen)).flatMap(({ waiting }) => waiting)
}

/** The same of one room for each of the readers. */
export async function waitingQuestionsIn(
  db: Connection,
  { readers, place }: { readers: readonly Actor[]; place: EntityPlace },
): Promise<WaitingByPerson> {
  const logs = await logFactsOf(db, place)
  const seen = [...logs].flatMap(([id, log]) =>
    readers
      .filter((actor) => log.enabled && seesEntity(actor, log.place, log.status) && seesLog(actor, log))
      .map((actor) => ({ actor, log: { ...log, id } })),
  )
  return byPerson(await linesOf(db, seen))
}

async function linesOf(
  db: Connection,
  seen: readonly SeenLog[],
): Promise<{ personId: string; waiting: Waiting[] }[]> {
  const found = await countsOf(db, seen)
  return seen.map(({ actor: { personId }, log }) => {
    const counts = found.get(`${personId} ${log.id}`)
    return { personId, waiting: counts ? waitingIn(log, counts) : [] }
  })
}

function waitingIn({ id, name, place, entity }: SeenLog['log'], found: Found): Waiting[] {
  const { open, openAt, answered, answeredAt } = found
  const there = {
    place: `${entity.name}, ${name}`,
    path: `${entityAddress(place, entity.slug)}/q-and-a?logId=${id}`,
  }
  const lines: Waiting[] = []
  if (openAt) {
    const title = `${formatCount(open, 'question')} to answer`
    lines.push({ kind: 'QUESTION_TO_ANSWER', title, ...there, count: open, at: openAt })
  }
  if (answeredAt) {
    const title = formatCount(answered, 'answer to your question', 'answers to your questions')
    lines.push({ kind: 'ANSWER_TO_ME', title, ...there, count: answered, at: answeredAt })
  }
  return lines
}

/** Each log by what its reader may see and do there, as `isAskedFor` says of one; by person and log. */
async function countsOf(db: Connection, seen: readonly SeenLog[]): Promise<Map<string, Found>> {
  if (seen.length === 0) return new Map()
  const asked = seen.map(({ actor, log }) => {
    const { answers, party, eachParty } = readerOf(actor, log)
    return {
      id: log.id,
      person_id: actor.personId,
      edits: editsAnswers(actor, log.place),
      answers,
      all: !eachParty || party.isDealTeam,
      groups: party.groupIds,
    }
  })
  const isOpen = sql<boolean>`(reader.edits and not q.is_closed and answer.body is null)`
  const isAnswered = sql<boolean>`
    (reader.answers and q.asked_by = reader.person_id and answer.body is not null
      and coalesce(seen.viewed_at < answer.modified_at, true))`
  const { rows } = await sql<Found & { key: string }>`
    select reader.person_id || ' ' || reader.id as key,
      count(*) filter (where ${isOpen}) as open, max(q.created_at) filter (where ${isOpen}) as "openAt",
      count(*) filter (where ${isAnswered}) as answered,
      max(answer.modified_at) filter (where ${isAnswered}) as "answeredAt"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as reader(id uuid, person_id uuid, edits boolean, answers boolean, "all" boolean, groups uuid[])
      join question q on q.log_id = reader.id and not q.is_draft
        and (reader.all or q.reader_ids is null or q.reader_ids && reader.groups)
        and (reader.edits and not q.is_closed or q.asked_by = reader.person_id)
      left join question_answer answer on answer.question_id = q.id and answer.revision > 0
      left join question_view seen on seen.question_id = q.id and seen.person_id = reader.person_id
    group by reader.person_id, reader.id`.execute(db)
  return new Map(rows.map(({ key, ...found }) => [key, found]))
}
