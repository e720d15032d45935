import type { Config } from './config.ts'
import type { Figures } from './http/metrics.ts'
import { backupFigures } from './platform/backup/index.ts'
import { clockOfDatabase, offsetOf } from './platform/database/clock.ts'
import type { OpenDatabase } from './platform/database/database.ts'
import { readMigrations } from './platform/database/migrations.ts'
import { jobFigures } from './platform/jobs/index.ts'
import { mailFigures } from './platform/mail/index.ts'
import { processName, productVersion } from './product.ts'

export interface WatchedParts extends Pick<OpenDatabase, 'db' | 'own' | 'watch'> {
  config: Pick<Config, 'backup' | 'port' | 'processName' | 'role'>
  /** Sockets that are open at this process. */
  sockets(): number
  /** Whether /readyz would answer with 200. */
  isReady(): Promise<boolean>
  /** Seconds for which the oldest entry has waited for the record. */
  recordLag(): Promise<number | null>
}

let newest: string | undefined

/** The newest migration that this program knows. All of them are read for it, once. */
export function newestMigration(): string {
  newest ??= readMigrations().at(-1)?.name ?? ''
  return newest
}

/** What `/metrics` of every role has besides what is counted while it works (OPS-24, BACK-26, CHAIN-07). */
export const figuresOf = ({
  config,
  db,
  own,
  watch,
  sockets,
  isReady,
  recordLag,
}: WatchedParts): Figures[] => [
  ofProcess(config, sockets),
  {
    about: { helioroom_ready: { help: '1 where this process is ready, else 0.' } },
    read: async () => ({ helioroom_ready: (await isReady()) ? 1 : 0 }),
  },
  ofConnections(watch),
  {
    about: {
      helioroom_clock_offset_seconds: { help: "Seconds by which the database's clock is ahead of this one." },
    },
    read: async () => ({ helioroom_clock_offset_seconds: await offsetOf(() => clockOfDatabase(own)) }),
  },
  ofJobs(db),
  {
    about: {
      helioroom_mails: {
        help: 'E-mails that wait, or were refused for good, of all processes together.',
        labels: ['state'],
      },
    },
    read: async () => ({ helioroom_mails: byState(await mailFigures(db)) }),
  },
  backupFigures(db, config.backup),
  {
    about: {
      record_append_lag_seconds: {
        help: 'For how long the oldest entry has waited to be appended to the record (CHAIN-07).',
      },
    },
    read: async () => ({ record_append_lag_seconds: await recordLag() }),
  },
]

function ofProcess(config: WatchedParts['config'], sockets: () => number): Figures {
  const labels = {
    version: productVersion(),
    role: config.role,
    process: processName(config),
    migration: newestMigration(),
  }
  return {
    about: {
      helioroom_info: { help: 'What this process is.', labels: Object.keys(labels) },
      helioroom_sockets: { help: 'WebSockets that are open at this process.' },
    },
    read: async () => ({ helioroom_info: [{ labels, value: 1 }], helioroom_sockets: sockets() }),
  }
}

const ofConnections = (watch: WatchedParts['watch']): Figures => ({
  about: {
    helioroom_database_connections: {
      help: 'Connections of this process by kind of work; state waiting: work that waits for one.',
      labels: ['pool', 'state'],
    },
    helioroom_database_errors_total: {
      help: 'Connections that were lost or could not be made, and statements without an answer.',
      isCounter: true,
    },
  },
  read: async () => ({
    helioroom_database_connections: watch
      .connections()
      .flatMap(({ pool, ...states }) =>
        Object.entries(states).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
    helioroom_database_errors_total: watch.failures,
  }),
})

const ofJobs = (db: OpenDatabase['db']): Figures => ({
  about: {
    helioroom_jobs: {
      help: 'Jobs that wait, run, or have failed for good, of all processes together.',
      labels: ['state'],
    },
    helioroom_job_oldest_due_seconds: {
      help: 'For how long the job has been due that is due the longest; 0 where none is.',
    },
  },
  read: async () => {
    const { oldestDue, ...states } = await jobFigures(db)
    return {
      helioroom_jobs: byState(states),
      helioroom_job_oldest_due_seconds:
        oldestDue === null ? 0 : Math.max(0, (Date.now() - oldestDue.getTime()) / 1000),
    }
  },
})

const byState = (states: object) =>
  Object.entries(states).map(([state, value]) => ({ labels: { state }, value: Number(value) }))
