import type { Term } from '../../../shared/finding/search.ts'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { FoundPart } from '../../platform/finding/index.ts'
import { isId } from '../../platform/ids.ts'
import type { PortfolioRow } from '../funds/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { WritingDeps } from './context.ts'
import { findQuestions } from './finding.ts'
import {
  type Counts,
  countsOf,
  pageIds,
  positionOf,
  type QuestionFilter,
  type QuestionQuery,
} from './listStore.ts'
import {
  type ChoiceKind,
  type ChoiceRow,
  choicesOf,
  type LogRow,
  logById,
  logsOfEntities,
} from './logStore.ts'
import { createNaming, type Naming } from './naming.ts'
import { type QuestionReader, readerOf } from './policy.ts'
import { portfoliosOfLog, possibleFor } from './possible.ts'
import {
  followUpIds,
  logIdOf,
  type QuestionRow,
  questionById,
  questionsByIds,
  recordViews,
} from './questionStore.ts'
import { createLogSettings, type LogSettingsService } from './settings.ts'
import { choicesOfQuestions, linkedIds } from './subjectStore.ts'
import { createWriting, type Writing } from './writing.ts'

export { type CertifiedQuestion, certifiedLogs, certifiedQuestions, knowsQuestions } from './certified.ts'
export type { Counts, QuestionFilter, QuestionQuery, QuestionSearch } from './listStore.ts'
export type { ChoiceRow, LogGroup, LogRow, LogSettings } from './logStore.ts'
export type { Asker, Choice, TextVersion } from './naming.ts'
export type { AnswerRow, QuestionRow } from './questionStore.ts'

/** A page of a log; its questions and counts are read where they are asked for. */
export interface PageRow extends QuestionQuery {
  log: LogRow
}

/** Which of the projects or portfolios of a log's entity. */
export interface ChoicesAsked {
  /** Looked for in the name; null for all. */
  search: string | null
  limit: number
  offset: number
}

/** Question logs with their questions. Unless said otherwise a log that the actor does not see is NOT_FOUND. */
export interface Questions extends LogSettingsService {
  /** @throws NOT_FOUND */
  log(actor: Actor, logId: string): Promise<LogRow>
  /** For a loader: the logs that the actor sees of each entity, the first added first; in the order of the ids. */
  logsOf(actor: Actor, entityIds: readonly string[]): Promise<LogRow[][]>
  /** @throws NOT_FOUND */
  choices(actor: Actor, kind: ChoiceKind, logId: string): Promise<ChoiceRow[]>
  /** Projects of the log's entity that the actor sees, by name. @throws NOT_FOUND */
  projectChoices(actor: Actor, logId: string, asked: ChoicesAsked): Promise<ProjectRow[]>
  /** Portfolios of the log's holding company that the actor may open, by name. @throws NOT_FOUND */
  portfolioChoices(actor: Actor, logId: string, asked: ChoicesAsked): Promise<PortfolioRow[]>
  /** Records that the actor was given them (QA-23). @throws NOT_FOUND */
  page(actor: Actor, logId: string, query: QuestionQuery): Promise<QuestionRow[]>
  /** Of a log that the caller has shown to be visible. */
  counts(
    actor: Actor,
    log: LogRow,
    query: Pick<QuestionQuery, 'filter' | 'search'>,
  ): Promise<{ count: number; counts: Counts }>
  /** Of a log that the caller has shown to be visible: the questions before one, by its number or id; null without it. */
  place(
    actor: Actor,
    log: LogRow,
    query: Omit<QuestionQuery, 'limit' | 'offset'>,
    of: string,
  ): Promise<number | null>
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
  /** Asked questions of an organisation with their answers, as far as they are for the actor (FIND-14). */
  find(
    actor: Actor,
    asked: { organisationId: string; terms: readonly Term[] },
    page: { limit: number; offset: number },
  ): Promise<FoundPart>
  writing: Writing
  naming: Naming
}

export type QuestionsDeps = Pick<WritingDeps, 'db' | 'funds' | 'projects' | 'documents'>

const logNotFound = () => notFound('Question log')
const questionNotFound = () => notFound('Question')

const chosenOf = <Row extends { name: string }>(
  rows: readonly Row[],
  { search, limit, offset }: ChoicesAsked,
): Row[] => {
  const term = search?.toLowerCase() ?? ''
  return rows.filter(({ name }) => name.toLowerCase().includes(term)).slice(offset, offset + limit)
}

export function createQuestions({ db, funds, projects, documents }: QuestionsDeps): Questions {
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
    const question = mine ? await questionById(on, questionId, readerOf(actor, mine)) : null
    if (!mine || !question) throw questionNotFound()
    return { log: mine, question }
  }
  /** Gives questions that the actor sees, and records that (QA-23). */
  const given = async (reader: QuestionReader, ids: readonly string[]): Promise<QuestionRow[]> => {
    if (ids.length === 0) return []
    await recordViews(db, reader, ids)
    return questionsByIds(db, ids, reader)
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
  /** A page that is sorted by project goes by the names that the actor sees. */
  const sorted = async <Query extends Pick<QuestionQuery, 'ordering'>>(
    actor: Actor,
    mine: LogRow,
    query: Query,
  ): Promise<Query & { projectIds?: string[] }> => {
    if (query.ordering?.replace('-', '') !== 'project') return query
    const seen = await projects.seenOf(actor, await possible(actor, mine, 'project'))
    return { ...query, projectIds: seen.map(({ id }) => id) }
  }
  return {
    log,
    logsOf: async (actor, entityIds) => {
      const found = Map.groupBy(await logsOfEntities(db, actor, entityIds), ({ entity }) => entity.id)
      return entityIds.map((id) => found.get(id) ?? [])
    },
    ...createLogSettings({ db, funds, log }),
    projectChoices: async (actor, logId, asked) =>
      projects.namedIn(actor, await portfoliosOfLog(funds, actor, await log(actor, logId)), asked),
    portfolioChoices: async (actor, logId, asked) => {
      const ids = await possible(actor, await log(actor, logId), 'portfolio')
      return chosenOf(await funds.portfoliosByIds(actor, ids), asked)
    },
    choices: async (actor, kind, logId) => choicesOf(db, kind, (await log(actor, logId)).id),
    page: async (actor, logId, query) => {
      const mine = await log(actor, logId)
      const reader = readerOf(actor, mine)
      return given(reader, await pageIds(db, logId, reader, await sorted(actor, mine, query)))
    },
    place: async (actor, mine, query, of) =>
      positionOf(db, mine.id, readerOf(actor, mine), await sorted(actor, mine, query), of),
    counts: async (actor, mine, { filter, search }) => {
      const counts = await countsOf(db, mine.id, readerOf(actor, mine), search)
      const key = filter.toLowerCase() as Lowercase<QuestionFilter>
      return { count: counts[key], counts }
    },
    followUps: async (actor, parents) => {
      const byLog = Map.groupBy(parents, ({ logId }) => logId)
      const found = new Map<string | null, QuestionRow[]>()
      for (const [logId, asked] of byLog) {
        const ids = asked.map(({ id }) => id)
        const reader = readerOf(actor, await log(actor, logId))
        const rows = await given(reader, await followUpIds(db, ids, reader))
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
    find: (actor, asked, page) => findQuestions(db, actor, asked, page),
    writing: createWriting({ db, funds, projects, documents, log, open, possible }),
    naming: createNaming({ db, documents, log }),
  }
}
