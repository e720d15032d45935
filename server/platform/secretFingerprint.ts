import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../settings.ts'
import type { Connection } from './database/database.ts'

/** What is said where servers of one installation have different keys (SCALE-02). */
export const OTHER_KEY = 'SECRET_KEY is not the key of this installation.'

/** Nothing can be signed by it, and it tells no more of the key than any signed address does. */
const fingerprintOf = (secret: string): Buffer =>
  createHmac('sha256', secret).update('helioroom fingerprint').digest()

async function keptFingerprint(db: Connection): Promise<Buffer | null> {
  const { rows } = await sql<{ digest: Buffer }>`select digest from secret_fingerprint`.execute(db)
  return rows[0]?.digest ?? null
}

/** Whether the installation signs by another key; nothing is changed. An installation of before says none. */
export async function isOtherKey(secret: string, db: Connection): Promise<boolean> {
  const kept = await keptFingerprint(db)
  return kept !== null && !kept.equals(fingerprintOf(secret))
}

/**
 * Compares the key with the database's fingerprint, which the first start writes (SCALE-02).
 * @throws ConfigError where it is another key
 */
export async function checkKey(secret: string, db: Connection): Promise<void> {
  if ((await keptFingerprint(db)) === null) {
    await sql`insert into secret_fingerprint (digest) values (${fingerprintOf(secret)}) on conflict do nothing`.execute(
      db,
    )
  }
  if (await isOtherKey(secret, db)) throw new ConfigError(OTHER_KEY)
}

/** Takes a key as the installation's, whose former one is lost: all that was signed or encrypted by that is worth nothing. */
export async function replaceKey(secret: string, db: Connection): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from secret_fingerprint`.execute(tx)
    await sql`insert into secret_fingerprint (digest) values (${fingerprintOf(secret)})`.execute(tx)
  })
}
