import { sql } from 'kysely'
import { fullName } from '../../../shared/personName.ts'
import { type Actor, holds, organisationIdsOf } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** A person as other modules and resolvers know them. The password's hash is never part of it (AUTH-34). */
export interface PersonRow {
  id: string
  /** Normalised. */
  email: string
  firstName: string
  lastName: string
  /** Job title. */
  title: string | null
  location: string | null
  companyId: string | null
  /** E.164 form. */
  phoneNumber: string | null
  /** By text messages to the phone number. */
  twoFactorEnabled: boolean
  /** By an authenticator app. */
  hasAuthenticator: boolean
  isSuperUser: boolean
  isActive: boolean
  lastLoginAt: Date | null
  /** Id of the stored file; null with the default avatar. */
  avatarId: string | null
  /** Goes up with each change of what is said of them. */
  revision: number
}

export interface CompanyRow {
  id: string
  name: string
  /** Id of the stored file; null without a logo. */
  logoId: string | null
}

const PERSON = [
  'id',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'title',
  'location',
  'company_id as companyId',
  'phone_number as phoneNumber',
  'two_factor_enabled as twoFactorEnabled',
  'has_authenticator as hasAuthenticator',
  'is_super_user as isSuperUser',
  'is_active as isActive',
  'last_login_at as lastLoginAt',
  'avatar_id as avatarId',
  'revision',
] as const

/** Rows by id in the order of the ids, null where there is none: what a DataLoader asks for. */
const inOrder = <Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | null)[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** Persons in the order of the ids. The caller has shown that the viewer may see that they exist. */
export async function personsByIds(db: Connection, ids: readonly string[]): Promise<(PersonRow | null)[]> {
  const rows = await db
    .selectFrom('person')
    .select(PERSON)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return inOrder(ids, rows)
}

/** Full names by id, of those that there are. The caller has shown that the viewer may see that they exist. */
export async function namesByIds(db: Connection, ids: Iterable<string>): Promise<Map<string, string>> {
  const persons = await personsByIds(db, [...new Set(ids)])
  return new Map(persons.flatMap((person) => (person ? [[person.id, fullName(person)] as const] : [])))
}

/** Persons by their normalised e-mail, where they have an account. The caller has shown that the viewer may know. */
export async function personsByEmails(
  db: Connection,
  emails: readonly string[],
): Promise<Map<string, PersonRow>> {
  const rows = await db
    .selectFrom('person')
    .select(PERSON)
    .where((eb) => eb('email', '=', eb.fn.any(eb.val(emails))))
    .execute()
  return new Map(rows.map((row) => [row.email, row]))
}

/** Companies in the order of the ids. */
export async function companiesByIds(db: Connection, ids: readonly string[]): Promise<(CompanyRow | null)[]> {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name', 'logo_id as logoId'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return inOrder(ids, rows)
}

/** Which of the persons are in an organisation whose people the actor administers, in the order of the ids. */
export async function administeredAmong(
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<boolean[]> {
  if (actor.isSuperUser) return personIds.map(() => true)
  const organisationIds = organisationIdsOf(actor).filter((organisationId) =>
    holds(actor, 'USERS_ADMIN', { kind: 'organisation', organisationId }),
  )
  if (organisationIds.length === 0) return personIds.map(() => false)
  const rows = await db
    .selectFrom('membership')
    .innerJoin('user_group', 'user_group.id', 'membership.group_id')
    .select('membership.person_id as id')
    .distinct()
    .where((eb) => eb('membership.person_id', '=', eb.fn.any(eb.val(personIds))))
    .where((eb) => eb('user_group.organisation_id', '=', eb.fn.any(eb.val(organisationIds))))
    .execute()
  const administered = new Set(rows.map((row) => row.id))
  return personIds.map((id) => administered.has(id))
}

/** The stored data to check a password against. */
export interface Credentials {
  personId: string
  passwordHash: string | null
}

export const credentialsOf = (db: Connection, email: string): Promise<Credentials | undefined> =>
  db
    .selectFrom('person')
    .select(['id as personId', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()

/** The same by the person, with the e-mail that failures are counted by; undefined for an unknown one. */
export const credentialsOfPerson = (
  db: Connection,
  personId: string,
): Promise<{ email: string; passwordHash: string | null } | undefined> =>
  db
    .selectFrom('person')
    .select(['email', 'password_hash as passwordHash'])
    .where('id', '=', personId)
    .executeTakeFirst()

/**
 * The person as they are now, unchanged by others until the transaction ends; undefined for one who was
 * deactivated, or whose password is no longer the one of `passwordHash`.
 */
export const lockActivePerson = (
  tx: Tx,
  personId: string,
  passwordHash?: string | null,
): Promise<PersonRow | undefined> => {
  const query = tx
    .selectFrom('person')
    .select(PERSON)
    .where('id', '=', personId)
    .where('is_active', '=', true)
  const asVerified = passwordHash === undefined ? query : query.where('password_hash', '=', passwordHash)
  return asVerified.forUpdate().executeTakeFirst()
}

export async function setPasswordHash(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', personId).execute()
}

/** Somebody who is signed in has followed a link that was mailed to their account alone. */
export async function setMailboxProven(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({ is_unproven: false })
    .where('id', '=', personId)
    .where('is_unproven', '=', true)
    .execute()
}

/** What is said of a person, by themselves or by staff; what is absent stays. */
export interface PersonDetails {
  firstName?: string
  lastName?: string
  title?: string | null
  location?: string | null
  email?: string
  companyId?: string | null
  isSuperUser?: boolean
}

/** The one way in which it is written; the caller holds the lock of the row. */
export async function setPersonDetails(tx: Tx, id: string, details: PersonDetails): Promise<void> {
  const { firstName, lastName, title, location, email, companyId, isSuperUser } = details
  await tx
    .updateTable('person')
    .set((eb) => ({
      first_name: firstName,
      last_name: lastName,
      title,
      location,
      email,
      company_id: companyId,
      is_super_user: isSuperUser,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function setAvatar(tx: Tx, personId: string, avatarId: string | null): Promise<void> {
  await tx.updateTable('person').set({ avatar_id: avatarId }).where('id', '=', personId).execute()
}

/** Those of the files that are somebody's avatar now. */
export async function avatarsAmong(db: Connection, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('avatar_id as id')
    .where((eb) => eb('avatar_id', '=', eb.fn.any(eb.val(fileIds))))
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** A number that was confirmed by its code makes two-factor authentication active (SEC-02). */
export async function setPhoneNumber(tx: Tx, personId: string, phoneNumber: string): Promise<void> {
  await tx
    .updateTable('person')
    .set({ phone_number: phoneNumber, two_factor_enabled: true })
    .where('id', '=', personId)
    .execute()
}

export interface PersonValues {
  id: string
  email: string
  first_name: string
  last_name: string
  title: string | null
  location: string | null
  company_id: string | null
  phone_number: string | null
  two_factor_enabled: boolean
  is_super_user: boolean
  is_unproven?: true
  password_hash: string | null
  last_login_at: Date | null
}

/** @returns false when the e-mail is taken */
export async function insertPerson(tx: Tx, values: PersonValues): Promise<boolean> {
  const inserted = await tx
    .insertInto('person')
    .values(values)
    .onConflict((conflicting) => conflicting.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The company of that name, case ignored, made when there is none. */
export async function companyNamed(tx: Tx, id: string, name: string): Promise<string> {
  await tx
    .insertInto('company')
    .values({ id, name })
    .onConflict((conflicting) => conflicting.expression(sql`lower(name)`).doNothing())
    .execute()
  const company = await tx
    .selectFrom('company')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirstOrThrow()
  return company.id
}

/** E-mails of all super users who may sign in. */
export async function superUserEmails(db: Connection): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('email')
    .where('is_super_user', '=', true)
    .where('is_active', '=', true)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
