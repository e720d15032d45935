import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { partyOf } from '../../access/parties.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import {
  askDraft,
  countDrafts,
  deleteQuestion,
  insertQuestion,
  type Owned,
  ownedBy,
  ownedByNobody,
  readersOf,
  takeFollowUp,
} from './askStore.ts'
import { type OpenQuestion, recordQuestion, textOf, type WritingDeps } from './context.ts'
import { requireAsked, requireWithinLimits } from './limits.ts'
import { type LogRow, takeNumber } from './logStore.ts'
import { announce, questionAnswered, questionAsked } from './mail.ts'
import { administersLogs, editsAnswers, editsQuestions } from './policy.ts'
import { requirePossible } from './possible.ts'
import type { QuestionRow } from './questionStore.ts'
import { copyAnswerDocuments } from './references.ts'
import { choicesOfQuestions, type LinkKind, link, linkedIds } from './subjectStore.ts'
import { isNewsOf, keepAsked, updateQuestionRow, writeAnswer } from './textStore.ts'

/** What a question is about; absent is none. */
export interface About {
  categoryIds?: readonly string[]
  topicIds?: readonly string[]
  projectIds?: readonly string[]
  portfolioIds?: readonly string[]
  /** Seen by who begins it alone, without a number, until it is asked (QA-43). */
  draft?: boolean
  /** When it was asked, where it is entered later. */
  at?: Date
  /** The one that it had elsewhere; the next one unless it is higher. */
  number?: number
}

/**
 * How questions come into a log, each under the log's lock, by which numbers are taken and limits hold. Each throws NOT_FOUND
 * for what the actor does not see, FORBIDDEN without QUESTIONS_EDIT, and CONFLICT with a sentence beyond a limit (QA-49).
 */
export interface Asking {
  /** @throws NOT_FOUND for a choice of another log, and a project or portfolio that is not in view */
  create(actor: Actor, logId: string, about: About): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT for a follow-up of a follow-up or of a draft, and beyond 200 of them */
  followUp(
    actor: Actor,
    questionId: string,
    more?: Pick<About, 'at' | 'draft' | 'number'>,
  ): Promise<QuestionRow>
  /** @throws BAD_USER_INPUT for a draft without text, CONFLICT for a question that was asked already */
  ask(actor: Actor, questionId: string): Promise<QuestionRow>
  /** @throws CONFLICT for a question that was asked */
  discard(actor: Actor, questionId: string): Promise<void>
  /**
   * A new question for all who have the log, without name or party, with the documents of the answer and none of the
   * question; the original stays as it is (QA-48).
   * @throws FORBIDDEN without QUESTION_ANSWERS_EDIT and QUESTION_LOG_ADMIN, BAD_USER_INPUT for an empty text or a draft
   */
  publishToEverybody(
    actor: Actor,
    questionId: string,
    texts: {
      body: unknown
      answer: unknown
      /** When it was published, where it is entered later: nobody is notified then. */
      at?: Date
    },
  ): Promise<QuestionRow>
}

const MAX_FOLLOW_UPS = 200
/** Of one person in a log. */
const MAX_DRAFTS = 50
const LINKS: readonly LinkKind[] = ['category', 'topic', 'project', 'portfolio']

const ownDraft = (askedBy: string): Owned => ({ askedBy, partyIds: null, readerIds: [], partyNumbers: null })

const publishes = (actor: Actor, { place }: LogRow): boolean =>
  editsAnswers(actor, place) && administersLogs(actor, place)

export function createAsking(deps: WritingDeps): Asking {
  const { db, log, open } = deps
  /** Runs under the lock of a log, in which the actor may still ask by then. */
  const underLock = (
    actor: Actor,
    logId: string,
    may: (actor: Actor, log: LogRow) => boolean,
    work: (tx: Tx, now: LogRow, holder: Actor) => Promise<string>,
  ): Promise<QuestionRow> =>
    withLock(db, rowLock('question_log', logId), async (tx) => {
      const found = await reauthorise(tx, actor, async (holder) => {
        const now = await log(holder, logId, tx)
        if (!may(holder, now)) throw forbidden()
        return { now, holder }
      })
      const id = await work(tx, found.now, found.holder)
      return (await open(actor, id, tx)).question
    })
  const asks = (actor: Actor, { place }: LogRow): boolean => editsQuestions(actor, place)

  const begin = async (tx: Tx, logId: string, personId: string, parentId: string | null): Promise<string> => {
    if ((await countDrafts(tx, logId, personId)) >= MAX_DRAFTS) {
      throw badInput(`You have ${MAX_DRAFTS} drafts in this log. Please ask or discard one of them.`)
    }
    const followUp = parentId === null ? 0 : 1
    return insertQuestion(tx, { logId, parentId, number: null, followUp, owned: ownDraft(personId) })
  }

  /** Whose a follow-up is, and for whom: those of its question. Of what is for everybody only the deal team adds one. */
  const ownedBelow = async (tx: Tx, mine: LogRow, holder: Actor, parentId: string): Promise<Owned> => {
    const party = partyOf(holder, mine.place)
    const { readerIds, partyNumbers } = await readersOf(tx, parentId)
    if (mine.eachParty && readerIds === null && !party.isDealTeam) {
      throw badInput('This question is for everybody. Please ask a question of your own.')
    }
    const owned = await ownedBy(tx, mine.id, holder.personId, party)
    return { ...owned, readerIds: readerIds ?? 'EVERYBODY', partyNumbers }
  }

  const placeBelow = async (tx: Tx, parentId: string, atLeast?: number) => {
    const taken = await takeFollowUp(tx, parentId, atLeast)
    if (taken.followUp > MAX_FOLLOW_UPS) {
      throw badInput(`A question has at most ${MAX_FOLLOW_UPS} follow-ups. Please ask a new question.`)
    }
    return taken
  }

  const created = async (tx: Tx, actor: Actor, id: string, now: LogRow, at: Date | undefined) => {
    const { question } = await open(actor, id, tx)
    await recordQuestion(tx, actor, 'CREATE_QUESTION', { log: now, question }, { at })
  }

  const requireParent = ({ question }: OpenQuestion): void => {
    requireAsked(question)
    if (question.parentId !== null) {
      throw badInput('A follow-up has no follow-ups of its own. Please add one to its question.')
    }
  }

  const requireDraft = (question: QuestionRow, did: string): void => {
    if (!question.isDraft) throw conflict(`This question was asked already, and can’t be ${did}.`)
  }

  return {
    create: async (actor, logId, about) => {
      const mine = await log(actor, logId)
      if (!asks(actor, mine)) throw forbidden()
      const wanted: [LinkKind, readonly string[]][] = [
        ['category', about.categoryIds ?? []],
        ['topic', about.topicIds ?? []],
        ['project', about.projectIds ?? []],
        ['portfolio', about.portfolioIds ?? []],
      ]
      for (const [kind, ids] of wanted) await requirePossible(deps, actor, mine, kind, ids)
      return underLock(actor, logId, asks, async (tx, now, holder) => {
        const linked = async (id: string) => {
          for (const [kind, ids] of wanted) if (ids.length > 0) await link(tx, kind, id, ids)
          return id
        }
        if (about.draft) return linked(await begin(tx, logId, actor.personId, null))
        const party = partyOf(holder, now.place)
        await requireWithinLimits(tx, now, party)
        const owned = await ownedBy(tx, logId, actor.personId, party)
        const number = await takeNumber(tx, logId, about.number)
        const id = await linked(
          await insertQuestion(tx, { logId, parentId: null, number, followUp: 0, owned, at: about.at }),
        )
        await created(tx, actor, id, now, about.at)
        return id
      })
    },
    followUp: async (actor, questionId, { at, draft = false, number: atLeast } = {}) => {
      const before = await open(actor, questionId)
      if (!asks(actor, before.log)) throw forbidden()
      requireParent(before)
      return underLock(actor, before.log.id, asks, async (tx, now, holder) => {
        await open(holder, questionId, tx)
        const owned = await ownedBelow(tx, now, holder, questionId)
        if (draft) return begin(tx, now.id, actor.personId, questionId)
        await requireWithinLimits(tx, now, partyOf(holder, now.place))
        const { number, followUp } = await placeBelow(tx, questionId, atLeast)
        const row = { logId: now.id, parentId: questionId, number, followUp, owned, at }
        const id = await insertQuestion(tx, row)
        await created(tx, actor, id, now, at)
        return id
      })
    },
    ask: async (actor, questionId) => {
      const before = await open(actor, questionId)
      if (!asks(actor, before.log)) throw forbidden()
      return underLock(actor, before.log.id, asks, async (tx, now, holder) => {
        const { question } = await open(holder, questionId, tx)
        requireDraft(question, 'asked again')
        if (question.body === null) throw badInput('Please write the question before you ask it.')
        const party = partyOf(holder, now.place)
        await requireWithinLimits(tx, now, party)
        if (question.parentId === null) {
          const owned = await ownedBy(tx, now.id, actor.personId, party)
          await askDraft(tx, questionId, { owned, number: await takeNumber(tx, now.id), followUp: 0 })
        } else {
          // The question may have left the person's sight since the draft was begun.
          await open(holder, question.parentId, tx)
          const owned = await ownedBelow(tx, now, holder, question.parentId)
          await askDraft(tx, questionId, { owned, ...(await placeBelow(tx, question.parentId)) })
        }
        await keepAsked(tx, questionId)
        await created(tx, actor, questionId, now, undefined)
        if (await isNewsOf(tx, questionId)) await announce(tx, questionAsked, actor, now, questionId)
        return questionId
      })
    },
    discard: async (actor, questionId) => {
      const { log: mine } = await open(actor, questionId)
      await withLock(db, rowLock('question_log', mine.id), async (tx) => {
        const { question } = await reauthorise(tx, actor, (holder) => open(holder, questionId, tx))
        requireDraft(question, 'discarded')
        await deleteQuestion(tx, questionId)
      })
    },
    publishToEverybody: async (actor, questionId, { at, ...texts }) => {
      const before = await open(actor, questionId)
      if (!publishes(actor, before.log)) throw forbidden()
      requireAsked(before.question)
      const [body, answer] = [textOf(texts.body), textOf(texts.answer, 'answer')]
      const missing = body === null ? 'body' : answer === null ? 'answer' : null
      if (missing !== null) {
        const sentence = 'Please write the question and its answer before you publish them.'
        throw badInput(sentence, { [missing]: sentence })
      }
      return underLock(actor, before.log.id, publishes, async (tx, now, holder) => {
        const { question } = await open(holder, questionId, tx)
        if (!question) throw notFound('Question')
        const owned = await ownedByNobody(tx, now.id)
        const number = await takeNumber(tx, now.id)
        const row = { logId: now.id, parentId: null, number, followUp: 0, owned, at }
        const id = await insertQuestion(tx, row)
        await copyLinks(tx, questionId, id)
        await copyAnswerDocuments(tx, questionId, id)
        const by = actor.personId
        await updateQuestionRow(tx, { id, isDraft: false }, { body: { text: body, by }, at })
        const { isNews } = await writeAnswer(tx, id, { text: answer, by, at })
        const made = await open(holder, id, tx)
        await recordQuestion(tx, actor, 'CREATE_QUESTION', made, { change: 'Published to everybody', at })
        if (isNews && !at) await announce(tx, questionAnswered, actor, now, id)
        return id
      })
    },
  }
}

/** What the original is about, its copy is about as well; who reads it sees of that what they may see. */
async function copyLinks(tx: Tx, from: string, to: string): Promise<void> {
  for (const kind of LINKS) {
    const ids =
      kind === 'project' || kind === 'portfolio'
        ? ((await linkedIds(tx, kind, [from])).get(from) ?? [])
        : ((await choicesOfQuestions(tx, kind, [from])).get(from) ?? []).map(({ id }) => id)
    if (ids.length > 0) await link(tx, kind, to, ids)
  }
}
