export { type MailDelivery, type MailServer, mailDelivery, type RewriteMail } from './delivery.ts'
export { mailFigures } from './figures.ts'
export type { Letter, MailEntry, MailLink, MailSection, MailTone } from './letter.ts'
export {
  keepSource,
  type Mail,
  resendMail,
  sendMail,
  sendMails,
  sweepMails,
} from './outbox.ts'
