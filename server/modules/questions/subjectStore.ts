import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { ChoiceRow } from './logStore.ts'

/** The tables that say what a question is about. */
const LINKS = {
  category: { table: 'question_categorising', column: 'category_id' },
  topic: { table: 'question_on_topic', column: 'topic_id' },
  project: { table: 'question_project', column: 'project_id' },
  portfolio: { table: 'question_portfolio', column: 'portfolio_id' },
} as const
export type LinkKind = keyof typeof LINKS

/** @returns whether anything changed */
export async function link(
  tx: Tx,
  kind: LinkKind,
  questionId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { table, column } = LINKS[kind]
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (question_id, ${sql.ref(column)})
    select ${questionId}, unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** @returns whether anything changed */
export async function unlink(
  tx: Tx,
  kind: LinkKind,
  questionId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { table, column } = LINKS[kind]
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where question_id = ${questionId} and ${sql.ref(column)} = any(${ids}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

/** Projects or portfolios of each question by id, whoever may see them: the caller asks their doors. */
export async function linkedIds(
  db: Connection,
  kind: 'project' | 'portfolio',
  questionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { table, column } = LINKS[kind]
  const { rows } = await sql<{ questionId: string; id: string }>`
    select question_id as "questionId", ${sql.ref(column)} as id from ${sql.table(table)}
    where question_id = any(${questionIds}::uuid[])`.execute(db)
  const found = Map.groupBy(rows, ({ questionId }) => questionId)
  return new Map([...found].map(([id, links]) => [id, links.map((each) => each.id)]))
}

/** Categories or topics of each question, in the order of the log. */
export async function choicesOfQuestions(
  db: Connection,
  kind: 'category' | 'topic',
  questionIds: readonly string[],
): Promise<Map<string, ChoiceRow[]>> {
  const { table, column } = LINKS[kind]
  const choices = kind === 'category' ? sql`question_category` : sql`question_topic`
  const { rows } = await sql<ChoiceRow & { questionId: string }>`
    select chosen.question_id as "questionId", choice.id, choice.log_id as "logId", choice.name
    from ${sql.table(table)} chosen join ${choices} choice on choice.id = chosen.${sql.ref(column)}
    where chosen.question_id = any(${questionIds}::uuid[]) order by choice.position, choice.id`.execute(db)
  return Map.groupBy(rows, ({ questionId }) => questionId)
}
