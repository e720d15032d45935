import { ACCOUNT_ROWS } from './rows/accounts.ts'
import { BACK_OFFICE_ROWS } from './rows/backOffice.ts'
import { CHANGING_ROWS } from './rows/changing.ts'
import { CHECKLIST_ROWS } from './rows/checklists.ts'
import { COPILOT_ROWS } from './rows/copilot.ts'
import { CRM_ROWS } from './rows/crm.ts'
import { FUND_ROWS } from './rows/funds.ts'
import { LABEL_ROWS } from './rows/labels.ts'
import { NOTIFICATION_ROWS } from './rows/notifications.ts'
import { OVERVIEW_ROWS } from './rows/overview.ts'
import { PAGE_ROWS } from './rows/pages.ts'
import { PEOPLE_ROWS } from './rows/people.ts'
import { PERMISSION_ROWS } from './rows/permissions.ts'
import { PLACE_ROWS } from './rows/places.ts'
import { PROJECT_ROWS } from './rows/projects.ts'
import { PROOF_ROWS } from './rows/proofs.ts'
import { QUESTION_ROWS } from './rows/questions.ts'
import { READING_ROWS } from './rows/reading.ts'
import { RECORD_ROWS } from './rows/record.ts'
import { ROOM_ROWS } from './rows/rooms.ts'
import type { Row } from './rows/row.ts'
import { SEARCH_ROWS } from './rows/searching.ts'
import { SETTINGS_ROWS } from './rows/settings.ts'
import { SSO_ROWS } from './rows/sso.ts'
import { STAGING_ROWS } from './rows/staging.ts'
import { SUPPORT_ROWS } from './rows/support.ts'
import { TOKEN_ROWS } from './rows/tokens.ts'
import { VIEWING_ROWS } from './rows/viewing.ts'
import { ZIP_ROWS } from './rows/zips.ts'

export type { Outcome, Row } from './rows/row.ts'

/** Every root field as every persona, in this order: what changes something comes after what reads it. */
export const ROWS: readonly Row[] = [
  ...FUND_ROWS,
  ...ROOM_ROWS,
  ...PROJECT_ROWS,
  ...PROOF_ROWS,
  ...QUESTION_ROWS,
  ...OVERVIEW_ROWS,
  ...READING_ROWS,
  ...PAGE_ROWS,
  ...SEARCH_ROWS,
  ...ZIP_ROWS,
  ...COPILOT_ROWS,
  ...CRM_ROWS,
  ...CHANGING_ROWS,
  ...PERMISSION_ROWS,
  ...LABEL_ROWS,
  ...PEOPLE_ROWS,
  ...SSO_ROWS,
  ...RECORD_ROWS,
  ...CHECKLIST_ROWS,
  ...STAGING_ROWS,
  ...SUPPORT_ROWS,
  ...VIEWING_ROWS,
  ...PLACE_ROWS,
  ...BACK_OFFICE_ROWS,
  // Before the settings, where a password is entered that opens some of these.
  ...ACCOUNT_ROWS,
  ...TOKEN_ROWS,
  ...SETTINGS_ROWS,
  ...NOTIFICATION_ROWS,
]

/** Fields that need no session; their own tests (accounts) cover them for everybody. */
export const PUBLIC_FIELDS = [
  'Mutation.signIn',
  'Mutation.signInVerify',
  'Mutation.signInResendCode',
  'Mutation.createFirstUser',
  'Mutation.signInRecover',
  'Mutation.startPasskeySignIn',
  'Mutation.signInWithPasskey',
  'Query.passwordResetWorks',
  'Query.setupWorks',
  'Query.signInMethod',
  'Mutation.requestPasswordReset',
  'Mutation.resetPassword',
  'Query.invitationByToken',
  'Mutation.acceptInvitation',
  'Query.unsubscription',
]
/** Ends the session, so it is asked last and by everybody. */
export const LAST_FIELD = 'Mutation.signOut'
