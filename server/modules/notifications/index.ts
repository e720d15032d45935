export {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type NotificationItem,
  type NotificationKind,
  type Reader,
  type Written,
} from './kinds.ts'
export { type Notice, notify } from './notify.ts'
export { createSender, type NotificationSender } from './sender.ts'
