import { sql } from 'kysely'
import type { Term } from '../../../shared/finding/search.ts'
import { plainText, type RichText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import {
  type Candidate,
  type FoundPart,
  foundAmong,
  MAX_CANDIDATES,
  mayHold,
  NOTHING_FOUND,
} from '../../platform/finding/index.ts'
import { entityAddress } from '../funds/index.ts'
import { wordsOf } from './listStore.ts'
import { type LogRow, logsSeen } from './logStore.ts'
import { readerOf } from './policy.ts'
import { isAskedFor, WHOLE_FOR } from './questionStore.ts'

/** Logs of one statement: each has its part in it, since each has its own reader. */
const LOGS = 50
/** Characters of a question that stand for it. */
const TITLE = 120

interface Row {
  id: string
  logId: string
  number: number | null
  followUp: number
  body: RichText | null
  answer: RichText | null
}

/**
 * Asked questions of all logs of an organisation that are for the actor, with the answers that are (FIND-14, QA-42): the
 * questions of other parties are searched neither by their words nor by those of their answers.
 */
export async function findQuestions(
  db: Connection,
  actor: Actor,
  { organisationId, terms }: { organisationId: string; terms: readonly Term[] },
  page: { limit: number; offset: number },
): Promise<FoundPart> {
  const logs = await logsSeen(db, actor, [organisationId])
  if (logs.length === 0) return NOTHING_FOUND
  const candidates: Candidate[] = []
  for (let from = 0; from < logs.length; from += LOGS) {
    const some = logs.slice(from, from + LOGS)
    const { rows } = await sql<Row>`
      select * from (${sql.join(
        some.map((log) => questionsOf(actor, log, terms)),
        sql` union all `,
      )}) as found order by found."createdAt" desc, found.id limit ${MAX_CANDIDATES}`.execute(db)
    const byId = new Map(some.map((log) => [log.id, log]))
    for (const row of rows) {
      const log = byId.get(row.logId)
      if (log) candidates.push(candidateOf(row, log))
    }
  }
  return foundAmong(candidates, terms, page)
}

/** SQL: the questions of a log that are for the actor and may hold the terms. */
function questionsOf(actor: Actor, log: LogRow, terms: readonly Term[]) {
  const reader = readerOf(actor, log)
  const words = sql<string>`concat_ws(' ', ${wordsOf('q.body')},
    case when answer.revision > 0 then ${wordsOf('answer.body')} end)`
  return sql`(
    select q.id, q.log_id as "logId", ${WHOLE_FOR(reader)} as number, q.follow_up as "followUp", q.body,
      case when answer.revision > 0 then answer.body end as answer, q.created_at as "createdAt"
    from question q
      left join question_answer answer on answer.question_id = q.id and ${reader.answers}::boolean
    where q.log_id = ${log.id} and ${isAskedFor(reader)} and ${mayHold(words, terms)}
    order by q.created_at desc, q.id limit ${MAX_CANDIDATES})`
}

function candidateOf(
  { id, number, followUp, body, answer }: Row,
  { id: logId, name, place, entity }: LogRow,
): Candidate {
  const which = followUp > 0 ? `${number}.${followUp}` : String(number)
  const asked = plainText(body)
  const line = asked.replace(/\s+/g, ' ').trim()
  return {
    id,
    title:
      line.length > TITLE ? `${line.slice(0, TITLE).replace(/\s\S*$/, '')}…` : line || `Question ${which}`,
    place: `${entity.name} / ${name} / Question ${which}`,
    path: `${entityAddress(place, entity.slug)}/q-and-a?${new URLSearchParams({ logId, question: which })}`,
    text: [asked, plainText(answer)].join('\n'),
  }
}
