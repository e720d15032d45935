import type { Database } from '../../platform/database/database.ts'
import { type TakenExport, takeExport } from './exports.ts'

export { isFirstUse, sweepAddresses, type UsedAddress } from './addresses.ts'
export { type ActivityEntry, type ActivityKind, recordActivity, type Subject, topicOf } from './store.ts'

export interface Activity {
  /** Records that a person downloads a spreadsheet. @returns as takeExport in exports.ts */
  takeExport(taken: TakenExport, rate: { calls: number; windowMs: number }): Promise<number>
}

export const createActivity = (db: Database): Activity => ({
  takeExport: (taken, rate) => takeExport(db, taken, rate),
})
