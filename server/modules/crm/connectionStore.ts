import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** A connection that is being made: a person is at the CRM to give consent. */
export interface ConsentRow {
  id: string
  callback: string
}

/** Consents that one person may have under way; of more the oldest is dropped. */
const MAX_CONSENTS = 5

/** Writes down that a person is led to the CRM, and drops what has expired. @returns its id */
export async function insertConsent(
  tx: Tx,
  row: { stateHash: Buffer; personId: string; sessionId: string; callback: string; expiresAt: Date },
): Promise<string> {
  await tx.deleteFrom('crm_consent').where('expires_at', '<', new Date()).execute()
  await tx
    .deleteFrom('crm_consent')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('crm_consent')
        .select('id')
        .where('person_id', '=', row.personId)
        .orderBy('expires_at', 'desc')
        .offset(MAX_CONSENTS - 1),
    )
    .execute()
  const id = newId()
  await tx
    .insertInto('crm_consent')
    .values({
      id,
      state_hash: row.stateHash,
      person_id: row.personId,
      session_id: row.sessionId,
      callback: row.callback,
      expires_at: row.expiresAt,
    })
    .execute()
  return id
}

/** Takes a consent away, so that its state is good once; null for one of another session, and one that has expired. */
export async function takeConsent(
  db: Connection,
  { stateHash, personId, sessionId }: { stateHash: Buffer; personId: string; sessionId: string },
): Promise<ConsentRow | null> {
  const row = await db
    .deleteFrom('crm_consent')
    .where('state_hash', '=', stateHash)
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', new Date())
    .returning(['id', 'callback'])
    .executeTakeFirst()
  return row ?? null
}

/** Which of these people have a connection. */
export async function connectedAmong(db: Connection, personIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('crm_connection')
    .select('person_id as personId')
    .where('person_id', '=', (eb) => eb.fn.any(eb.val(personIds)))
    .execute()
  return new Set(rows.map(({ personId }) => personId))
}

/** The sealed tokens of a person's connection; null without one. */
export async function sealedOf(db: Connection, personId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('crm_connection')
    .select('sealed')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** A new connection takes the place of a former one. */
export async function keepConnection(db: Connection, personId: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('crm_connection')
    .values({ person_id: personId, sealed })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ sealed, created_at: new Date() }))
    .execute()
}

/** Puts renewed tokens in place of those that they came from. @returns false where others stand there by now */
export async function replaceSealed(
  db: Connection,
  personId: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('crm_connection')
    .set({ sealed: to })
    .where('person_id', '=', personId)
    .where('sealed', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a connection; only with these tokens, where they are given. @returns its sealed tokens, null without one */
export async function removeConnection(
  db: Connection,
  personId: string,
  sealed?: Buffer,
): Promise<Buffer | null> {
  const row = await db
    .deleteFrom('crm_connection')
    .where('person_id', '=', personId)
    .$if(sealed !== undefined, (query) => query.where('sealed', '=', sealed ?? Buffer.alloc(0)))
    .returning('sealed')
    .executeTakeFirst()
  return row?.sealed ?? null
}
