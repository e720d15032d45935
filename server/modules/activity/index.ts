import type { Database } from '../../platform/database/database.ts'
import { type TakenExport, takeExport } from './exports.ts'
import { prepareMonths } from './months.ts'

export { entryOfUse, isFirstUse, keepEntryOfUse, sweepAddresses, type UsedAddress } from './addresses.ts'
export {
  activityOfRoom,
  activityOfSubject,
  lastActivity,
  type RoomActivity,
  type RoomActivityAsked,
  type SubjectActivity,
} from './ofRoom.ts'
export { STORED_KINDS, shownKind } from './shownKind.ts'
export {
  type ActivityEntry,
  type ActivityKind,
  NOBODY,
  recordActivity,
  recordBy,
  recording,
  type Subject,
  topicOf,
} from './store.ts'

export interface Activity {
  /** Records that a person downloads a spreadsheet. @returns as takeExport in exports.ts */
  takeExport(taken: TakenExport, rate: { calls: number; windowMs: number }): Promise<number>
  /** Makes room for the activity of the months to come. */
  prepareMonths(): Promise<void>
}

export const createActivity = (db: Database): Activity => ({
  takeExport: (taken, rate) => takeExport(db, taken, rate),
  prepareMonths: () => prepareMonths(db),
})
