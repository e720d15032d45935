import type pg from 'pg'
import { sentDuring } from './statements.ts'

/** A node of a plan that was run, as `explain (analyze, format json)` gives it. */
interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Rows of tables, by their names. */
type Rows = Map<string, number>

const add = (rows: Rows, table: string, count: number): void =>
  void rows.set(table, (rows.get(table) ?? 0) + count)

/** Rows that each table gave to a plan, those that it threw away among them. */
function countInto(rows: Rows, plan: Plan): void {
  const table = plan['Relation Name']
  if (table) {
    const each =
      plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)
    add(rows, table, each * plan['Actual Loops'])
  }
  for (const below of plan.Plans ?? []) countInto(rows, below)
}

/** What one statement looks at. */
async function rowsOf(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Rows> {
  const { rows: answer } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [...values])
  const [plan] = answer as { 'QUERY PLAN': { Plan: Plan }[] }[]
  const rows: Rows = new Map()
  for (const { Plan } of plan?.['QUERY PLAN'] ?? []) countInto(rows, Plan)
  return rows
}

/**
 * How many rows of each table the reading statements of something have looked at, by running each once more under
 * EXPLAIN: a figure that no other work on the machine changes.
 * @param known what statements have looked at before, where nothing changes the database meanwhile: these don't run again
 */
export async function rowsRead(
  pool: pg.Pool,
  work: () => Promise<unknown>,
  known = new Map<string, Promise<Rows>>(),
): Promise<Rows> {
  const sent = await sentDuring(work)
  const rows: Rows = new Map()
  const readings = sent.filter(
    ({ text }) =>
      /^\s*(select|with)\b/i.test(text) && !/graphile_worker|outbox|pg_current_snapshot/.test(text),
  )
  for (const { text, values } of readings) {
    if (/\b(insert into|update|delete from)\b/i.test(text)) continue
    const name = JSON.stringify([text, values])
    const read = known.get(name) ?? rowsOf(pool, text, values)
    known.set(name, read)
    for (const [table, count] of await read) add(rows, table, count)
  }
  return rows
}
