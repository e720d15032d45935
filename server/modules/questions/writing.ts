import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden } from '../../access/errors.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import { isId } from '../../platform/ids.ts'
import { type Asking, createAsking } from './asking.ts'
import {
  changing,
  type May,
  recordQuestion,
  requireOpen,
  textOf,
  WRITTEN,
  type WritingDeps,
} from './context.ts'
import { requireAsked } from './limits.ts'
import type { LogRow } from './logStore.ts'
import { announce, questionAnswered, questionAsked, questionClosed } from './mail.ts'
import { editsAnswers } from './policy.ts'
import { NOUNS, requirePossible } from './possible.ts'
import type { QuestionRow } from './questionStore.ts'
import { setDocuments } from './references.ts'
import { type LinkKind, link, linkedIds, unlink } from './subjectStore.ts'
import { updateQuestionRow, writeAnswer, writeAnswerDraft } from './textStore.ts'

export interface QuestionInput {
  /** As it came; null clears it, absent leaves it. */
  body?: unknown
  isClosed?: boolean | null | undefined
  isPriority?: boolean | null | undefined
  /** Of the body that the person saw. */
  revision?: number | null | undefined
  /** When it was written, where it is entered later: nobody is notified then. */
  at?: Date
}

/**
 * Changes of questions. Each throws NOT_FOUND for what the actor does not see, FORBIDDEN without QUESTIONS_EDIT and for
 * another party's question (QA-45), answers without QUESTION_ANSWERS_EDIT; CONFLICT with a sentence where the question is
 * closed (QA-24).
 */
export interface Writing extends Asking {
  /** @throws BAD_USER_INPUT for a text that can't be kept, CONFLICT with the newer text */
  update(actor: Actor, questionId: string, input: QuestionInput): Promise<QuestionRow>
  /** Publishes, or with `draft` writes what stands beside the answer. @throws BAD_USER_INPUT and CONFLICT as update */
  answer(
    actor: Actor,
    questionId: string,
    input: {
      body: unknown
      revision?: number | null | undefined
      draft?: boolean | null | undefined
      at?: Date
    },
  ): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT without a draft, CONFLICT where it is another one by now */
  publishAnswer(actor: Actor, questionId: string, revision: number): Promise<QuestionRow>
  /** Of the documents that the actor sees these and no others. @throws NOT_FOUND, BAD_USER_INPUT beyond 50 */
  setDocuments(
    actor: Actor,
    questionId: string,
    input: { ofAnswer: boolean; documentIds: readonly string[] },
  ): Promise<QuestionRow>
  /** @throws NOT_FOUND as create */
  add(actor: Actor, questionId: string, kind: LinkKind, id: string): Promise<QuestionRow>
  /** Nothing happens where it is none of the question's. */
  remove(actor: Actor, questionId: string, kind: LinkKind, id: string): Promise<QuestionRow>
  /** All of the entity that the actor sees (QA-33). */
  addAll(actor: Actor, questionId: string, kind: 'project' | 'portfolio'): Promise<QuestionRow>
  /** All that the actor sees (QA-33). */
  removeAll(actor: Actor, questionId: string, kind: 'project' | 'portfolio'): Promise<QuestionRow>
}

const changes: May = (_actor, { question }) => question.canChange
const answers: May = (actor, { log }) => editsAnswers(actor, log.place)

export function createWriting(deps: WritingDeps): Writing {
  const { db, funds, projects, open, possible } = deps
  /** Those of them that the actor sees: nobody takes off what is hidden from them. */
  const seenAmong = async (actor: Actor, kind: LinkKind, ids: readonly string[]): Promise<string[]> => {
    if (kind === 'project') return (await projects.seenOf(actor, ids)).map(({ id }) => id)
    if (kind === 'portfolio') return (await funds.portfoliosByIds(actor, ids)).map(({ id }) => id)
    return [...ids]
  }

  /** Links and unlinks what was found to be possible, before the lock is taken. */
  const relinking = async (
    actor: Actor,
    questionId: string,
    kind: LinkKind,
    change: typeof link,
    idsOf: (mine: LogRow) => Promise<readonly string[]>,
  ): Promise<QuestionRow> => {
    const before = await open(actor, questionId)
    if (!changes(actor, before)) throw forbidden()
    const ids = await idsOf(before.log)
    return changing(deps, actor, questionId, changes, async (tx, now) => {
      requireOpen(now.question)
      if (!(await change(tx, kind, questionId, ids))) return
      await updateQuestionRow(tx, now.question, {})
      if (!now.question.isDraft) {
        await recordQuestion(tx, actor, 'UPDATE_QUESTION', now, { change: NOUNS[kind] })
      }
    })
  }

  return {
    ...createAsking(deps),
    update: async (actor, questionId, { body, isClosed, isPriority, revision, at }) => {
      // Asked first, so that nobody learns more from what is said of a text.
      if (!changes(actor, await open(actor, questionId))) throw forbidden()
      const text = body === undefined ? undefined : textOf(body)
      return changing(deps, actor, questionId, changes, async (tx, now) => {
        const { question } = now
        const closes = isClosed ?? question.isClosed
        const changesPriority = typeof isPriority === 'boolean' && isPriority !== question.isPriority
        if (question.isClosed && closes && (text !== undefined || changesPriority)) requireOpen(question)
        if (closes) requireAsked(question)
        if (text !== undefined) {
          assertRevision({
            known: revision,
            now: question.bodyRevision,
            ...WRITTEN,
            newer: { body: question.body },
          })
        }
        if (text === undefined && closes === question.isClosed && !changesPriority) return
        const written = await updateQuestionRow(tx, question, {
          ...(text === undefined ? {} : { body: { text, by: actor.personId } }),
          isClosed: closes,
          ...(typeof isPriority === 'boolean' ? { isPriority } : {}),
          at,
        })
        if (question.isDraft) return
        const kind =
          closes === question.isClosed ? 'UPDATE_QUESTION' : closes ? 'CLOSE_QUESTION' : 'REOPEN_QUESTION'
        // One entry for a text that saves itself while it is typed.
        if (!written.isContinued || kind !== 'UPDATE_QUESTION' || changesPriority) {
          const change = [text === undefined ? [] : 'Text', changesPriority ? 'Priority' : []]
            .flat()
            .join(', ')
          await recordQuestion(tx, actor, kind, now, { change, at })
        }
        if (at) return
        if (written.isNews) await announce(tx, questionAsked, actor, now.log, questionId)
        if (kind === 'CLOSE_QUESTION') await announce(tx, questionClosed, actor, now.log, questionId)
      })
    },
    answer: async (actor, questionId, { body, revision, draft, at }) => {
      if (!answers(actor, await open(actor, questionId))) throw forbidden()
      const text = textOf(body)
      return changing(deps, actor, questionId, answers, async (tx, now) => {
        const { question } = now
        requireAsked(question)
        requireOpen(question)
        const stands = draft ? question.answerDraft : question.answer
        const newer = { body: stands?.body ?? null }
        assertRevision({ known: revision, now: stands?.revision ?? 0, ...WRITTEN, newer })
        if (draft) return writeAnswerDraft(tx, questionId, text)
        const written = await writeAnswer(tx, questionId, { text, by: actor.personId, at })
        if (!written.isContinued) await recordQuestion(tx, actor, 'ANSWER_QUESTION', now, { at })
        if (written.isNews && !at) await announce(tx, questionAnswered, actor, now.log, questionId)
      })
    },
    publishAnswer: (actor, questionId, revision) =>
      changing(deps, actor, questionId, answers, async (tx, now) => {
        const { question } = now
        requireOpen(question)
        const { answerDraft } = question
        if (answerDraft === null) throw badInput('There is no draft of an answer. Please write one first.')
        assertRevision({
          known: revision,
          now: answerDraft.revision,
          ...WRITTEN,
          newer: { body: answerDraft.body },
        })
        const { isNews } = await writeAnswer(tx, questionId, { text: answerDraft.body, by: actor.personId })
        await writeAnswerDraft(tx, questionId, null)
        await recordQuestion(tx, actor, 'ANSWER_QUESTION', now)
        if (isNews) await announce(tx, questionAnswered, actor, now.log, questionId)
      }),
    setDocuments: async (actor, questionId, input) => {
      const may = input.ofAnswer ? answers : changes
      const before = await open(actor, questionId)
      if (!may(actor, before)) throw forbidden()
      return setDocuments(deps, actor, { questionId, may, place: before.log.place, ...input })
    },
    add: (actor, questionId, kind, id) =>
      relinking(actor, questionId, kind, link, async (mine) => {
        await requirePossible(deps, actor, mine, kind, [id])
        return [id]
      }),
    remove: (actor, questionId, kind, id) =>
      relinking(actor, questionId, kind, unlink, () => seenAmong(actor, kind, isId(id) ? [id] : [])),
    addAll: (actor, questionId, kind) =>
      relinking(actor, questionId, kind, link, (mine) => possible(actor, mine, kind)),
    removeAll: (actor, questionId, kind) =>
      relinking(actor, questionId, kind, unlink, async () =>
        seenAmong(actor, kind, (await linkedIds(db, kind, [questionId])).get(questionId) ?? []),
      ),
  }
}
