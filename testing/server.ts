import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type App, type AppDependencies, createApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import type { CallerLimits } from '../server/http/graphql/index.ts'
import { createLog } from '../server/log.ts'
import type { TestDatabase } from './database/index.ts'

/** What the test server signs with, for addresses that a test makes itself. */
export const SECRET = 'a secret of the tests that is long enough'

const UNLIMITED = Number.MAX_SAFE_INTEGER
const ANY: CallerLimits = {
  operations: { calls: 100_000, windowMs: 1 },
  preparing: { capacity: UNLIMITED, perSecond: UNLIMITED },
  running: { capacity: UNLIMITED, perSecond: UNLIMITED },
}

/** For what asks more in a minute than people may. */
export const NO_CALLER_LIMITS = { signedIn: ANY, signedOut: ANY }

export interface TestServer {
  /** Origin, such as http://127.0.0.1:40001. */
  address: string
  app: App
  config: Config
  dataDir: string
  close(): Promise<void>
}

/** Where files lie that a server of some folder has in a bucket, so that a further one over the same folder finds them. */
const buckets = new Map<string, Record<string, string>>()

/** Settings of where this run keeps files: `TEST_FILES` is `s3` or `s3-direct` for a bucket for each folder, else the folder. */
async function filesOfRun(dataDir: string): Promise<Record<string, string>> {
  const { TEST_FILES: files } = process.env
  if (files === undefined) return {}
  const { bucketSettings, newBucket } = await import('./s3/bucket.ts')
  const settings =
    buckets.get(dataDir) ?? bucketSettings(await newBucket(), { isDirect: files === 's3-direct' })
  buckets.set(dataDir, settings)
  return settings
}

/** The whole server on a free port of this machine, over the test's database and a folder of its own. */
export async function startTestServer(
  database: TestDatabase,
  env: Record<string, string> = {},
  {
    logTo,
    ...parts
  }: Pick<AppDependencies, 'callerLimits' | 'exportRate' | 'idleMs' | 'pingMs'> & {
    /** Takes the lines of the log. */
    logTo?: (line: string) => void
  } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-files-'))
  const config = readConfig({
    PORT: '0',
    WORKERS: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '5',
    STORAGE_RESERVE_BYTES: '0',
    // What a test finds must not depend on what is installed.
    OCR: 'off',
    LIBREOFFICE: 'off',
    DATA_DIR: dataDir,
    ...(env.FILES === undefined && (await filesOfRun(env.DATA_DIR ?? dataDir))),
    ...env,
  })
  const app = await createApp({
    config,
    secret: SECRET,
    log: createLog(config, logTo && { write: logTo }),
    db: database.db,
    pool: database.pool,
    jobs: database.jobs,
    ping: database.ping,
    own: database.own,
    watch: database.watch,
    ...parts,
  })
  const { port } = await app.listen()
  return {
    address: `http://127.0.0.1:${port}`,
    app,
    config,
    dataDir,
    close: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
