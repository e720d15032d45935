import pg from 'pg'

/** A node of a plan that was run, as `explain (analyze, format json)` gives it. */
interface Plan {
  'Node Type': string
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

interface Sent {
  text: string
  values: unknown[]
}

/**
 * How many rows of each table the reading statements of something have looked at, by running each once more under
 * EXPLAIN: a figure that no other work on the machine changes.
 */
export async function rowsRead(pool: pg.Pool, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const sent: Sent[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(second) ? second : [] })
    else {
      const { text = '', values = [] } = first as { text?: string; values?: unknown[] }
      sent.push({ text, values: Array.isArray(second) ? second : values })
    }
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  const rows = new Map<string, number>()
  const readings = sent.filter(
    ({ text }) =>
      /^\s*(select|with)\b/i.test(text) && !/graphile_worker|outbox|pg_current_snapshot/.test(text),
  )
  for (const { text, values } of readings) {
    if (/\b(insert into|update|delete from)\b/i.test(text)) continue
    const { rows: answer } = await pool.query(`explain (analyze, timing off, format json) ${text}`, values)
    const [plan] = answer as { 'QUERY PLAN': { Plan: Plan }[] }[]
    for (const { Plan } of plan?.['QUERY PLAN'] ?? []) countInto(rows, Plan)
  }
  return rows
}
