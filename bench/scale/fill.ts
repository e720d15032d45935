import type pg from 'pg'
import { storedSequences } from '../../server/platform/backup/catalog.ts'
import { Loader } from '../../server/platform/backup/load.ts'
import { withConnection } from '../../server/platform/backup/session.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { copyOf, readPattern, strideOf } from './copies.ts'
import { makeTemplate } from './template.ts'

export interface FillOptions {
  readonly organisations: number
  /** Of all organisations together. */
  readonly documents: number
}

/** The database has rows already. */
export class NotEmptyError extends Error {}

/**
 * Fills an empty database with generated rows through COPY (SCALE-34): one organisation as the product makes it, and copies
 * of it, each under ids and names of its own. Indexes and keys are made once all rows are there.
 * @throws NotEmptyError
 */
export async function fill(
  poolConfig: pg.PoolConfig,
  { organisations, documents }: FillOptions,
  say: (sentence: string) => void,
): Promise<void> {
  const database = openDatabase(poolConfig, { workers: 0 })
  try {
    await migrate(database.jobs.pool)
    const { rows } = await database.pool.query(
      'select 1 from organisation union all select 1 from person limit 1',
    )
    if (rows.length > 0) throw new NotEmptyError('There is data here already. Fill an empty database.')
    await makeTemplate({ ...database, poolConfig }, documents / organisations)
  } finally {
    await database.close()
  }
  await withConnection(poolConfig, async (client) => {
    const patterns = await readPattern(client)
    const stride = strideOf(patterns)
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    const loader = new Loader(
      client,
      patterns.map(({ table }) => table),
    )
    await loader.prepare()
    for (const pattern of patterns) {
      const { schema, name } = pattern.table
      say(`${name}: ${(pattern.lines.length * organisations).toLocaleString('en-US')} rows`)
      await loader.table(schema, name)
      for (let copy = 0; copy < organisations; copy += 1)
        await loader.block(Buffer.from(copyOf(pattern, copy, stride)))
      await loader.end()
    }
    const last = String(stride * organisations)
    const sequences = (await storedSequences(client)).map((sequence) =>
      sequence.schema === 'public' && sequence.isCalled ? { ...sequence, last } : sequence,
    )
    await loader.complete(sequences, say)
    // They have their organisation, and are no changes that the record waits for.
    for (const table of ['organisation_fill', 'record_backlog', 'record_pending'])
      await client.query(`delete from ${table}`)
    await client.query('commit')
    say('Counting what the planner has to know.')
    await client.query('vacuum (analyze)')
  })
}
