// Takes a backup by the clock, verifies it and removes old ones: run by schedule.ts, which sends its order.

import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type pg from 'pg'
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts'
import { openDatabase } from '../database/database.ts'
import { newId } from '../ids.ts'
import { createStorage } from '../storage/index.ts'
import { BackupError, TakenElsewhereError } from './errors.ts'
import { removeOldBackups } from './keep.ts'
import { backupIds, verifiedAt } from './manifest.ts'
import { openPlace, type Place } from './place.ts'
import { reasonOf } from './run.ts'
import type { BackupOrder } from './schedule.ts'
import { withConnection } from './session.ts'
import { isBackupDue, NO_PASSPHRASE } from './status.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

const WEEK_MS = 7 * DAY_MS
/** A week that began a little later on another day. */
const SLACK_MS = HOUR_MS

async function run(order: BackupOrder): Promise<void> {
  const place = await placeOf(order)
  const opened = openDatabase(order.poolConfig, { workers: 0 })
  try {
    const source = { ...order, storage: await createStorage(order.storage, opened.db) }
    const isDue = () => isBackupDue(opened.db, order.at)
    const { backup } = await takeBackup(place, source, { isScheduled: true, isDue })
    if (await isToVerify(place, order.verify)) await verify(place, backup, order.poolConfig)
    await recordVerified(place, order.poolConfig)
    await removeOldBackups(place, order.keep)
  } finally {
    await opened.close()
  }
}

/** A failure is recorded where a backup is not even begun. */
async function placeOf({ to, passphrase, poolConfig, process: name }: BackupOrder): Promise<Place> {
  try {
    if (passphrase === undefined) throw new BackupError(NO_PASSPHRASE)
    return await openPlace(to, passphrase, { isNew: true })
  } catch (error) {
    await withConnection(poolConfig, (client) =>
      client.query(
        `insert into backup_run (id, process, is_scheduled, finished_at, failure) values ($1, $2, true, now(), $3)`,
        [newId(), name, reasonOf(error)],
      ),
    )
    throw error
  }
}

async function isToVerify(place: Place, rule: BackupOrder['verify']): Promise<boolean> {
  if (rule !== 'weekly') return rule === 'always'
  for (const id of await backupIds(place)) {
    const at = await verifiedAt(place, id)
    if (at !== null && Date.now() - Date.parse(at) < WEEK_MS - SLACK_MS) return false
  }
  return true
}

async function verify(place: Place, backup: string, poolConfig: pg.PoolConfig): Promise<void> {
  const { damaged, missing } = await verifyBackup(place, backup)
  if (damaged + missing === 0) return
  const failure = `The backup ${backup} is not whole: ${damaged} damaged, ${missing} missing. Run npm run verify-backup to see what.`
  await withConnection(poolConfig, (client) =>
    client.query('update backup_run set failure = $2 where backup = $1', [backup, failure]),
  )
  throw new BackupError(failure)
}

/** What was verified by hand counts as well. */
async function recordVerified(place: Place, poolConfig: pg.PoolConfig): Promise<void> {
  await withConnection(poolConfig, async (client) => {
    for (const id of await backupIds(place)) {
      const at = await verifiedAt(place, id)
      if (at !== null)
        await client.query('update backup_run set verified_at = $2 where backup = $1', [id, at])
    }
  })
}

// People who work at the same time come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const [order] = (await once(process, 'message')) as [BackupOrder]
try {
  await run(order)
  process.exit(0)
} catch (error) {
  // Where that fails it is due again.
  if (error instanceof TakenElsewhereError) process.exit(0)
  console.error(error instanceof BackupError ? error.message : error)
  process.exit(1)
}
