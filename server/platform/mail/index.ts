export { type MailDelivery, type MailServer, mailDelivery } from './delivery.ts'
export { type Mail, sendMail } from './outbox.ts'
