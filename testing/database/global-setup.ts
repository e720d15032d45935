import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded/index.ts'
import { migrate } from '../../server/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { host: string; port: number; user: string; template: string }
  }
}

const TEMPLATE = 'helioroom_template'

/**
 * One PostgreSQL for the whole run, without fsync, with one migrated template that each test file clones.
 * TEST_POSTGRES_BIN names a folder with another PostgreSQL, so that CI can try the oldest that is supported.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    log: { debug: () => {}, info: () => {}, warn: console.warn, error: console.error },
    ...(process.env.TEST_POSTGRES_BIN ? { binDir: process.env.TEST_POSTGRES_BIN } : {}),
  })
  const { host, port, user } = postgres.connection
  const admin = new pg.Client({ ...postgres.connection })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE} template template0 encoding utf8`)
  await admin.end()
  const pool = new pg.Pool({ host, port, user, database: TEMPLATE })
  // A pool that has ended may still get the error that the server closed its connections.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await migrate(pool)
  await pool.end()
  project.provide('testDatabase', { host, port, user, template: TEMPLATE })
  return async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
