import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** A passkey as its person sees it. */
export interface PasskeyRow {
  id: string
  name: string
  addedAt: Date
  lastUsedAt: Date | null
  isOff: boolean
}

/** What an answer of a passkey is checked against. */
export interface StoredPasskey {
  id: string
  personId: string
  name: string
  /** In base64url. */
  credentialId: string
  publicKey: Buffer
  counter: number
  isOff: boolean
}

const selectFor = (db: Connection) =>
  db
    .selectFrom('passkey')
    .select((eb) => [
      'id',
      'name',
      'created_at as addedAt',
      'last_used_at as lastUsedAt',
      eb('off_at', 'is not', null).$castTo<boolean>().as('isOff'),
    ])

/** A person's passkeys, the first one first; never more than ten. */
export const passkeysOf = (db: Connection, personId: string): Promise<PasskeyRow[]> =>
  selectFor(db).where('person_id', '=', personId).orderBy('created_at').orderBy('id').execute()

/** One of them; undefined for an unknown one, and for another person's. */
export const passkeyOf = (db: Connection, personId: string, id: string): Promise<PasskeyRow | undefined> =>
  selectFor(db).where('person_id', '=', personId).where('id', '=', id).executeTakeFirst()

/** By which the browser knows those that a person has: it adds no second one to the same authenticator. */
export async function credentialsOfPasskeys(
  db: Connection,
  personId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .execute()
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }))
}

/** @param credentialId in base64url */
export async function passkeyByCredential(
  db: Connection,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'person_id as personId', 'name', 'public_key as publicKey', 'counter', 'off_at as offAt'])
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst()
  if (!row) return undefined
  const { offAt, counter, ...rest } = row
  return { ...rest, credentialId, counter: Number(counter), isOff: offAt !== null }
}

export interface NewPasskey {
  personId: string
  name: string
  /** In base64url. */
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  at: Date
}

/** @returns undefined where the credential is somebody's already */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const id = newId()
  const inserted = await tx
    .insertInto('passkey')
    .values({
      id,
      person_id: passkey.personId,
      name: passkey.name,
      credential_id: Buffer.from(passkey.credentialId, 'base64url'),
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      created_at: passkey.at,
    })
    .onConflict((conflicting) => conflicting.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && passkeyOf(tx, passkey.personId, id)
}

export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('passkey').set({ name }).where('id', '=', id).execute()
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('passkey').where('id', '=', id).execute()
}

/** Removes all passkeys of a person. @returns their names */
export async function dropPasskeys(tx: Tx, personId: string): Promise<string[]> {
  const dropped = await tx.deleteFrom('passkey').where('person_id', '=', personId).returning('name').execute()
  return dropped.map(({ name }) => name)
}

export async function recordUse(
  tx: Tx,
  id: string,
  { counter, at }: { counter: number; at: Date },
): Promise<void> {
  await tx.updateTable('passkey').set({ counter, last_used_at: at }).where('id', '=', id).execute()
}

/** It signs in nobody any more (KEY-09). */
export async function switchOff(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('passkey').set({ off_at: at }).where('id', '=', id).execute()
}
