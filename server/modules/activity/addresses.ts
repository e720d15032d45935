import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** A signed address of a file, as far as it handlesNotification one from the other. */
export interface UsedAddress {
  signature: string
  /** Unix seconds at which it is over. */
  expires: number
}

/**
 * Whether this is the first use of an address, on whichever server: true once, for the transaction that stays. Who
 * asks while another is about to note it waits for that one's end, and comes first where it fails.
 */
export async function isFirstUse(tx: Tx, { signature, expires }: UsedAddress): Promise<boolean> {
  const { rows } = await sql`
    insert into used_address (signature, expires_at) values (${signature}, to_timestamp(${expires}))
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Forgets addresses that are over: nobody can use them again. */
export async function sweepAddresses(db: Connection): Promise<void> {
  await sql`delete from used_address where expires_at < now()`.execute(db)
}
