import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'pg'
import { codeOf } from '../errorCode.ts'
import { isAway, RETRY_FOR_MS } from './away.ts'

/** The server on which a transaction runs: after a failover the next one may give the same number to another. */
export const TIMELINE = `left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

/** A transaction by which it is known what became of it. */
export interface TransactionId {
  xid: string
  timeline: string
  /** Process of PostgreSQL that ran it. */
  pid: number
}

/** What became of a transaction whose COMMIT got no answer. */
export type Fate = 'committed' | 'aborted' | 'unknown'

/** Milliseconds after which one that goes on without anybody is ended, so that it becomes known. */
const GOES_ON_MS = 1000
const PAUSE_MS = 100
/** A number that PostgreSQL has not given yet. */
const IN_THE_FUTURE = '22023'

const STATUS = `select pg_xact_status($1::xid8) as status, ${TIMELINE} as timeline`
/**
 * One that waits for the standby is committed on this server alone: ended, it would count as committed, and be lost with this
 * server.
 */
const END = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where pid = $1 and backend_xid::text = ($2::numeric % 4294967296)::text and wait_event is distinct from 'SyncRep'`

/**
 * Asks the database what became of a transaction (SCALE-13), for ten seconds at most.
 * @param ask on another connection than the one that was lost
 */
export async function fateOf(
  { xid, timeline, pid }: TransactionId,
  ask: (text: string, values: readonly unknown[]) => Promise<QueryResult>,
): Promise<Fate> {
  const began = performance.now()
  for (;;) {
    const waited = performance.now() - began
    try {
      const { rows } = await ask(STATUS, [xid])
      const { status, timeline: now }: { status: string | null; timeline: string } = rows[0]
      if (status === 'aborted') return 'aborted'
      // The standby may have given the number to another one, where it never got this one.
      if (status === 'committed') return now === timeline ? 'committed' : 'unknown'
      if (status !== 'in progress') return 'unknown'
      if (now !== timeline) return 'aborted'
      if (waited > GOES_ON_MS) await ask(END, [pid, xid])
    } catch (error) {
      if (codeOf(error) === IN_THE_FUTURE) return 'aborted'
      if (!isAway(error)) return 'unknown'
    }
    if (waited > RETRY_FOR_MS) return 'unknown'
    await sleep(PAUSE_MS)
  }
}
