import pg from 'pg'
import { migrate } from '../../server/platform/database/migrate.ts'

let counter = 0

/** Works with an empty migrated database beside the one that the other measures share, and drops it. */
export async function ownDatabase<Result>(
  connection: pg.PoolConfig,
  work: (poolConfig: pg.PoolConfig) => Promise<Result>,
): Promise<Result> {
  counter += 1
  const database = `bench_${process.pid}_${counter}`
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ ...connection, database: 'postgres' } as pg.ClientConfig)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await asAdmin(`create database ${database} template template0 encoding utf8`)
  try {
    const poolConfig = { ...connection, database }
    const pool = new pg.Pool(poolConfig)
    await migrate(pool)
    await pool.end()
    return await work(poolConfig)
  } finally {
    await asAdmin(`drop database ${database} with (force)`)
  }
}
