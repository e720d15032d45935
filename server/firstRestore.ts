import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { openInstallation, passphraseOf } from './commands/installation.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import {
  finishRestore,
  holdsData,
  nameOfPlace,
  openPlace,
  type PlaceAddress,
  PlaceAwayError,
  restoreInto,
} from './platform/backup/index.ts'
import { withConnection } from './platform/backup/session.ts'
import { openDatabase } from './platform/database/database.ts'
import { StorageUnavailableError, waitForStorage } from './platform/storage/index.ts'
import { Shutdown } from './shutdown.ts'
import type { AwaitedPart } from './startWait.ts'

/** Milliseconds between looks at what is waited for. */
const RETRY_MS = 1000

interface FirstRestore {
  config: Config
  poolConfig: pg.PoolConfig
  log: Log
  /** Called with a sentence whenever something had to be waited for (OPS-28), and before a restore, which may take hours. */
  onWait: (part: AwaitedPart, sentence: string) => Promise<void>
}

/**
 * Finishes what a restore has left that was killed, and at the first start on an empty database and an empty storage restores
 * the newest backup of RESTORE_FROM (BACK-20, BACK-21). Of servers that start together one does, the others wait.
 * @throws ConfigError where it is empty and nothing can be restored
 */
export async function restoreAtFirstStart(first: FirstRestore): Promise<void> {
  for (;;) {
    try {
      // Not with the lock, which others wait for that could go on.
      if (first.config.backup.restoreFrom) await waitForOwnStorage(first)
      if (await withConnection(first.poolConfig, (client) => finishAndRestore(client, first))) return
      await first.onWait('storage', 'Waiting for another process, which restores a backup or waits for one.')
    } catch (error) {
      const from = first.config.backup.restoreFrom
      const isAway = error instanceof PlaceAwayError || error instanceof StorageUnavailableError
      if (!from || !isAway) throw error
      await first.onWait('storage', `Waiting for the backups at ${nameOfPlace(from)}.`)
    }
    await sleep(RETRY_MS)
  }
}

/** Whether it is empty can't be said of one that is away. */
async function waitForOwnStorage({ config, poolConfig, onWait }: FirstRestore): Promise<void> {
  const { db, close } = openDatabase(poolConfig, { workers: 0 })
  try {
    await waitForStorage(config, db, (sentence) => onWait('storage', sentence))
  } finally {
    await close()
  }
}

/** @returns whether the start can go on; another process is at it otherwise */
async function finishAndRestore(
  client: pg.Client,
  { config, poolConfig, log, onWait }: FirstRestore,
): Promise<boolean> {
  if (!(await holdLock(client))) return false
  if (await finishRestore(config.dataDir, client)) {
    log.info('A restore was interrupted. What was there before is in place; to restore, run it again.')
  }
  const from = config.backup.restoreFrom
  if (from) await restoreFrom(from, { config, poolConfig, log, onWait })
  return true
}

/** The lock of those that start, which is held for an instant unless one of them restores. */
async function holdLock(client: pg.Client): Promise<boolean> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    if (look > 0) await sleep(LOOK_MS)
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(hashtext('helioroom first restore')) as "isHeld"`,
    )
    if (rows[0]?.isHeld) return true
  }
  return false
}

/** Looks at the lock before it is said that somebody restores, and milliseconds between them. */
const MAX_LOOKS = 10
const LOOK_MS = 200

async function restoreFrom(
  from: PlaceAddress,
  { config, poolConfig, log, onWait }: FirstRestore,
): Promise<void> {
  const opened = new Shutdown()
  try {
    const installation = await openInstallation(config, poolConfig, opened)
    if (await holdsData(installation)) return
    const passphrase = passphraseOf(config)
    // What ends the start is said before it is said that it restores.
    await openPlace(from, passphrase, { isNew: false })
    await onWait('storage', `Restoring the newest backup of ${nameOfPlace(from)}.`)
    const { backup } = await restoreInto(installation, { from, passphrase, backup: 'latest' })
    log.info(`The backup ${backup} of ${nameOfPlace(from)} was restored.`)
  } finally {
    await opened.run()
  }
}
