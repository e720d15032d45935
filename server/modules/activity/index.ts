export { type ActivityEntry, type ActivityKind, recordActivity } from './store.ts'
