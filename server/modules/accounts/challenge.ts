import { randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CODE_LENGTH } from '../../../shared/accountRules.ts'
import { HOUR_MS } from '../../../shared/durations.ts'
import { rateLimited } from '../../access/errors.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { sendSms } from '../../platform/sms/outbox.ts'
import type { Elsewhere } from './hooks.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

const CODE_MINUTES = 10
const CODE_MS = CODE_MINUTES * 60_000
/** Wrong codes that void the right one (AUTH-12). */
const MAX_TRIES = 5
/** Codes sent to one person in an hour (transport.md 2, Rates). */
const MAX_CODES = 5

/** Mixed with the cookie's secret: the database alone doesn't give the code away by trying all million. */
const hashCode = (token: string, code: string): Buffer => hashToken(`${token}:${code}`)

/**
 * The person of a sign-in that waits for a code; null if there is none, it has expired, or it was replaced.
 * Its row is written only by those who hold the lock on that person.
 */
export async function personOfChallenge(db: Connection, token: string, now: Date): Promise<string | null> {
  if (!isToken(token)) return null
  const row = await db
    .selectFrom('sign_in_challenge')
    .select('person_id')
    .where('token_hash', '=', hashToken(token))
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirst()
  return row?.person_id ?? null
}

const elsewhereSchema = z.object({
  connectionId: z.string(),
  subject: z.string(),
  sid: z.string().nullable(),
  maxAgeHours: z.number().nullable(),
})

/** Who has signed in the person of a waiting sign-in; null where a password has. */
export async function elsewhereOfChallenge(db: Connection, token: string): Promise<Elsewhere | null> {
  const row = await db
    .selectFrom('sign_in_challenge')
    .select('elsewhere')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.elsewhere ? elsewhereSchema.parse(row.elsewhere) : null
}

/** Voids the codes that a person was sent. The rows stay for an hour, to be counted. */
export async function closeChallenges(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ expires_at: eb.ref('created_at') }))
    .where('person_id', '=', personId)
    .execute()
}

/**
 * All codes that a person was sent count together, those for a change of number as well.
 * @throws RATE_LIMITED after 5 codes in an hour
 */
export async function refuseTooManyCodes(tx: Tx, personId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS)
  const sent = await tx
    .selectFrom('sign_in_challenge')
    .select('created_at')
    .where('person_id', '=', personId)
    .where('is_sent', '=', true)
    .where('created_at', '>', since)
    .unionAll(
      tx
        .selectFrom('phone_change')
        .select('created_at')
        .where('person_id', '=', personId)
        .where('created_at', '>', since),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_CODES)
    .execute()
  const first = sent[MAX_CODES - 1]?.created_at.getTime()
  if (first !== undefined) throw rateLimited(Math.ceil((first + HOUR_MS - now.getTime()) / 1000))
}

/**
 * Sends a person a new code and voids the former ones (AUTH-10, AUTH-14). The caller holds the lock on the person.
 * @returns the token that the browser brings back together with the code
 * @throws RATE_LIMITED after 5 codes in an hour
 */
export async function sendCode(
  tx: Tx,
  person: { id: string; phoneNumber: string | null },
  now: Date,
  elsewhere: Elsewhere | null = null,
): Promise<string> {
  if (person.phoneNumber === null) throw new Error('Two-factor authentication without a phone number')
  await refuseTooManyCodes(tx, person.id, now)
  await closeChallenges(tx, person.id)
  const token = newToken()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  await tx
    .insertInto('sign_in_challenge')
    .values({
      token_hash: hashToken(token),
      person_id: person.id,
      code_hash: hashCode(token, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MS),
      elsewhere: elsewhere && JSON.stringify(elsewhere),
    })
    .execute()
  await sendSms(tx, {
    recipient: person.phoneNumber,
    body: `Your Helioroom sign-in code is ${code}. It is valid for ${CODE_MINUTES} minutes.`,
  })
  return token
}

/**
 * Lets a sign-in wait for a code of the authenticator app; none is sent. The caller holds the lock on the person.
 * @returns the token that the browser brings back together with the code
 */
export async function startAppChallenge(
  tx: Tx,
  personId: string,
  now: Date,
  elsewhere: Elsewhere | null = null,
): Promise<string> {
  await closeChallenges(tx, personId)
  const token = newToken()
  await tx
    .insertInto('sign_in_challenge')
    .values({
      token_hash: hashToken(token),
      person_id: personId,
      // Of nothing that anybody knows.
      code_hash: hashToken(newToken()),
      is_sent: false,
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MS),
      elsewhere: elsewhere && JSON.stringify(elsewhere),
    })
    .execute()
  return token
}

/**
 * Whether a sign-in may still be given a new code: it was neither finished nor replaced by a later one. An
 * expired code, or one tried too often, may be replaced.
 */
export async function mayResend(tx: Tx, token: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_in_challenge')
    .select('person_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', (eb) => eb.ref('created_at'))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Tries a code and counts the try; a right one works once (AUTH-12). The caller holds the lock on the person.
 * @param isRightElsewhere whether it is one of the authenticator app, or a recovery code
 */
export async function tryCode(
  tx: Tx,
  { token, code, now }: { token: string; code: string; now: Date },
  isRightElsewhere: () => Promise<boolean> = async () => false,
): Promise<boolean> {
  const tokenHash = hashToken(token)
  const row = await tx
    .selectFrom('sign_in_challenge')
    .select(['person_id', 'code_hash'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .executeTakeFirst()
  if (!row) return false
  const isRight = timingSafeEqual(row.code_hash, hashCode(token, code)) || (await isRightElsewhere())
  if (isRight) {
    await closeChallenges(tx, row.person_id)
    return true
  }
  await tx
    .updateTable('sign_in_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute()
  return false
}

/** Deletes what no longer counts towards the codes of an hour. */
export async function sweepChallenges(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS)
  await db.deleteFrom('sign_in_challenge').where('created_at', '<=', before).execute()
  await db.deleteFrom('phone_change').where('created_at', '<=', before).execute()
}
