import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'

export interface TestDatabase extends Omit<OpenDatabase, 'close'> {
  /** For a server of its own on the same database. */
  readonly poolConfig: pg.PoolConfig
}

/** Those that the program opens on each of them. */
export const CONNECTIONS = 16

let counter = 0

/** A migrated, empty database for the tests of this file; made before them and dropped after them. */
export function testDatabase(): TestDatabase {
  const { template, ...server } = inject('testDatabase')
  counter += 1
  const database = `test_${process.pid}_${Date.now()}_${counter}`
  const poolConfig: pg.PoolConfig = { ...server, database }
  let opened: OpenDatabase | undefined
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const current = () => {
    if (!opened) throw new Error('The test database is there from beforeAll on, not earlier.')
    return opened
  }
  beforeAll(async () => {
    await asAdmin(`create database ${database} template ${template} strategy file_copy`)
    opened = openDatabase(poolConfig, { connections: CONNECTIONS })
  })
  afterAll(async () => {
    await opened?.close()
    // Not with force: connections that are about to close get the five seconds that PostgreSQL waits for them, for who is
    // cut off instead reports it as an error; those that a test left open make it fail.
    await asAdmin(`drop database ${database}`)
  })
  return {
    get db() {
      return current().db
    },
    get pool() {
      return current().pool
    },
    get jobs() {
      return current().jobs
    },
    ping: () => current().ping(),
    get own() {
      return current().own
    },
    get watch() {
      return current().watch
    },
    poolConfig,
  }
}
