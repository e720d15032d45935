import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** What identifies a signed address of a file. */
export interface UsedAddress {
  signature: string
  /** Unix seconds at which it expires. */
  expires: number
}

/**
 * Whether this is the first use of an address, on whichever server: true once, for the transaction that commits. A
 * caller that asks while another transaction is about to record it waits for that one, and is first if it fails.
 */
export async function isFirstUse(tx: Tx, { signature, expires }: UsedAddress): Promise<boolean> {
  const { rows } = await sql`
    insert into used_address (signature, expires_at) values (${signature}, to_timestamp(${expires}))
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Keeps the entry of the access log that the first use has written (STORE-27). @param entry its id */
export async function keepEntryOfUse(tx: Tx, { signature }: UsedAddress, entry: string): Promise<void> {
  await sql`update used_address set entry_id = ${entry}::bigint where signature = ${signature}`.execute(tx)
}

/** That entry's id; null where it was not kept. */
export async function entryOfUse(tx: Tx, { signature }: UsedAddress): Promise<string | null> {
  const { rows } = await sql<{ entry: string | null }>`
    select entry_id::text as entry from used_address where signature = ${signature}`.execute(tx)
  return rows[0]?.entry ?? null
}

/** Deletes expired addresses: nobody can use them again. */
export async function sweepAddresses(db: Connection): Promise<void> {
  await sql`delete from used_address where expires_at < now()`.execute(db)
}
