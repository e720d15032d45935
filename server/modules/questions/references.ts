import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { changing, type May, recordQuestion, requireOpen, type WritingDeps } from './context.ts'
import type { QuestionRow } from './questionStore.ts'

/** Documents that a question, or an answer, names. */
const MAX_DOCUMENTS = 50

/** Ids of the documents of questions, whoever may see them, in their order. */
export async function documentIdsOf(
  db: Connection,
  questionIds: readonly string[],
  ofAnswer: boolean,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ questionId: string; id: string }>`
    select question_id as "questionId", document_id as id from question_document
    where question_id = any(${questionIds}::uuid[]) and of_answer = ${ofAnswer}
    order by position, document_id`.execute(db)
  const found = Map.groupBy(rows, ({ questionId }) => questionId)
  return new Map([...found].map(([id, links]) => [id, links.map((each) => each.id)]))
}

/**
 * Has a question or its answer name these documents of the room; those that the actor doesn't see stay (QA-50). The
 * caller has asked whether the actor may.
 * @throws NOT_FOUND for one that the actor doesn't see, or of another room; BAD_USER_INPUT beyond 50
 */
export async function setDocuments(
  deps: WritingDeps,
  actor: Actor,
  asked: {
    questionId: string
    may: May
    place: EntityPlace
    ofAnswer: boolean
    documentIds: readonly string[]
  },
): Promise<QuestionRow> {
  const { questionId, may, place, ofAnswer } = asked
  const wanted = [...new Set(asked.documentIds)]
  const tooMany = `Please choose at most ${MAX_DOCUMENTS} documents.`
  if (wanted.length > MAX_DOCUMENTS) throw badInput(tooMany)
  const seen = await deps.documents.seenByIds(actor, place, wanted)
  if (wanted.some((id) => !seen.has(id))) throw notFound('Document')
  return changing(deps, actor, questionId, may, async (tx, now) => {
    requireOpen(now.question)
    const before = (await documentIdsOf(tx, [questionId], ofAnswer)).get(questionId) ?? []
    const visible = await deps.documents.seenByIds(actor, place, before)
    const hidden = before.filter((id) => !visible.has(id) && !wanted.includes(id))
    if (wanted.length + hidden.length > MAX_DOCUMENTS) throw badInput(tooMany)
    await replaceDocuments(tx, questionId, ofAnswer, [...wanted, ...hidden])
    if (!now.question.isDraft) {
      const change = ofAnswer ? 'Documents of the answer' : 'Documents'
      await recordQuestion(tx, actor, 'UPDATE_QUESTION', now, { change })
    }
  })
}

async function replaceDocuments(
  tx: Tx,
  questionId: string,
  ofAnswer: boolean,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from question_document
    where question_id = ${questionId} and of_answer = ${ofAnswer} and document_id <> all(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into question_document (question_id, of_answer, document_id, position)
    select ${questionId}, ${ofAnswer}, id, place from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
    on conflict (question_id, of_answer, document_id) do update set position = excluded.position`.execute(tx)
}

/** The documents of an answer go along with what is published of it: each reader sees those that they may see (QA-48). */
export async function copyAnswerDocuments(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into question_document (question_id, of_answer, document_id, position)
    select ${to}, true, document_id, position from question_document
    where question_id = ${from} and of_answer`.execute(tx)
}
