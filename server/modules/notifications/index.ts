import type { MailAddresses } from './mails.ts'
import type { NotificationSettings } from './settings.ts'

export {
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  type NotificationItem,
  type NotificationKind,
  type Reader,
  type Written,
} from './kinds.ts'
export { type Notice, notify, notifyOfEach } from './notify.ts'
export { createRewriting } from './rewriting.ts'
export { createSender, type NotificationSender } from './sender.ts'

export type { NotificationSettings } from './settings.ts'

/** The door of the module: what people want to be notified of. Whoever causes something calls notify. */
export interface Notifications {
  settings: NotificationSettings
  /** What the sender needs. */
  addresses: MailAddresses
}
