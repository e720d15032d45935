import { sql } from 'kysely'
import { fullName } from '../../../shared/personName.ts'
import type { Actor } from '../../access/actor.ts'
import { countPeople, isInOneOf, personHolds } from '../../access/audience.ts'
import { isDealTeam } from '../../access/parties.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { companiesByIds, personsByIds } from '../accounts/index.ts'
import type { DocumentNode, Documents } from '../documents/index.ts'
import { personSees } from '../funds/index.ts'
import { leftOf } from './limits.ts'
import { askerIds, groupNames, partiesOf } from './listStore.ts'
import { type LogFacts, type LogRow, logFactsByIds } from './logStore.ts'
import { readerOf } from './policy.ts'
import type { QuestionRow } from './questionStore.ts'
import { documentIdsOf } from './references.ts'
import { type TextRow, textsOf } from './textStore.ts'

/** Who asked, as the deal team and their own party are told (QA-46). */
export interface Asker {
  fullName: string
  company: string | null
}

/** A party or a person to filter by. */
export interface Choice {
  id: string
  name: string
}

/** A version of a text, with who wrote it. */
export interface TextVersion extends Pick<TextRow, 'at' | 'ofAnswer' | 'body'> {
  by: string
}

/** Who is who in a log, what a question names, and what was written before: each as far as it is for the actor. */
export interface Naming {
  /** For a loader, in the order of the questions, which the actor sees; null where they are not told. */
  askersOf(questions: readonly QuestionRow[]): Promise<(Asker | null)[]>
  /** For a loader, in the order of the questions: the names of their parties, for the deal team alone. */
  partiesOfQuestions(questions: readonly QuestionRow[]): Promise<(string | null)[]>
  /** For a loader, in the order of the questions: the newest versions first, for the deal team alone. */
  textsOf(actor: Actor, questions: readonly QuestionRow[]): Promise<TextVersion[][]>
  /** For a loader, in the order of the questions, which the actor sees: the documents that the actor sees. */
  documentsOf(actor: Actor, questions: readonly QuestionRow[], ofAnswer: boolean): Promise<DocumentNode[][]>
  /** For a loader, in the order of the logs, which the actor sees: parties with questions there; none but for the deal team. */
  partiesIn(actor: Actor, logs: readonly LogRow[]): Promise<Choice[][]>
  /** As partiesIn: who asked what the actor sees, as far as they are named to the actor. */
  askersIn(actor: Actor, logs: readonly LogRow[]): Promise<Choice[][]>
  /** As partiesIn: how many people read a log; null but for the deal team. */
  readers(actor: Actor, logs: readonly LogRow[]): Promise<(number | null)[]>
  /** As partiesIn: how many questions the actor's party may ask still; null without a limit. */
  left(actor: Actor, logs: readonly LogRow[]): Promise<(number | null)[]>
}

interface Deps {
  db: Database
  documents: Documents
  log(actor: Actor, logId: string): Promise<LogRow>
}

/** People by id, with their companies. */
export async function askersByIds(db: Connection, ids: readonly string[]): Promise<Map<string, Asker>> {
  const people = (await personsByIds(db, [...new Set(ids)])).filter((person) => person !== null)
  const companyIds = [...new Set(people.flatMap(({ companyId }) => companyId ?? []))]
  const companies = new Map(
    (await companiesByIds(db, companyIds)).flatMap((company) =>
      company ? [[company.id, company.name]] : [],
    ),
  )
  return new Map(
    people.map((person) => [
      person.id,
      { fullName: fullName(person), company: companies.get(person.companyId ?? '') ?? null },
    ]),
  )
}

/** The name of whose a question is, by the names of the groups; null where no party is known. */
export function partyName(
  { partyIds, isDraft }: Pick<QuestionRow, 'partyIds' | 'isDraft'>,
  names: ReadonlyMap<string, string>,
): string | null {
  if (partyIds === null || isDraft) return null
  if (partyIds.length === 0) return 'Deal team'
  return partyIds.flatMap((id) => names.get(id) ?? []).join(', ') || null
}

export function createNaming({ db, documents, log }: Deps): Naming {
  return {
    askersOf: async (questions) => {
      const people = await askersByIds(
        db,
        questions.flatMap(({ askedById }) => askedById ?? []),
      )
      return questions.map(({ askedById }) => people.get(askedById ?? '') ?? null)
    },
    partiesOfQuestions: async (questions) => {
      const told = questions.filter(({ isForDealTeam }) => isForDealTeam)
      const ids = [...new Set(told.flatMap(({ partyIds }) => partyIds ?? []))]
      const names = ids.length > 0 ? await groupNames(db, ids) : new Map<string, string>()
      return questions.map((question) => (question.isForDealTeam ? partyName(question, names) : null))
    },
    textsOf: async (actor, questions) => {
      const told = questions.filter(({ isForDealTeam }) => isForDealTeam)
      if (told.length === 0) return questions.map(() => [])
      const texts = await textsOf(
        db,
        told.map(({ id }) => id),
      )
      const shown = new Map<string, boolean>()
      for (const logId of new Set(told.map((each) => each.logId))) {
        shown.set(logId, readerOf(actor, await log(actor, logId)).answers)
      }
      const writers = await askersByIds(
        db,
        [...texts.values()].flat().flatMap(({ personId }) => personId ?? []),
      )
      return questions.map(({ id, logId }) =>
        (texts.get(id) ?? [])
          .filter(({ ofAnswer }) => !ofAnswer || shown.get(logId))
          .map(({ personId, ...text }) => ({
            ...text,
            by: writers.get(personId ?? '')?.fullName ?? 'Unknown',
          })),
      )
    },
    documentsOf: async (actor, questions, ofAnswer) => {
      const found = new Map<string, DocumentNode[]>()
      for (const [logId, those] of Map.groupBy(questions, (each) => each.logId)) {
        const { place } = await log(actor, logId)
        // What an answer names is read with it: until one is published, by the deal team alone.
        const shown = those.filter(
          ({ answer, isForDealTeam }) => !ofAnswer || answer !== null || isForDealTeam,
        )
        const named = await documentIdsOf(
          db,
          shown.map(({ id }) => id),
          ofAnswer,
        )
        const seen = await documents.seenByIds(actor, place, [...new Set([...named.values()].flat())])
        for (const [id, ids] of named) {
          found.set(
            id,
            ids.flatMap((each) => seen.get(each) ?? []),
          )
        }
      }
      return questions.map(({ id }) => found.get(id) ?? [])
    },
    partiesIn: async (actor, logs) => {
      const told = logs.filter(({ place }) => isDealTeam(actor, place))
      const found = await partiesOf(
        db,
        told.map(({ id }) => id),
      )
      return logs.map(({ id }) => found.get(id) ?? [])
    },
    askersIn: async (actor, logs) => {
      const ids = await askerIds(
        db,
        logs.map((each) => ({ id: each.id, reader: readerOf(actor, each) })),
      )
      const people = await askersByIds(db, [...ids.values()].flat())
      return logs.map(({ id: logId }) =>
        (ids.get(logId) ?? [])
          .flatMap((id) => {
            const person = people.get(id)
            return person ? [{ id, name: person.fullName }] : []
          })
          .toSorted((a, b) => a.name.localeCompare(b.name)),
      )
    },
    readers: async (actor, logs) => {
      const told = logs.filter(({ place }) => isDealTeam(actor, place))
      const facts = await logFactsByIds(
        db,
        told.map(({ id }) => id),
      )
      const counted = told.flatMap((each) => {
        const known = facts.get(each.id)
        return known ? [{ id: each.id, ...readersOf(each, known) }] : []
      })
      const counts = await countPeople(db, counted)
      const byId = new Map(counted.map(({ id }, at) => [id, counts[at] ?? 0]))
      return logs.map(({ id }) => byId.get(id) ?? null)
    },
    left: (actor, logs) =>
      leftOf(
        db,
        logs.map((each) => ({ log: each, party: readerOf(actor, each).party })),
      ),
  }
}

/** Whose count says how many people read a log. */
function readersOf({ place, restricted, groupIds }: LogRow, facts: LogFacts) {
  const isReader = restricted
    ? sql<boolean>`(${personHolds(place, 'QUESTION_LOG_ADMIN')} or ${isInOneOf(groupIds)})`
    : sql<boolean>`true`
  return {
    organisationId: place.organisationId,
    condition: sql<boolean>`(${personSees(facts)} and ${personHolds(place, 'QUESTIONS_VIEW')} and ${isReader})`,
  }
}
