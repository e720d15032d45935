import { createComparer } from '../../../platform/comparing/index.ts'
import { createFairQueue } from '../../../platform/pages/index.ts'
import { type ComparingDependencies, createVersionComparing, type VersionComparing } from './comparing.ts'

/** Comparisons that one person may have waiting, and milliseconds that one waits. */
const QUEUE = { perPerson: 2, waitMs: 60_000 }

export interface VersionComparingDoor extends VersionComparing {
  /** Ends the process that compares. */
  close(): void
}

/** Comparisons with the process that makes them. */
export function openComparing(deps: Omit<ComparingDependencies, 'comparer' | 'queue'>): VersionComparingDoor {
  const comparer = createComparer()
  return {
    ...createVersionComparing({ ...deps, comparer, queue: createFairQueue(QUEUE) }),
    close: comparer.close,
  }
}
