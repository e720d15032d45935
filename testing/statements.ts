import pg from 'pg'

/**
 * The texts of all statements that this process sends to PostgreSQL while something is done. Nothing else may use the
 * database meanwhile, jobs by the clock, the listener to the outbox and what is counted for limits aside.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    texts.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''))
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return texts.filter(
    (text) => !/graphile_worker|outbox|counted_use|^\s*select pg_current_snapshot/.test(text),
  )
}
