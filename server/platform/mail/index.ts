export { type MailDelivery, type MailServer, mailDelivery } from './delivery.ts'
export type { Letter, MailEntry, MailLink, MailSection, MailTone } from './letter.ts'
export { type Mail, sendMail, sendMails, sweepMails } from './outbox.ts'
