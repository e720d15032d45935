import type { Tx } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/index.ts'
import type { PersonRow } from './store.ts'

/** What is written to the account's address, so that nobody is locked out unseen (NOTIF-15). */
const NOTICES = {
  password: {
    subject: 'Your Helioroom password was changed',
    title: 'Your password was changed',
    paragraphs: [
      'The password of your Helioroom account has just been changed in the settings. Everywhere else the account was signed out.',
    ],
  },
  phone: {
    subject: 'The phone number of your Helioroom account was changed',
    title: 'Your phone number was changed',
    paragraphs: [
      'A new phone number has just been confirmed for your Helioroom account. Codes for signing in are sent to it from now on.',
    ],
  },
  authenticator: {
    subject: 'An authenticator app was added to your Helioroom account',
    title: 'An authenticator app was added',
    paragraphs: [
      'An authenticator app has just been added to your Helioroom account. Signing in asks for its codes from now on.',
    ],
  },
  authenticatorRemoved: {
    subject: 'The authenticator app of your Helioroom account was removed',
    title: 'Your authenticator app was removed',
    paragraphs: [
      'The authenticator app of your Helioroom account has just been removed, and its recovery codes with it.',
    ],
  },
} as const

export type Notice = keyof typeof NOTICES

/** Always sent, whatever the settings of notifications say. */
export const sendNotice = (tx: Tx, person: Pick<PersonRow, 'email'>, notice: Notice, origin: string) =>
  sendMail(tx, {
    ...NOTICES[notice],
    recipient: person.email,
    button: { label: 'Open security settings', url: `${origin}/profile/security` },
    remarks: ['If this was not you, reset your password on the sign-in page and tell the support.'],
    foot: { why: 'This mail came because a setting of your account was changed. It is always sent.' },
  })
