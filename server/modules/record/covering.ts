import { setTimeout as sleep } from 'node:timers/promises'
import { trueNow } from '../../platform/trueTime.ts'

/** Milliseconds in which a transaction that has begun is committed, as a rule. */
const COMMIT_MS = 1000
/** Milliseconds between two looks whether the record covers the moment, and for which it is waited. */
const COVERED = { pause: 250, most: 60_000 }

/** Waits until the record has everything until the moment. @throws where it lags behind for a minute */
export async function awaitCovered(
  record: { append(): Promise<void>; lag(): Promise<number> },
  moment: Date,
  signal: AbortSignal,
): Promise<void> {
  const waitMs = moment.getTime() + COMMIT_MS - trueNow()
  if (waitMs > 0) await sleep(waitMs, undefined, { signal })
  const until = trueNow() + COVERED.most
  for (;;) {
    await record.append()
    if (trueNow() - 1000 * (await record.lag()) > moment.getTime()) return
    if (trueNow() > until) throw new Error('The record does not come to cover the moment.')
    await sleep(COVERED.pause, undefined, { signal })
  }
}
