import { type RichText, readRichText } from '../../../shared/richText.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { type ActivityKind, recordActivity } from '../activity/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Projects } from '../projects/index.ts'
import { type LogRow, takeNumber } from './logStore.ts'
import { announce, questionAnswered, questionAsked, questionClosed } from './mail.ts'
import { editsAnswers, editsQuestions } from './policy.ts'
import type { Possible } from './possible.ts'
import {
  insertQuestion,
  type QuestionRow,
  takeFollowUp,
  updateQuestionRow,
  writeAnswer,
} from './questionStore.ts'
import { type LinkKind, link, linkedIds, unlink } from './subjectStore.ts'

/** What a question is about; absent is none. */
export interface About {
  categoryIds?: readonly string[]
  topicIds?: readonly string[]
  projectIds?: readonly string[]
  portfolioIds?: readonly string[]
  /** When it was asked, where it is entered later. */
  at?: Date
}

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
 * Changes of questions. Each throws NOT_FOUND for what the actor does not see and FORBIDDEN without QUESTIONS_EDIT, answers
 * without QUESTION_ANSWERS_EDIT; CONFLICT with a sentence where the question is closed (QA-24).
 */
export interface Writing {
  /** @throws NOT_FOUND for a choice of another log, and a project or portfolio that is not in view */
  create(actor: Actor, logId: string, about: About): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT for a text that can't be kept, CONFLICT with the newer text */
  update(actor: Actor, questionId: string, input: QuestionInput): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT for a follow-up of a follow-up, and beyond 200 of them */
  followUp(actor: Actor, questionId: string, at?: Date): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT for a text that can't be kept, CONFLICT with the newer text */
  answer(
    actor: Actor,
    questionId: string,
    input: { body: unknown; revision?: number | null | undefined; at?: Date },
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

export interface WritingDeps {
  db: Database
  funds: Funds
  projects: Projects
  log(actor: Actor, logId: string, on?: Connection): Promise<LogRow>
  possible: Possible
  open(actor: Actor, questionId: string, on?: Connection): Promise<{ log: LogRow; question: QuestionRow }>
}

const MAX_FOLLOW_UPS = 200
const CLOSED = 'This question is closed. Reopen it to change it.'
const WRITTEN = { of: 'text', what: 'this text' } as const

const NOUNS: Readonly<Record<LinkKind, string>> = {
  category: 'Category',
  topic: 'Topic',
  project: 'Project',
  portfolio: 'Portfolio',
}

function textOf(value: unknown): RichText | null {
  const { text, problem } = readRichText(value)
  if (problem !== null) throw badInput(problem, { body: problem })
  return text
}

const requireOpen = ({ isClosed }: QuestionRow): void => {
  if (isClosed) throw conflict(CLOSED)
}

export function createWriting({ db, funds, projects, log, open, possible }: WritingDeps): Writing {
  const record = (
    tx: Tx,
    actor: Actor,
    kind: ActivityKind,
    mine: LogRow,
    question: { id: string },
    at: Date | undefined,
  ) =>
    recordActivity(tx, [
      {
        kind,
        personId: actor.personId,
        sessionId: actor.sessionId,
        organisationId: mine.place.organisationId,
        subject: { kind: 'question', id: question.id },
        detail: { logId: mine.id },
        ...(at && { at }),
      },
    ])

  /** Changes a question under its lock, with the right asked for before and again under it. */
  const changing = async (
    actor: Actor,
    questionId: string,
    may: (actor: Actor, place: LogRow['place']) => boolean,
    work: (tx: Tx, mine: LogRow, question: QuestionRow) => Promise<void>,
  ): Promise<QuestionRow> => {
    const before = await open(actor, questionId)
    if (!may(actor, before.log.place)) throw forbidden()
    return withLock(db, rowLock('question', questionId), async (tx) => {
      const now = await reauthorise(tx, actor, async (holder) => {
        const found = await open(holder, questionId, tx)
        if (!may(holder, found.log.place)) throw forbidden()
        return found
      })
      await work(tx, now.log, now.question)
      return (await open(actor, questionId, tx)).question
    })
  }

  const requirePossible = async (
    actor: Actor,
    mine: LogRow,
    kind: LinkKind,
    ids: readonly string[],
  ): Promise<void> => {
    if (ids.length === 0) return
    const all = new Set(await possible(actor, mine, kind))
    if (ids.some((id) => !all.has(id))) throw notFound(NOUNS[kind])
  }

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
    const { log: mine } = await open(actor, questionId)
    if (!editsQuestions(actor, mine.place)) throw forbidden()
    const ids = await idsOf(mine)
    return changing(actor, questionId, editsQuestions, async (tx, now, question) => {
      requireOpen(question)
      if (!(await change(tx, kind, questionId, ids))) return
      await updateQuestionRow(tx, questionId, {})
      await record(tx, actor, 'UPDATE_QUESTION', now, question, undefined)
    })
  }

  return {
    create: async (actor, logId, about) => {
      const mine = await log(actor, logId)
      if (!editsQuestions(actor, mine.place)) throw forbidden()
      const wanted: [LinkKind, readonly string[]][] = [
        ['category', about.categoryIds ?? []],
        ['topic', about.topicIds ?? []],
        ['project', about.projectIds ?? []],
        ['portfolio', about.portfolioIds ?? []],
      ]
      for (const [kind, ids] of wanted) await requirePossible(actor, mine, kind, ids)
      return withLock(db, rowLock('question_log', logId), async (tx) => {
        await reauthorise(tx, actor, async (holder) => {
          const now = await log(holder, logId, tx)
          if (!editsQuestions(holder, now.place)) throw forbidden()
        })
        const id = await insertQuestion(tx, { logId, number: await takeNumber(tx, logId), at: about.at })
        for (const [kind, ids] of wanted) {
          if (ids.length > 0) await link(tx, kind, id, ids)
        }
        await record(tx, actor, 'CREATE_QUESTION', mine, { id }, about.at)
        return (await open(actor, id, tx)).question
      })
    },
    update: async (actor, questionId, { body, isClosed, isPriority, revision, at }) => {
      // Asked first, so that nobody learns more from what is said of a text.
      const { log: mine } = await open(actor, questionId)
      if (!editsQuestions(actor, mine.place)) throw forbidden()
      const text = body === undefined ? undefined : textOf(body)
      return changing(actor, questionId, editsQuestions, async (tx, now, question) => {
        const closes = isClosed ?? question.isClosed
        const changesPriority = typeof isPriority === 'boolean' && isPriority !== question.isPriority
        if (question.isClosed && closes && (text !== undefined || changesPriority)) requireOpen(question)
        if (text !== undefined) {
          assertRevision({
            known: revision,
            now: question.bodyRevision,
            ...WRITTEN,
            newer: { body: question.body },
          })
        }
        if (text === undefined && closes === question.isClosed && !changesPriority) return
        const written = await updateQuestionRow(tx, questionId, {
          ...(text === undefined ? {} : { body: { text, by: actor.personId } }),
          isClosed: closes,
          ...(typeof isPriority === 'boolean' ? { isPriority } : {}),
          at,
        })
        const kind =
          closes === question.isClosed ? 'UPDATE_QUESTION' : closes ? 'CLOSE_QUESTION' : 'REOPEN_QUESTION'
        // One entry for a text that saves itself while it is typed.
        if (!written.isContinued || kind !== 'UPDATE_QUESTION' || changesPriority) {
          await record(tx, actor, kind, now, question, at)
        }
        if (at) return
        if (written.isNews) await announce(tx, questionAsked, actor, now, questionId)
        if (kind === 'CLOSE_QUESTION') await announce(tx, questionClosed, actor, now, questionId)
      })
    },
    followUp: async (actor, questionId, at) => {
      const { log: mine, question: parent } = await open(actor, questionId)
      if (!editsQuestions(actor, mine.place)) throw forbidden()
      if (parent.parentId !== null) {
        throw badInput('A follow-up has no follow-ups of its own. Please add one to its question.')
      }
      return withLock(db, rowLock('question', questionId), async (tx) => {
        await reauthorise(tx, actor, async (holder) => {
          const now = await open(holder, questionId, tx)
          if (!editsQuestions(holder, now.log.place)) throw forbidden()
        })
        const { number, followUp } = await takeFollowUp(tx, questionId)
        if (followUp > MAX_FOLLOW_UPS) {
          throw badInput(`A question has at most ${MAX_FOLLOW_UPS} follow-ups. Please ask a new question.`)
        }
        const id = await insertQuestion(tx, { logId: mine.id, number, parentId: questionId, followUp, at })
        await record(tx, actor, 'CREATE_QUESTION', mine, { id }, at)
        return (await open(actor, id, tx)).question
      })
    },
    answer: async (actor, questionId, { body, revision, at }) => {
      const { log: mine } = await open(actor, questionId)
      if (!editsAnswers(actor, mine.place)) throw forbidden()
      const text = textOf(body)
      return changing(actor, questionId, editsAnswers, async (tx, now, question) => {
        requireOpen(question)
        assertRevision({
          known: revision,
          now: question.answer?.revision ?? 0,
          ...WRITTEN,
          newer: { body: question.answer?.body ?? null },
        })
        const written = await writeAnswer(tx, questionId, { text, by: actor.personId, at })
        if (!written.isContinued) await record(tx, actor, 'ANSWER_QUESTION', now, question, at)
        if (written.isNews && !at) await announce(tx, questionAnswered, actor, now, questionId)
      })
    },
    add: (actor, questionId, kind, id) =>
      relinking(actor, questionId, kind, link, async (mine) => {
        await requirePossible(actor, mine, kind, [id])
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
