import { randomBytes, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../../shared/durations.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { hashToken } from './tokens.ts'

/** Milliseconds for which a challenge may be answered (KEY-07). */
export const CHALLENGE_MS = 5 * MINUTE_MS

const NONCE_BYTES = 16
const EXPIRY_BYTES = 6
const HEAD_BYTES = NONCE_BYTES + EXPIRY_BYTES

/** 32 bytes for a text, always the same, and known to the server alone. */
export type Seal = (text: string) => Buffer

/** What a challenge is for, and who may answer it: the browser that was given it. */
export interface ChallengeHolder {
  purpose: 'add' | 'sign in'
  /** Secret of the browser, or id of its session. */
  holder: string
}

const sealOf = (seal: Seal, { purpose, holder }: ChallengeHolder, head: Buffer): Buffer =>
  seal(JSON.stringify([purpose, holder, head.toString('base64url')]))

/**
 * A challenge that nothing is stored of: it says itself until when it works, and for whom (decision 60). Random, so that
 * no two are the same.
 */
export function newChallenge(seal: Seal, holder: ChallengeHolder, now: Date): Buffer {
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUIntBE(now.getTime() + CHALLENGE_MS, 0, EXPIRY_BYTES)
  const head = Buffer.concat([randomBytes(NONCE_BYTES), expiry])
  return Buffer.concat([head, sealOf(seal, holder, head)])
}

/**
 * Consumes a challenge, for all servers together (KEY-07). The caller's transaction has to end well, also where the answer
 * proves wrong.
 * @param challenge in base64url, as the browser gives it back
 * @returns false for one of another holder or purpose, one that has expired, and one that was used
 */
export async function consumeChallenge(
  tx: Tx,
  seal: Seal,
  { challenge, now, ...holder }: ChallengeHolder & { challenge: string; now: Date },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  const [given, expected] = [bytes.subarray(HEAD_BYTES), sealOf(seal, holder, head)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  if (head.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) <= now.getTime()) return false
  const used = await tx
    .insertInto('used_passkey_challenge')
    // Of the bytes: base64url may spell the same ones in several ways.
    .values({ hash: hashToken(bytes.toString('base64url')), at: now })
    .onConflict((conflicting) => conflicting.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes those that have expired, which are refused for that alone. */
export async function sweepUsedChallenges(db: Connection, now: Date): Promise<void> {
  // Servers' clocks differ.
  const before = new Date(now.getTime() - 2 * CHALLENGE_MS)
  await db.deleteFrom('used_passkey_challenge').where('at', '<=', before).execute()
}
