import { writeFile } from 'node:fs/promises'
import os from 'node:os'

/** How far behind requests a process comes that somebody waits for; others get a tenth of a busy processor. */
export const AWAITED = 1

/**
 * Has a process stand back in processor time, and go first when the machine's memory ends; where this can't be set, no harm
 * is done.
 */
export function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, priority)
  } catch {
    // It may have ended already.
  }
  if (process.platform === 'linux') writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}
