import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { seal, unseal } from '../../../platform/sealing.ts'
import type { Signer } from '../../../platform/signing.ts'
import { sha256 } from '../tree/merkle.ts'

/** A public key that signs checkpoints, or did. */
export interface RecordKey {
  id: string
  /** 32 bytes of Ed25519. */
  publicKey: Buffer
  createdAt: Date
  /** Null for the one that signs. */
  retiredAt: Date | null
}

export interface SigningKey {
  id: string
  key: KeyObject
}

/** What a public key of Ed25519 begins with as SPKI, before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

export const publicKeyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' })

/** The 32 bytes of a public key. */
export const publicBytes = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length)

const secretOf = (signer: Signer, id: string): Buffer => signer.secret('key of the record', id)

/** All keys of the installation, the newest first: former ones stay, since what they signed does (CHAIN-02). */
export async function recordKeys(db: Connection): Promise<RecordKey[]> {
  const { rows } = await sql<RecordKey>`
    select id, public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt"
    from record_key order by created_at desc, id`.execute(db)
  return rows
}

/** Has a new key sign from now on; the former one's public half stays. Under the record's lock. */
export async function renewKey(tx: Tx, signer: Signer): Promise<SigningKey> {
  await sql`update record_key set retired_at = clock_timestamp(), private_key = null where retired_at is null`.execute(
    tx,
  )
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicBytes(publicKey)
  const id = sha256(bytes).toString('hex').slice(0, 32)
  const sealed = seal(
    secretOf(signer, id),
    privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  )
  await sql`insert into record_key (id, public_key, private_key) values (${id}, ${bytes}, ${sealed})`.execute(
    tx,
  )
  return { id, key: privateKey }
}

/**
 * The key that signs; the first one is made here. One that the installation's secret of today does not open is renewed.
 * Under the record's lock.
 */
export async function signingKey(tx: Tx, signer: Signer): Promise<SigningKey> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, private_key as sealed from record_key where retired_at is null`.execute(tx)
  const [current] = rows
  const opened = current ? unseal(secretOf(signer, current.id), current.sealed) : null
  if (!current || opened === null) return renewKey(tx, signer)
  return {
    id: current.id,
    key: createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' }),
  }
}
