import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hasPending } from '../store.ts'
import { appendPending } from './appending.ts'

/** Milliseconds between looks for what is to be appended: a leaf is there within 10 seconds of its commit (CHAIN-01). */
const POLL_MS = 2000

/** Appends as long as the process lives, beside all changes and in no transaction of theirs (CHAIN-07). @returns stops it */
export function startAppender(db: Database, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (await hasPending(db)) await appendPending(db, stopping.signal)
      } catch (err) {
        if (!stopping.signal.aborted) log.error({ err }, 'entries could not be appended to the record')
      }
      await sleep(POLL_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
