import { sql } from 'kysely'
import { isEmail, normaliseEmail } from '../../../shared/accountRules.ts'
import { PROFILE_LENGTHS } from '../../../shared/profileRules.ts'
import type { Actor } from '../../access/actor.ts'
import { conflict, requireFields } from '../../access/errors.ts'
import { fullNameIn } from '../../access/personName.ts'
import {
  type AdminResource,
  flagIn,
  type OfficeField,
  type OfficeValues,
  onlyChanged,
  PERSON_FIELD,
  requiredIn,
  tableResource,
  tableWriter,
  textIn,
} from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { recordBy } from '../activity/index.ts'
import { type Files, pictureOf } from '../files/index.ts'
import { dropAuthenticator } from './authenticator.ts'
import { closeChallenges } from './challenge.ts'
import { LOGO, LOGO_OF_COMPANY } from './companyLogo.ts'
import { superUserLost } from './hooks.ts'
import { licenceKind } from './licenceKind.ts'
import { passkeysRemoved, sendNotice } from './notices.ts'
import { dropPasskeys } from './passkeyStore.ts'
import { createPerson } from './people.ts'
import { endSessionsOf } from './sessions.ts'
import { type PersonDetails, setPersonDetails } from './store.ts'

const EMAIL_TAKEN = 'A user with this email already exists.'

const FULL_NAME = fullNameIn('row')

/**
 * As changes of users follow one another and ask again who may, whoever makes one is a super user who stays: the last one
 * can't be lost.
 * @throws CONFLICT for the actor's own account (BO-11)
 */
function requireOther(actor: Actor, id: string, message: string): void {
  if (actor.personId === id) throw conflict(message)
}

const PERSON_FIELDS = [
  {
    name: 'lastName',
    label: 'Last name',
    type: 'TEXT',
    required: true,
    listed: true,
    sortable: true,
    max: PROFILE_LENGTHS.lastName,
  },
  {
    name: 'firstName',
    label: 'First name',
    type: 'TEXT',
    required: true,
    listed: true,
    max: PROFILE_LENGTHS.firstName,
  },
  { name: 'email', label: 'E-mail', type: 'TEXT', required: true, listed: true, sortable: true },
  { name: 'title', label: 'Title', type: 'TEXT', max: PROFILE_LENGTHS.title },
  { name: 'location', label: 'Location', type: 'TEXT', max: PROFILE_LENGTHS.location },
  { name: 'companyId', label: 'Company', type: 'REFERENCE', of: 'company', listed: true, filter: true },
  {
    name: 'isSuperUser',
    label: 'Super user',
    type: 'FLAG',
    help: 'Holds every permission everywhere, and opens the back office.',
    listed: true,
    filter: true,
  },
  { name: 'isActive', label: 'Active', type: 'FLAG', readOnly: true, listed: true, filter: true },
  { name: 'twoFactorEnabled', label: 'Codes by text message', type: 'FLAG', readOnly: true },
  { name: 'hasAuthenticator', label: 'Authenticator app', type: 'FLAG', readOnly: true },
  { name: 'hasPasskeys', label: 'Passkeys', type: 'FLAG', readOnly: true },
  { name: 'phoneNumber', label: 'Phone number', type: 'TEXT', readOnly: true },
  { name: 'lastLoginAt', label: 'Last login', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
  { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true },
] as const satisfies readonly OfficeField[]

const emailOf = (values: OfficeValues): string => normaliseEmail(requiredIn(values, 'email'))

async function changePerson(
  tx: Tx,
  actor: Actor,
  { id, values, before }: { id: string; values: OfficeValues; before: OfficeValues },
): Promise<void> {
  const email = emailOf(values)
  requireFields({ email: isEmail(email) ? null : 'Not a valid email address' })
  const isSuperUser = flagIn(values, 'isSuperUser')
  if (isSuperUser !== flagIn(before, 'isSuperUser'))
    requireOther(actor, id, 'You can’t change this for yourself. Please ask another super user.')
  const { rows } = await sql`select from person where email = ${email} and id <> ${id}`.execute(tx)
  if (rows.length > 0) throw conflict(EMAIL_TAKEN, { email: EMAIL_TAKEN })
  await setPersonDetails(
    tx,
    id,
    onlyChanged<PersonDetails>(values, before, {
      email: { email },
      firstName: { firstName: requiredIn(values, 'firstName') },
      lastName: { lastName: requiredIn(values, 'lastName') },
      title: { title: textIn(values, 'title') },
      location: { location: textIn(values, 'location') },
      companyId: { companyId: textIn(values, 'companyId') },
      isSuperUser: { isSuperUser },
    }),
  )
}

const setActive = (tx: Tx, id: string, isActive: boolean) =>
  tx.updateTable('person').set({ is_active: isActive }).where('id', '=', id).execute()

/** They can't sign in any more, and all of their sessions end; names stay where they are (AUTH-08). */
export async function deactivatePerson(tx: Tx, id: string): Promise<void> {
  await setActive(tx, id, false)
  await closeChallenges(tx, id)
  await endSessionsOf(tx, id)
}

/** They can sign in again, with the password and the access that they have. */
export async function reactivatePerson(tx: Tx, id: string): Promise<void> {
  await setActive(tx, id, true)
}

/** KEY-11: of each the removal is recorded, and the person is told. */
async function removePasskeys(
  tx: Tx,
  actor: Actor,
  { id, email, origin }: { id: string; email: string; origin: string },
): Promise<void> {
  const names = await dropPasskeys(tx, id)
  if (names.length === 0) return
  const subject = { kind: 'person', id }
  await recordBy(
    tx,
    actor,
    names.map((name) => ({ kind: 'REMOVE_PASSKEY', subject, detail: { name } })),
  )
  await sendNotice(tx, { email }, passkeysRemoved, origin)
}

export interface AccountRecords {
  /** Queues the mail with the link for a new password. */
  sendReset(tx: Tx, email: string): Promise<void>
  files: Files
  hooks: Pick<Hooks, 'ask'>
  /** The public address of the product, for links in mails. */
  origin(): string
}

/** People, their companies and their sessions, as staff keep them (BO-09 to BO-12). */
export const accountKinds = ({ sendReset, files, hooks, origin }: AccountRecords): AdminResource[] => [
  {
    ...tableResource({
      name: 'user',
      path: 'users/user',
      section: 'People',
      one: 'user',
      many: 'Users',
      about:
        'A new user gets a link for a password by “Send password reset”. Access is given by user groups.',
      table: 'person',
      hasRevision: true,
      names: FULL_NAME,
      searched: [sql`${fullNameIn('row')} || ' ' || row.email`],
      sort: 'lastName',
      toldBy: ['email'],
      orders: {
        lastName: [sql`row.last_name collate name_order`, sql`row.first_name collate name_order`],
        email: [sql`row.email collate name_order`],
        lastLoginAt: [sql`coalesce(row.last_login_at, '-infinity')`],
      },
      columns: { hasPasskeys: sql`exists (select from passkey where passkey.person_id = row.id)` },
      fields: PERSON_FIELDS,
    }),
    create: async (tx, _actor, values) => {
      const id = await createPerson(tx, {
        email: requiredIn(values, 'email'),
        firstName: requiredIn(values, 'firstName'),
        lastName: requiredIn(values, 'lastName'),
        title: textIn(values, 'title') ?? '',
        location: textIn(values, 'location') ?? '',
        isSuperUser: flagIn(values, 'isSuperUser'),
      })
      await tx
        .updateTable('person')
        .set({ company_id: textIn(values, 'companyId') })
        .where('id', '=', id)
        .execute()
      return id
    },
    change: async (tx, actor, id, values, before) => {
      await changePerson(tx, actor, { id, values, before })
      if (flagIn(before, 'isSuperUser') && !flagIn(values, 'isSuperUser'))
        await hooks.ask(superUserLost, tx, { personId: id })
    },
    actions: [
      {
        name: 'deactivate',
        label: 'Deactivate',
        question: 'They can’t sign in any more, and all of their sessions end. Their name stays where it is.',
        done: 'User deactivated',
        fits: (values) => flagIn(values, 'isActive'),
        run: async (tx, actor, id, values) => {
          requireOther(actor, id, 'You can’t deactivate yourself. Please ask another super user.')
          await deactivatePerson(tx, id)
          if (flagIn(values, 'isSuperUser')) await hooks.ask(superUserLost, tx, { personId: id })
        },
      },
      {
        name: 'reactivate',
        label: 'Reactivate',
        question: 'They can sign in again, with the password and the access that they had.',
        done: 'User reactivated',
        fits: (values) => !flagIn(values, 'isActive'),
        run: async (tx, _actor, id) => {
          await reactivatePerson(tx, id)
        },
      },
      {
        name: 'resetTwoFactor',
        label: 'Switch off two-factor',
        question:
          'They sign in with their password alone until they set up a phone number, an app or a passkey again. Their recovery codes end, and all of their passkeys are removed.',
        done: 'Two-factor authentication is off',
        fits: (values) =>
          ['twoFactorEnabled', 'hasAuthenticator', 'hasPasskeys'].some((name) => flagIn(values, name)),
        run: async (tx, actor, id, values) => {
          await dropAuthenticator(tx, id)
          await removePasskeys(tx, actor, { id, email: requiredIn(values, 'email'), origin: origin() })
          await tx.updateTable('person').set({ two_factor_enabled: false }).where('id', '=', id).execute()
          if (flagIn(values, 'isSuperUser')) await hooks.ask(superUserLost, tx, { personId: id })
          await closeChallenges(tx, id)
        },
      },
      {
        name: 'sendReset',
        label: 'Send password reset',
        question: 'A link for a new password goes to their e-mail address. It works once, and for 24 hours.',
        done: 'Password reset sent',
        fits: (values) => flagIn(values, 'isActive'),
        run: (tx, _actor, _id, values) => sendReset(tx, requiredIn(values, 'email')),
      },
      {
        name: 'endSessions',
        label: 'End sessions',
        question: 'They are signed out in every browser.',
        done: 'Sessions ended',
        run: (tx, actor, id) => endSessionsOf(tx, id, id === actor.personId ? actor.sessionId : undefined),
      },
    ],
  },
  companies(files),
  licenceKind(),
  {
    ...tableResource({
      name: 'session',
      path: 'users/session',
      section: 'People',
      one: 'session',
      many: 'Sessions',
      about: 'Browsers in which people are signed in. Deleting one signs it out.',
      table: 'session',
      names: sql`coalesce(row.device, 'Unknown device')`,
      searched: ['device'],
      sort: '-lastSeenAt',
      fields: [
        PERSON_FIELD,
        { name: 'device', label: 'Device', type: 'TEXT', readOnly: true, listed: true },
        { name: 'createdAt', label: 'Signed in', type: 'MOMENT', readOnly: true, listed: true },
        {
          name: 'lastSeenAt',
          label: 'Last seen',
          type: 'MOMENT',
          readOnly: true,
          listed: true,
          sortable: true,
        },
      ],
    }),
    remove: async (tx, _actor, id) => {
      await tx.deleteFrom('session').where('id', '=', id).execute()
    },
  },
]

function companies(files: Files): AdminResource {
  const fields = [
    { name: 'name', label: 'Name', type: 'TEXT', required: true, listed: true, sortable: true, max: 128 },
    { name: 'logo', label: 'Logo', type: 'PICTURE', readOnly: true },
    { name: 'createdAt', label: 'Created', type: 'MOMENT', readOnly: true, listed: true },
  ] as const satisfies readonly OfficeField[]
  const taken = 'A company with this name already exists.'
  return {
    ...tableResource({
      name: 'company',
      path: 'users/company',
      section: 'People',
      one: 'company',
      many: 'Companies',
      about: 'Whom people work for. A user belongs to one.',
      table: 'company',
      names: 'name',
      searched: ['name'],
      sort: 'name',
      columns: { logo: 'logo_id' },
      fields,
    }),
    pictures: { logo: pictureOf(files, LOGO, LOGO_OF_COMPANY) },
    ...tableWriter('company', fields, { unique: { columns: ['name'], message: taken } }),
  }
}
