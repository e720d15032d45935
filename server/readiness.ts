import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadinessChecks } from './http/health.ts'
import { clockOffset } from './platform/trueTime.ts'

/** Milliseconds for which the clock waits for what the database says of it. */
const CLOCK_WAIT_MS = 2500

/** What has to work before a process is ready. @param ping asks the database, what its clock says among it */
export function readinessChecks(
  ping: () => Promise<void>,
  storage: () => Promise<void>,
): Required<Pick<ReadinessChecks, 'database' | 'storage' | 'clock'>> {
  let asked = Promise.resolve()
  return {
    database: () => {
      asked = ping()
      return asked
    },
    storage,
    // A database that is away says nothing of the clock.
    clock: async () => {
      await Promise.race([asked.catch(() => {}), sleep(CLOCK_WAIT_MS, undefined, { ref: false })])
      if (clockOffset() !== 0) throw new Error('The clock differs from that of the database (SCALE-32).')
    },
  }
}
