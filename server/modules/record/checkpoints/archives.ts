import { createPublicKey, sign } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { Signer } from '../../../platform/signing.ts'
import { RECORD_LOCK } from '../append/appending.ts'
import { publicBytes, signingKey } from './keys.ts'

/** What the signature of an archive is of (docs/archive.md). */
export interface SignedArchive {
  archive: string
  /** SHA-256 of its manifest, in hexadecimal. */
  manifest: string
  at: Date
}

export interface ArchiveSignature {
  keyId: string
  /** 32 bytes of Ed25519. */
  publicKey: Buffer
  signature: Buffer
}

const signedText = ({ archive, manifest, at }: SignedArchive, keyId: string): Buffer =>
  Buffer.from(
    `helioroom archive 1\narchive ${archive}\nmanifest ${manifest}\ntime ${at.toISOString()}\nkey ${keyId}\n`,
  )

/** Signs the manifest of an archive by the key of the installation's record. */
export const signArchive = (db: Database, signer: Signer, of: SignedArchive): Promise<ArchiveSignature> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${RECORD_LOCK})`.execute(tx)
    const { id: keyId, key } = await signingKey(tx, signer)
    return {
      keyId,
      publicKey: publicBytes(createPublicKey(key)),
      signature: sign(null, signedText(of, keyId), key),
    }
  })
