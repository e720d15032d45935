import { MINUTE_MS } from '../../../shared/durations.ts'

/** Connections that a process opens at most, unless DATABASE_CONNECTIONS says otherwise. */
export const DEFAULT_CONNECTIONS = 24
/** Fewer leave no room for all kinds of work. */
export const MIN_CONNECTIONS = 12
/** Connections of background work beside those of its jobs: one for each lane's news. */
const JOBS_OVERHEAD = 3
/** The start of a server holds two locks on the whole database, and works beside them. */
const START = 3
/** Workers of a process unless WORKERS says otherwise. */
const DEFAULT_WORKERS = 2

/** The listener to what other processes change has a connection of its own. */
const EVENTS = 1
/** And so have the locks of a process's workers. */
const WORKER_LOCKS = 1

/** How many connections each kind of work has for itself, so that none waits for another. */
export interface Shares {
  readers: number
  changes: number
  jobs: number
  health: number
}

/** What looks for the host that takes writes, where there are several, has one as well. */
const LOOKING = 1

/**
 * @param workers concurrent short jobs, as WORKERS says; long ones and two mails are added
 * @param hasHosts whether the database may be at one of several hosts
 */
export function sharesOf(most = DEFAULT_CONNECTIONS, workers = DEFAULT_WORKERS, hasHosts = false): Shares {
  const connections = most - (hasHosts ? LOOKING : 0)
  const health = 1
  const atOnce = Math.min(Math.ceil(connections / 4), workers + Math.ceil(workers / 2) + 2)
  const jobs = workers === 0 ? START : JOBS_OVERHEAD + atOnce
  const requests = connections - health - jobs - EVENTS - (workers === 0 ? 0 : WORKER_LOCKS)
  const changes = Math.ceil(requests / 3)
  return { readers: requests - changes, changes, jobs, health }
}

/** Milliseconds that the statements of a kind of work may take. */
export interface Limits {
  /** Of one statement, from its arrival at PostgreSQL. */
  statement: number
  /** Between two statements of a transaction. */
  idleInTransaction: number
  /** Until a connection is there: a free one, or a new one. */
  connect: number
}

/** Milliseconds that any statement waits for another's lock; see withLock.ts for those that are often contended. */
export const LOCK_MS = 5000

export const LIMITS = {
  readers: { statement: MINUTE_MS, idleInTransaction: MINUTE_MS, connect: 10_000 },
  // Moves, deletions and permissions of hundreds of thousands of documents are a few statements.
  changes: { statement: 5 * MINUTE_MS, idleInTransaction: MINUTE_MS, connect: 10_000 },
  jobs: { statement: 15 * MINUTE_MS, idleInTransaction: MINUTE_MS, connect: MINUTE_MS },
  health: { statement: 2500, idleInTransaction: 2500, connect: 2500 },
} as const satisfies Record<keyof Shares, Limits>

/** The settings of a new connection. It uses UTC. */
export const startOptions = ({ statement, idleInTransaction }: Limits): string =>
  [
    'TimeZone=UTC',
    `statement_timeout=${statement}`,
    `idle_in_transaction_session_timeout=${idleInTransaction}`,
    `lock_timeout=${LOCK_MS}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')
