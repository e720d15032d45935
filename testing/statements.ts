import pg from 'pg'

/** A statement as it was sent. */
export interface Sent {
  text: string
  values: readonly unknown[]
}

/** All statements that this process sends to PostgreSQL while something is done, by whomever. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text = '', values = [] } =
      typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown[] })
    sent.push({ text, values: Array.isArray(second) ? second : values })
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/**
 * The texts of all statements that this process sends to PostgreSQL while something is done. Nothing else may use the
 * database meanwhile, jobs by the clock, the listener to the outbox, the sockets that say they are open and what is counted for limits aside.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = (await sentDuring(work)).map(({ text }) => text)
  return texts.filter(
    (text) => !/graphile_worker|outbox|counted_use|open_socket|^\s*select pg_current_snapshot/.test(text),
  )
}
