import { tidyText } from '../../../shared/texts.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound, requireFields } from '../../access/errors.ts'
import type { EntityPlace } from '../../access/reach.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordActivity } from '../activity/index.ts'
import type { Funds, PortfolioRow } from '../funds/index.ts'
import { groupsOfOrganisation } from '../memberships/index.ts'
import type { ProjectRow, Projects } from '../projects/index.ts'
import {
  type ChoiceKind,
  type ChoiceRow,
  choicesOf,
  countLogs,
  insertLog,
  type LogRow,
  type LogSettings,
  logById,
  logsOfEntities,
  updateLog,
} from './logStore.ts'
import { administersLogs, seesAnswers } from './policy.ts'
import { possibleFor } from './possible.ts'
import {
  type Counts,
  countsOf,
  followUpIds,
  logIdOf,
  pageIds,
  placeOf,
  type QuestionFilter,
  type QuestionReader,
  type QuestionRow,
  questionById,
  questionsByIds,
  recordViews,
} from './questionStore.ts'
import { choicesOfQuestions, linkedIds } from './subjectStore.ts'
import { createWriting, type Writing } from './writing.ts'

export type { ChoiceRow, LogGroup, LogRow, LogSettings } from './logStore.ts'
export type { AnswerRow, Counts, QuestionFilter, QuestionRow } from './questionStore.ts'

/** Logs of one entity. */
const MAX_LOGS = 100
const MAX_NAME = 120

/** A page of a log; its questions and counts are read where they are asked for. */
export interface PageRow {
  log: LogRow
  filter: QuestionFilter
  limit: number
  offset: number
}

/** Which of the projects or portfolios of a log's entity. */
export interface ChoicesAsked {
  /** Looked for in the name; null for all. */
  search: string | null
  limit: number
  offset: number
}

/** Question logs with their questions. Unless said otherwise a log that the actor does not see is NOT_FOUND. */
export interface Questions {
  /** @throws NOT_FOUND */
  log(actor: Actor, logId: string): Promise<LogRow>
  /** For a loader: the logs that the actor sees of each entity, the first added first; in the order of the ids. */
  logsOf(actor: Actor, entityIds: readonly string[]): Promise<LogRow[][]>
  /**
   * @throws NOT_FOUND for an entity that the actor does not see, FORBIDDEN without QUESTION_LOG_ADMIN on it and with Q&A
   * off, BAD_USER_INPUT at `name` and `groupIds.0` (QA-08)
   */
  createLog(
    actor: Actor,
    place: { kind: EntityPlace['kind']; id: string },
    settings: LogSettings,
  ): Promise<LogRow>
  /** @throws NOT_FOUND, FORBIDDEN without QUESTION_LOG_ADMIN, BAD_USER_INPUT as createLog, CONFLICT with the newer settings */
  updateLog(
    actor: Actor,
    logId: string,
    settings: LogSettings & { revision?: number | null | undefined },
  ): Promise<LogRow>
  /** @throws NOT_FOUND */
  choices(actor: Actor, kind: ChoiceKind, logId: string): Promise<ChoiceRow[]>
  /** Projects of the log's entity that the actor sees, by name. @throws NOT_FOUND */
  projectChoices(actor: Actor, logId: string, asked: ChoicesAsked): Promise<ProjectRow[]>
  /** Portfolios of the log's holding company that the actor may open, by name. @throws NOT_FOUND */
  portfolioChoices(actor: Actor, logId: string, asked: ChoicesAsked): Promise<PortfolioRow[]>
  /** Records that the actor was given them (QA-23). @throws NOT_FOUND */
  page(
    actor: Actor,
    logId: string,
    query: { filter: QuestionFilter; parentsOnly?: boolean; limit: number; offset: number },
  ): Promise<QuestionRow[]>
  /** Of a log that the caller has shown to be visible. */
  counts(actor: Actor, log: LogRow, filter: QuestionFilter): Promise<{ count: number; counts: Counts }>
  /** Of a log that the caller has shown to be visible: the questions of the filter before one by its number, null without it. */
  place(actor: Actor, log: LogRow, filter: QuestionFilter, number: string): Promise<number | null>
  /** For a loader, in the order of the questions, which the actor sees; records that they were given (QA-23). */
  followUps(actor: Actor, parents: readonly QuestionRow[]): Promise<QuestionRow[][]>
  /** @throws NOT_FOUND */
  question(actor: Actor, questionId: string): Promise<QuestionRow>
  /** For a loader, in the order of the questions, which the actor sees. */
  choicesOf(kind: ChoiceKind, questionIds: readonly string[]): Promise<ChoiceRow[][]>
  /** For a loader, in the order of the questions: the projects that the actor may see, by name. */
  projectsOf(actor: Actor, questionIds: readonly string[]): Promise<ProjectRow[][]>
  /** For a loader, in the order of the questions: the portfolios that the actor may open, by name. */
  portfoliosOf(actor: Actor, questionIds: readonly string[]): Promise<PortfolioRow[][]>
  writing: Writing
}

export const logNotFound = () => notFound('Question log')
export const questionNotFound = () => notFound('Question')

const chosenOf = <Row extends { name: string }>(
  rows: readonly Row[],
  { search, limit, offset }: ChoicesAsked,
): Row[] => {
  const term = search?.toLowerCase() ?? ''
  return rows.filter(({ name }) => name.toLowerCase().includes(term)).slice(offset, offset + limit)
}

const readerIn = (actor: Actor, log: LogRow): QuestionReader => ({
  personId: actor.personId,
  answers: seesAnswers(actor, log.place),
})

export function createQuestions(db: Database, funds: Funds, projects: Projects): Questions {
  const log = async (actor: Actor, logId: string, on: Connection = db): Promise<LogRow> => {
    const found = isId(logId) ? await logById(on, actor, logId) : null
    if (!found) throw logNotFound()
    return found
  }
  const open = async (
    actor: Actor,
    questionId: string,
    on: Connection = db,
  ): Promise<{ log: LogRow; question: QuestionRow }> => {
    const logId = isId(questionId) ? await logIdOf(on, questionId) : null
    const mine = logId === null ? null : await logById(on, actor, logId)
    const question = mine ? await questionById(on, questionId, readerIn(actor, mine)) : null
    if (!mine || !question) throw questionNotFound()
    return { log: mine, question }
  }
  /** Gives questions that the actor sees, and records that (QA-23). */
  const given = async (reader: QuestionReader, ids: readonly string[]): Promise<QuestionRow[]> => {
    if (ids.length === 0) return []
    await recordViews(db, reader, ids)
    return questionsByIds(db, ids, reader)
  }
  const entityOf = async (
    actor: Actor,
    { kind, id }: { kind: EntityPlace['kind']; id: string },
  ): Promise<{ place: EntityPlace; enableQAndA: boolean }> => {
    const isPortfolio = kind === 'portfolio'
    const entity = isId(id)
      ? await (isPortfolio ? funds.portfolio(actor, id) : funds.company(actor, id))
      : null
    if (!entity) throw notFound(isPortfolio ? 'Portfolio' : 'Holding company')
    const { organisationId, enableQAndA } = entity
    const place: EntityPlace = isPortfolio
      ? { kind, organisationId, portfolioId: id }
      : { kind: 'holdingCompany', organisationId, holdingCompanyId: id }
    return { place, enableQAndA }
  }
  const checked = async (on: Connection, place: EntityPlace, given: LogSettings): Promise<LogSettings> => {
    const name = tidyText(given.name)
    const ids = given.restricted ? [...new Set(given.groupIds)] : []
    const known = await groupsOfOrganisation(on, place.organisationId, ids.filter(isId))
    const wrong = ids.flatMap((id, at) =>
      known.some((group) => group.id === id) ? [] : [[`groupIds.${at}`, 'Please select a group.'] as const],
    )
    requireFields({
      name:
        name === ''
          ? 'Name is a required field'
          : [...name].length > MAX_NAME
            ? `Name must be at most ${MAX_NAME} characters`
            : null,
      ...Object.fromEntries(wrong),
    })
    return { name, restricted: given.restricted, groupIds: ids }
  }
  /** What questions are linked with, each read once, as far as it is visible; in the order of the questions. */
  const linked = async <Row extends { id: string }>(
    kind: 'project' | 'portfolio',
    questionIds: readonly string[],
    visible: (ids: readonly string[]) => Promise<Row[]>,
  ): Promise<Row[][]> => {
    const links = await linkedIds(db, kind, questionIds)
    const rows = await visible([...new Set([...links.values()].flat())])
    return questionIds.map((id) => {
      const mine = new Set(links.get(id))
      return rows.filter((row) => mine.has(row.id))
    })
  }
  const possible = possibleFor(db, funds, projects)
  const recordLog = (
    tx: Tx,
    actor: Actor,
    kind: 'CREATE_QUESTION_LOG' | 'UPDATE_QUESTION_LOG',
    mine: LogRow,
  ) =>
    recordActivity(tx, [
      {
        kind,
        personId: actor.personId,
        sessionId: actor.sessionId,
        organisationId: mine.place.organisationId,
        subject: { kind: 'question_log', id: mine.id },
        detail: { name: mine.name, restricted: mine.restricted, groupIds: mine.groupIds },
      },
    ])
  return {
    log,
    logsOf: async (actor, entityIds) => {
      const found = Map.groupBy(await logsOfEntities(db, actor, entityIds), ({ entity }) => entity.id)
      return entityIds.map((id) => found.get(id) ?? [])
    },
    createLog: async (actor, at, settings) => {
      const { place, enableQAndA } = await entityOf(actor, at)
      if (!enableQAndA || !administersLogs(actor, place)) throw forbidden()
      // One after the other, so that the bound on their number holds.
      return withLock(db, advisoryLock(`question logs:${at.id}`), async (tx) => {
        await reauthorise(tx, actor, (now) => {
          if (!administersLogs(now, place)) throw forbidden()
        })
        const good = await checked(tx, place, settings)
        if ((await countLogs(tx, at.id)) >= MAX_LOGS) {
          requireFields({ name: `There are ${MAX_LOGS} logs already. Please use one of them.` })
        }
        const mine = await log(actor, await insertLog(tx, place, good), tx)
        await recordLog(tx, actor, 'CREATE_QUESTION_LOG', mine)
        return mine
      })
    },
    updateLog: async (actor, logId, { revision, ...settings }) => {
      const { place } = await log(actor, logId)
      if (!administersLogs(actor, place)) throw forbidden()
      return withLock(db, rowLock('question_log', logId), async (tx) => {
        const before = await reauthorise(tx, actor, async (now) => {
          const seen = await log(now, logId, tx)
          if (!administersLogs(now, place)) throw forbidden()
          return seen
        })
        assertRevision({
          of: 'log',
          known: revision,
          now: before.revision,
          what: 'this log',
          newer: {
            name: before.name,
            restricted: before.restricted,
            groups: before.groups.map(({ id, name }) => ({ id, name })),
          },
        })
        await updateLog(tx, logId, await checked(tx, place, settings))
        const mine = await log(actor, logId, tx)
        await recordLog(tx, actor, 'UPDATE_QUESTION_LOG', mine)
        return mine
      })
    },
    projectChoices: async (actor, logId, asked) => {
      const ids = await possible(actor, await log(actor, logId), 'project')
      return chosenOf(await projects.seenOf(actor, ids), asked)
    },
    portfolioChoices: async (actor, logId, asked) => {
      const ids = await possible(actor, await log(actor, logId), 'portfolio')
      return chosenOf(await funds.portfoliosByIds(actor, ids), asked)
    },
    choices: async (actor, kind, logId) => choicesOf(db, kind, (await log(actor, logId)).id),
    page: async (actor, logId, query) => {
      const reader = readerIn(actor, await log(actor, logId))
      return given(reader, await pageIds(db, logId, reader, query))
    },
    place: async (actor, mine, filter, number) => {
      const [, whole, followUp = '0'] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(number) ?? []
      if (whole === undefined) return null
      return placeOf(db, mine.id, readerIn(actor, mine), filter, {
        whole: Number(whole),
        followUp: Number(followUp),
      })
    },
    counts: async (actor, mine, filter) => {
      const counts = await countsOf(db, mine.id, readerIn(actor, mine))
      const key = filter.toLowerCase() as Lowercase<QuestionFilter>
      return { count: counts[key], counts }
    },
    followUps: async (actor, parents) => {
      const byLog = Map.groupBy(parents, ({ logId }) => logId)
      const found = new Map<string | null, QuestionRow[]>()
      for (const [logId, asked] of byLog) {
        const ids = asked.map(({ id }) => id)
        const reader = readerIn(actor, await log(actor, logId))
        const rows = await given(reader, await followUpIds(db, ids))
        for (const row of rows) found.set(row.parentId, [...(found.get(row.parentId) ?? []), row])
      }
      return parents.map(({ id }) => found.get(id) ?? [])
    },
    question: async (actor, questionId) => (await open(actor, questionId)).question,
    choicesOf: async (kind, questionIds) => {
      const found = await choicesOfQuestions(db, kind, questionIds)
      return questionIds.map((id) => found.get(id) ?? [])
    },
    projectsOf: (actor, questionIds) => linked('project', questionIds, (ids) => projects.seenOf(actor, ids)),
    portfoliosOf: (actor, questionIds) =>
      linked('portfolio', questionIds, (ids) => funds.portfoliosByIds(actor, ids)),
    writing: createWriting({ db, funds, projects, log, open, possible }),
  }
}
