export { isFirstUse, sweepAddresses, type UsedAddress } from './addresses.ts'
export { type TakenExport, takeExport } from './exports.ts'
export { type ActivityEntry, type ActivityKind, recordActivity, type Subject, topicOf } from './store.ts'
