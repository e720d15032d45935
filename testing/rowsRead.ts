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

/** Rows that each table gave to a plan, those that it threw away among them. */
function countInto(rows: Map<string, number>, plan: Plan): void {
  const table = plan['Relation Name']
  if (table) {
    const each =
      plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)
    rows.set(table, (rows.get(table) ?? 0) + each * plan['Actual Loops'])
  }
  for (const below of plan.Plans ?? []) countInto(rows, below)
}

/**
 * How many rows of each table the reading statements of something have looked at, by running each once more under
 * EXPLAIN: a figure that no other work on the machine changes.
 */
export async function rowsRead(pool: pg.Pool, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const sent = await sentDuring(work)
  const rows = new Map<string, number>()
  const readings = sent.filter(
    ({ text }) =>
      /^\s*(select|with)\b/i.test(text) && !/graphile_worker|outbox|pg_current_snapshot/.test(text),
  )
  for (const { text, values } of readings) {
    if (/\b(insert into|update|delete from)\b/i.test(text)) continue
    const { rows: answer } = await pool.query(`explain (analyze, timing off, format json) ${text}`, [
      ...values,
    ])
    const [plan] = answer as { 'QUERY PLAN': { Plan: Plan }[] }[]
    for (const { Plan } of plan?.['QUERY PLAN'] ?? []) countInto(rows, Plan)
  }
  return rows
}
