export {
  defineNotification,
  type NotificationHandler,
  type NotificationKind,
  type Reader,
  type Told,
  tells,
  type Written,
} from './kinds.ts'
export { type Notice, notify } from './notify.ts'
export { createSender, type NotificationSender } from './sender.ts'
