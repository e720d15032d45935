export { createEvents, type Events } from './events.ts'
export { publish, sweepOutbox } from './outbox.ts'
export type { Subscription, TopicChange } from './topics.ts'
