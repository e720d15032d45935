import type { Tx } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/index.ts'
import type { PersonRow } from './store.ts'

interface NoticeText {
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  /** What to do where it was somebody else. */
  readonly remark?: string
}

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
  proven: {
    subject: 'Your Helioroom account was secured',
    title: 'Your account was secured',
    paragraphs: [
      'You have just shown for the first time that this address is yours. Your account had been made by a link that others could know: whatever was set up for it before, passwords, passkeys, authenticator apps, phone numbers and API tokens, opens it no more, and it was signed out everywhere.',
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
} as const satisfies Readonly<Record<string, NoticeText>>

export type Notice = keyof typeof NOTICES

const NOT_YOU = 'If this was not you, reset your password on the sign-in page and tell the support.'
/** A new password ends no passkey (KEY-11). */
const NOT_YOUR_PASSKEY =
  'If this was not you, remove the passkey in the security settings, choose a new password and tell the support.'

/** KEY-10 */
export const passkeyAdded = (name: string): NoticeText => ({
  subject: 'A passkey was added to your Helioroom account',
  title: 'A passkey was added',
  paragraphs: [
    `The passkey ${name} has just been added to your Helioroom account. It signs in by itself: no password and no code is asked for.`,
  ],
  remark: NOT_YOUR_PASSKEY,
})

/** KEY-10 */
export const passkeyRemoved = (name: string): NoticeText => ({
  subject: 'A passkey of your Helioroom account was removed',
  title: 'A passkey was removed',
  paragraphs: [`The passkey ${name} of your Helioroom account has just been removed. It signs in no more.`],
})

/** KEY-10, KEY-11 */
export const passkeysRemoved: NoticeText = {
  subject: 'The passkeys of your Helioroom account were removed',
  title: 'Your passkeys were removed',
  paragraphs: [
    'An administrator has just switched off two-factor authentication of your Helioroom account, and removed all of its passkeys. Sign in with your password, and add them again.',
  ],
  remark: 'If you did not ask for it, tell the support.',
}

/** KEY-09 */
export const passkeyCopied = (name: string): NoticeText => ({
  subject: `Your passkey ${name} may have been copied.`,
  title: `Your passkey ${name} may have been copied.`,
  paragraphs: [
    'Somebody tried to sign in by it in a way that its own device does not. The sign-in was refused, and the passkey is switched off: it signs in nobody any more.',
    'Please remove it in the security settings, and add a new one.',
  ],
  remark: 'If you did not try to sign in just now, tell the support.',
})

/** Always sent, whatever the settings of notifications say. */
export const sendNotice = (
  tx: Tx,
  person: Pick<PersonRow, 'email'>,
  notice: Notice | NoticeText,
  origin: string,
) => {
  const { remark, ...text }: NoticeText = typeof notice === 'string' ? NOTICES[notice] : notice
  return sendMail(tx, {
    ...text,
    recipient: person.email,
    button: { label: 'Open security settings', url: `${origin}/profile/security` },
    remarks: [remark ?? NOT_YOU],
    foot: { why: 'This mail came because a setting of your account was changed. It is always sent.' },
  })
}
