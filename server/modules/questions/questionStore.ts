import { type RawBuilder, sql } from 'kysely'
import type { RichText } from '../../../shared/richText.ts'
import { rowIsFor } from '../../access/parties.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isOwnQuestion, type QuestionAccess, type QuestionReader, seesQuestion } from './policy.ts'

/** Of a log that the reader sees, as it is for them. */
export interface QuestionRow extends QuestionAccess {
  id: string
  logId: string
  parentId: string | null
  /** Such as "3", or "3.1" for a follow-up; empty for a draft. */
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
  /** Null before one is published, and where the reader may not see answers. */
  answer: AnswerRow | null
  /** Null where the reader is not of the deal team, and without one. */
  answerDraft: { body: RichText; revision: number } | null
  /** Id of who asked, where the reader is told (QA-46). */
  askedById: string | null
  /** Whether the reader may change it: of their party, or for the deal team (QA-45). */
  canChange: boolean
  /** Whether the reader is of the deal team. */
  isForDealTeam: boolean
}

export interface AnswerRow {
  id: string
  body: RichText | null
  revision: number
  createdAt: Date
  modifiedAt: Date
}

type StoredQuestion = QuestionAccess &
  Omit<QuestionRow, 'answer' | 'number' | 'answerDraft' | 'canChange' | 'isForDealTeam'> & {
    whole: number | null
    followUp: number
    partyNumbers: readonly number[] | null
    answerId: string | null
    answerBody: RichText | null
    answerRevision: number
    answerCreatedAt: Date
    answerModifiedAt: Date
    draft: RichText | null
    draftRevision: number
  }

/** SQL: question `q` with what its reader has seen, and its answer where that is for them. */
const QUESTION = ({ personId, answers, party }: QuestionReader) => sql`
  select q.id, q.log_id as "logId", q.parent_id as "parentId", q.number as whole, q.follow_up as "followUp",
    q.party_numbers as "partyNumbers", q.is_draft as "isDraft", q.asked_by as "askedById",
    coalesce(q.asked_by, case when q.party_ids is null then q.body_by end) as "ownerId",
    q.party_ids as "partyIds", q.reader_ids as "readerIds",
    q.is_closed as "isClosed", q.is_priority as "isPriority", q.body, q.body_revision as "bodyRevision",
    q.created_at as "createdAt", q.modified_at as "modifiedAt",
    seen.first_viewed_at as "firstViewedAt", seen.viewed_at as "viewedAt",
    case when answer.revision > 0 then answer.id end as "answerId", answer.body as "answerBody",
    answer.revision as "answerRevision", answer.created_at as "answerCreatedAt",
    answer.modified_at as "answerModifiedAt",
    case when ${party.isDealTeam}::boolean then answer.draft end as draft, answer.draft_revision as "draftRevision"
  from question q
    left join question_view seen on seen.question_id = q.id and seen.person_id = ${personId}
    left join question_answer answer on answer.question_id = q.id and ${answers}::boolean`

/** The number by which the reader knows a question: in a log of EACH_PARTY that of their party (QA-42). */
function wholeFor(
  { party, eachParty }: QuestionReader,
  { whole, partyNumbers, readerIds }: Pick<StoredQuestion, 'whole' | 'partyNumbers' | 'readerIds'>,
): number | null {
  if (!eachParty || !partyNumbers) return whole
  const own = readerIds?.findIndex((id) => party.groupIds.includes(id)) ?? -1
  return partyNumbers[Math.max(own, 0)] ?? whole
}

/** SQL: the same of `q`. */
export const WHOLE_FOR = ({ party, eachParty }: QuestionReader): RawBuilder<number> =>
  eachParty
    ? sql<number>`coalesce((select own.number from unnest(q.reader_ids, q.party_numbers) as own (id, number)
        where own.id = any(${party.groupIds}::uuid[]) limit 1), q.party_numbers[1], q.number)`
    : sql<number>`q.number`

function rowOf(stored: StoredQuestion, reader: QuestionReader): QuestionRow {
  const { answerId, answerBody, answerRevision, answerCreatedAt, answerModifiedAt, ...rest } = stored
  const { whole, followUp, partyNumbers: _numbers, draft, draftRevision, ...row } = rest
  const shown = wholeFor(reader, stored)
  const isOwn = isOwnQuestion(reader, row)
  return {
    ...row,
    number: shown === null ? '' : followUp > 0 ? `${shown}.${followUp}` : String(shown),
    askedById: isOwn ? row.askedById : null,
    canChange: isOwn && reader.edits,
    isForDealTeam: reader.party.isDealTeam,
    answer:
      answerId === null || !reader.answers
        ? null
        : {
            id: answerId,
            body: answerBody,
            revision: answerRevision,
            createdAt: answerCreatedAt,
            modifiedAt: answerModifiedAt,
          },
    answerDraft:
      draft === null || !reader.party.isDealTeam || !reader.answers
        ? null
        : { body: draft, revision: draftRevision },
  }
}

/** SQL: whether asked question `q` is for the reader, as `seesQuestion` says of one. */
export const isAskedFor = ({ party, eachParty }: QuestionReader): RawBuilder<boolean> =>
  eachParty
    ? sql<boolean>`(not q.is_draft and ${rowIsFor(party, 'q.reader_ids')})`
    : sql<boolean>`not q.is_draft`

/** SQL: whether `q` is a draft of the reader. */
export const isDraftOf = ({ personId }: QuestionReader): RawBuilder<boolean> =>
  sql<boolean>`(q.is_draft and q.asked_by = ${personId})`

/** Questions among the ids that are for the reader, in the order of the ids. */
export async function questionsByIds(
  db: Connection,
  ids: readonly string[],
  reader: QuestionReader,
): Promise<QuestionRow[]> {
  const { rows } = await sql<StoredQuestion>`
    ${QUESTION(reader)} where q.id = any(${ids}::uuid[]) and (${isAskedFor(reader)} or ${isDraftOf(reader)})
    order by array_position(${ids}::uuid[], q.id)`.execute(db)
  return rows.map((row) => rowOf(row, reader))
}

/** Null where it is not for the reader. */
export async function questionById(
  db: Connection,
  id: string,
  reader: QuestionReader,
): Promise<QuestionRow | null> {
  const { rows } = await sql<StoredQuestion>`${QUESTION(reader)} where q.id = ${id}`.execute(db)
  const [row] = rows
  return row && seesQuestion(reader, row) ? rowOf(row, reader) : null
}

/** A question as it is for each of many readers, read once: for mails. Null where there is none. */
export async function questionForReaders(
  db: Connection,
  id: string,
): Promise<{
  facts: Pick<QuestionRow, 'askedById' | 'partyIds'>
  as: (reader: QuestionReader) => QuestionRow | null
} | null> {
  const everything: QuestionReader = {
    personId: id,
    answers: true,
    edits: false,
    party: { isDealTeam: true, groupIds: [] },
    eachParty: false,
  }
  const { rows } = await sql<StoredQuestion>`${QUESTION(everything)} where q.id = ${id}`.execute(db)
  const [stored] = rows
  if (!stored) return null
  return { facts: stored, as: (reader) => (seesQuestion(reader, stored) ? rowOf(stored, reader) : null) }
}

/** The ids of those follow-ups of questions that are for the reader, in order of number, drafts last. */
export async function followUpIds(
  db: Connection,
  parentIds: readonly string[],
  reader: QuestionReader,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select q.id from question q
    where q.parent_id = any(${parentIds}::uuid[]) and (${isAskedFor(reader)} or ${isDraftOf(reader)})
    order by q.is_draft, q.follow_up`.execute(db)
  return rows.map(({ id }) => id)
}

/** The log of a question, whoever asks: its visibility is the question's. */
export async function logIdOf(db: Connection, questionId: string): Promise<string | null> {
  const { rows } = await sql<{ logId: string }>`
    select log_id as "logId" from question where id = ${questionId}`.execute(db)
  return rows[0]?.logId ?? null
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
      select q.id, greatest(q.modified_at,
        case when ${answers}::boolean and answer.revision > 0 then answer.modified_at end) as changed
      from question q left join question_answer answer on answer.question_id = q.id
      where q.id = any(${questionIds}::uuid[]))
    insert into question_view as seen (person_id, question_id)
    select ${personId}, given.id from given
      left join question_view known on known.question_id = given.id and known.person_id = ${personId}
    where known.question_id is null or known.viewed_at < given.changed
    order by given.id
    on conflict (person_id, question_id) do update set viewed_at = now()`.execute(db)
}
