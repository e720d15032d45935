import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { ScheduledJob } from '../jobs/index.ts'
import type { JobsLog } from '../jobs/log.ts'
import type { StorageConfig } from '../storage/createStorage.ts'
import type { PlaceAddress } from './address.ts'
import { claimFollowUp, giveBack, recordInterrupted, recordKilled } from './followUp.ts'
import { type BackupSchedule, isBackupDue, sweepRuns } from './status.ts'

/** What the process that takes a backup is told; it reads no settings. */
export interface BackupOrder {
  /** Id of the row that says what has become of it. */
  run: string
  /** The backup of that row, where only what follows it is to be done (BACK-24). */
  taken?: string
  poolConfig: pg.PoolConfig
  to: PlaceAddress
  passphrase: string | undefined
  /** Minutes after midnight, in UTC. */
  at: number
  keep: BackupSchedule['keep']
  verify: BackupSchedule['verify']
  storage: StorageConfig
  contents: readonly string[]
  secret: string
  version: string
  process: string
}

export interface ScheduleDeps {
  db: Database
  settings: BackupSchedule
  order: Omit<BackupOrder, 'run' | 'taken' | 'to' | 'passphrase' | 'at' | 'keep' | 'verify'>
  log: JobsLog
  /** After each one, for who has to be told of a failure. */
  onEnd: () => Promise<void>
}

export interface BackupClock {
  scheduled: readonly ScheduledJob[]
  /** Waits for the one that this process takes now, if it takes one. */
  idle(): Promise<void>
  /** Takes none any more, and gives back the one under way, so that another worker begins it again. */
  stop(): Promise<void>
}

/** What the process that takes a backup answers where it fails. */
export interface BackupFailure {
  reason: string
}

const PROGRAM = path.join(import.meta.dirname, 'scheduledProcess.ts')
/** What looks for a backup that is due. */
const LOOKS = 'take_missed_backup'
/** By which a process is asked to stop, by this one or, with it, by whoever runs both. */
const STOPS: ReadonlySet<unknown> = new Set<NodeJS.Signals>(['SIGTERM', 'SIGINT'])

/**
 * Backups by the clock (BACK-22). Whichever worker gets the job starts a process of its own, which takes no memory of the
 * server's, and goes on with other jobs meanwhile. What was missed is made up for within ten minutes.
 */
export function createBackupClock({ db, settings, order, log, onEnd }: ScheduleDeps): BackupClock {
  const { to, at, passphrase, keep, verify } = settings
  let child: ChildProcess | undefined
  let running: Promise<void> = Promise.resolve()
  /** Two jobs may come in the same minute. */
  let isLooking = false
  let isStopping = false
  const takeDue = async (): Promise<void> => {
    if (child || isLooking) return
    isLooking = true
    try {
      await recordInterrupted(db)
      if (to === undefined || at === null) return
      const set = { ...order, to, at, passphrase, keep, verify }
      if (await isBackupDue(db, at)) return take({ ...set, run: newId() })
      const open = isStopping ? null : await claimFollowUp(db)
      if (open) take({ ...set, run: open.run, taken: open.backup })
    } finally {
      isLooking = false
    }
  }
  const take = (full: BackupOrder): void => {
    if (isStopping) return
    // Without the preload of this process (bin/lib/watch-parent.mjs), which treats a closed channel as a request to stop.
    const started = fork(PROGRAM, { execArgv: [] })
    child = started
    started.send(full)
    let failure: string | undefined
    started.on('message', ({ reason }: BackupFailure) => {
      failure = reason
    })
    running = once(started, 'exit')
      .then(async ([code, signal]) => {
        child = undefined
        if (STOPS.has(signal)) {
          if (await giveBack(db, full.run, LOOKS))
            log.info('A backup was stopped. The next worker begins it again.')
          return
        }
        if (code !== 0) {
          await recordKilled(db, full.run)
          log.error(`A backup by the clock failed: ${failure ?? `its process ended (${signal ?? code}).`}`)
        }
        await onEnd()
      })
      .catch((error: unknown) => log.error(`What follows a backup failed: ${error}`))
  }
  const looks: ScheduledJob = { name: LOOKS, pattern: '*/10 * * * *', run: takeDue }
  const scheduled = [looks, { name: 'sweep_backup_runs', pattern: '47 3 * * *', run: () => sweepRuns(db) }]
  if (to !== undefined && at !== null) {
    scheduled.push({ name: 'take_backup', pattern: `${at % 60} ${Math.floor(at / 60)} * * *`, run: takeDue })
  }
  return {
    // Also where none is taken by the clock: what was given back before is taken out of the queue, and those that people take
    // are looked after.
    scheduled,
    idle: () => running,
    stop: async () => {
      isStopping = true
      child?.kill()
      await running
    },
  }
}
