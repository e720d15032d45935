// Takes a backup by the clock, verifies it and removes old ones: run by schedule.ts, which sends its order.

import { once } from 'node:events'
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts'
import { openDatabase } from '../database/database.ts'
import { createStorage } from '../storage/index.ts'
import { BackupError, NotWholeError, TakenElsewhereError } from './errors.ts'
import { asFollowUp } from './followUp.ts'
import { removeOldBackups } from './keep.ts'
import { backupIds, verifiedAt } from './manifest.ts'
import { openPlace, type Place } from './place.ts'
import { recordVerified } from './recordVerified.ts'
import { reasonOf } from './run.ts'
import type { BackupFailure, BackupOrder } from './schedule.ts'
import { withConnection } from './session.ts'
import { standBack } from './standBack.ts'
import { isBackupDue, NO_PASSPHRASE } from './status.ts'
import { takeBackup } from './take.ts'
import { verifyBackup } from './verify.ts'

const WEEK_MS = 7 * DAY_MS
/** A week that began a little later on another day. */
const SLACK_MS = HOUR_MS

async function run(order: BackupOrder): Promise<void> {
  const opened = openDatabase(order.poolConfig, { workers: 0 })
  try {
    const { db } = opened
    if (order.taken === undefined) {
      const place = await openOrRecord(order)
      const source = { ...order, storage: await createStorage(order.storage, db) }
      const isDue = () => isBackupDue(db, order.at)
      const { backup } = await takeBackup(place, source, { run: order.run, isScheduled: true, isDue })
      await asFollowUp(db, order.run, () => followUp(place, backup, order))
    } else {
      const { taken } = order
      await asFollowUp(db, order.run, async () => {
        const place = await openOrdered(order).catch(
          because(`The backup ${taken} was taken, but not verified`),
        )
        // Another place is set since then.
        if ((await backupIds(place)).includes(taken)) await followUp(place, taken, order)
      })
    }
  } finally {
    await opened.close()
  }
}

async function openOrdered({ to, passphrase }: BackupOrder): Promise<Place> {
  if (passphrase === undefined) throw new BackupError(NO_PASSPHRASE)
  return openPlace(to, passphrase, { isNew: true })
}

/** A failure is recorded where a backup is not even begun. */
async function openOrRecord(order: BackupOrder): Promise<Place> {
  try {
    return await openOrdered(order)
  } catch (error) {
    await withConnection(order.poolConfig, (client) =>
      client.query(
        `insert into backup_run (id, process, is_scheduled, finished_at, failure) values ($1, $2, true, now(), $3)`,
        [order.run, order.process, reasonOf(error)],
      ),
    )
    throw error
  }
}

/** Says what has failed, before why. */
const because =
  (what: string) =>
  (error: unknown): never => {
    throw error instanceof NotWholeError ? error : new BackupError(`${what}: ${reasonOf(error)}`)
  }

/** Verifies a backup that was taken, where that is due, and removes old ones. */
async function followUp(place: Place, backup: string, order: BackupOrder): Promise<void> {
  await verifyIfDue(place, backup, order).catch(because(`The backup ${backup} was taken, but not verified`))
  await removeOldBackups(place, order.keep).catch(
    because(`The backup ${backup} was taken, but old ones were not removed`),
  )
}

async function verifyIfDue(place: Place, backup: string, { verify, poolConfig }: BackupOrder): Promise<void> {
  if (await isToVerify(place, verify)) await requireWhole(place, backup)
  await recordVerified(place, poolConfig)
}

async function isToVerify(place: Place, rule: BackupOrder['verify']): Promise<boolean> {
  if (rule !== 'weekly') return rule === 'always'
  for (const id of await backupIds(place)) {
    const at = await verifiedAt(place, id)
    if (at !== null && Date.now() - Date.parse(at) < WEEK_MS - SLACK_MS) return false
  }
  return true
}

/** @throws NotWholeError */
async function requireWhole(place: Place, backup: string): Promise<void> {
  const { damaged, missing } = await verifyBackup(place, backup)
  if (damaged + missing === 0) return
  throw new NotWholeError(
    `The backup ${backup} is not whole: ${damaged} damaged, ${missing} missing. Run npm run verify-backup to see what.`,
  )
}

/** Tells the process that has asked, which writes the log. */
async function fail(error: unknown): Promise<never> {
  const reason =
    error instanceof BackupError || !(error instanceof Error) ? reasonOf(error) : String(error.stack)
  const failure: BackupFailure = { reason }
  await new Promise((resolve) => (process.send ? process.send(failure, resolve) : resolve(null)))
  process.exit(1)
}

standBack()
const [order] = (await once(process, 'message')) as [BackupOrder]
try {
  await run(order)
  process.exit(0)
} catch (error) {
  // Where that fails it is due again.
  if (error instanceof TakenElsewhereError) process.exit(0)
  await fail(error)
}
