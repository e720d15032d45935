import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { ScheduledJob } from '../jobs/index.ts'
import type { JobsLog } from '../jobs/log.ts'
import type { StorageConfig } from '../storage/createStorage.ts'
import type { PlaceAddress } from './address.ts'
import { type BackupSchedule, isBackupDue, sweepRuns } from './status.ts'

/** What the process that takes a backup is told; it reads no settings. */
export interface BackupOrder {
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
  order: Omit<BackupOrder, 'to' | 'passphrase' | 'at' | 'keep' | 'verify'>
  log: JobsLog
  /** After each one, for who has to be told of a failure. */
  onEnd: () => Promise<void>
}

export interface BackupClock {
  scheduled: readonly ScheduledJob[]
  /** Waits for the one that this process takes now, if it takes one. */
  idle(): Promise<void>
  /** Ends it; the next worker begins it again. */
  stop(): void
}

const PROGRAM = path.join(import.meta.dirname, 'scheduledProcess.ts')

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
  const takeDue = async (): Promise<void> => {
    if (to === undefined || at === null || child || isLooking) return
    isLooking = true
    try {
      if (await isBackupDue(db, at)) take({ ...order, to, at, passphrase, keep, verify })
    } finally {
      isLooking = false
    }
  }
  const take = (full: BackupOrder): void => {
    // Without the preload of this process (bin/lib/watch-parent.mjs), which treats a closed channel as a request to stop.
    const started = fork(PROGRAM, { execArgv: [] })
    child = started
    started.send(full)
    running = once(started, 'exit').then(async ([code]) => {
      child = undefined
      if (code !== 0) log.error('The backup of today failed; see the system status.')
      await onEnd()
    })
    running.catch((error: unknown) => log.error(`What follows a backup failed: ${error}`))
  }
  const scheduled: ScheduledJob[] = [
    { name: 'take_missed_backup', pattern: '*/10 * * * *', run: takeDue },
    { name: 'sweep_backup_runs', pattern: '47 3 * * *', run: () => sweepRuns(db) },
  ]
  if (at !== null) {
    scheduled.push({ name: 'take_backup', pattern: `${at % 60} ${Math.floor(at / 60)} * * *`, run: takeDue })
  }
  return {
    scheduled: to === undefined ? [] : scheduled,
    idle: () => running,
    stop: () => void child?.kill(),
  }
}
