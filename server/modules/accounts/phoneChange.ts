import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_LENGTH } from '../../../shared/accountRules.ts'
import { MINUTE_MS } from '../../../shared/durations.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { sendSms } from '../../platform/sms/outbox.ts'
import { refuseTooManyCodes } from './challenge.ts'

const CODE_MINUTES = 10
/** Wrong codes that void the right one (SEC-18). */
const MAX_TRIES = 5

/** Of the session that asked: the database alone doesn't give the code away by trying all million. */
const hashCode = (sessionToken: string, id: string, code: string): Buffer =>
  createHmac('sha256', sessionToken).update(`${id}:${code}`).digest()

/** Voids the codes that were sent for a change of number. The rows stay for an hour, to be counted. */
async function closePhoneChanges(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('phone_change')
    .set((eb) => ({ expires_at: eb.ref('created_at') }))
    .where('person_id', '=', personId)
    .execute()
}

/**
 * Sends a code to a number that a person wants to have, and voids the former ones. The caller holds the lock on the
 * person.
 * @throws RATE_LIMITED after 5 codes in an hour, those of signing in included
 */
export async function sendPhoneCode(
  tx: Tx,
  {
    personId,
    sessionToken,
    phoneNumber,
    now,
  }: { personId: string; sessionToken: string; phoneNumber: string; now: Date },
): Promise<void> {
  await refuseTooManyCodes(tx, personId, now)
  await closePhoneChanges(tx, personId)
  const id = newId()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  await tx
    .insertInto('phone_change')
    .values({
      id,
      person_id: personId,
      phone_number: phoneNumber,
      code_hash: hashCode(sessionToken, id, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS),
    })
    .execute()
  await sendSms(tx, {
    recipient: phoneNumber,
    body: `Your Helioroom authentication code is ${code}. It is valid for ${CODE_MINUTES} minutes.`,
  })
}

/**
 * Tries a code for a number and counts the try; a right one works once, and for that number only (SEC-18). The caller
 * holds the lock on the person.
 */
export async function tryPhoneCode(
  tx: Tx,
  given: { personId: string; sessionToken: string; phoneNumber: string; code: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('phone_change')
    .select(['id', 'code_hash', 'phone_number as phoneNumber'])
    .where('person_id', '=', given.personId)
    .where('expires_at', '>', given.now)
    .where('tries', '<', MAX_TRIES)
    .executeTakeFirst()
  if (!row) return false
  const isRight = timingSafeEqual(row.code_hash, hashCode(given.sessionToken, row.id, given.code))
  if (isRight && row.phoneNumber === given.phoneNumber) {
    await closePhoneChanges(tx, given.personId)
    return true
  }
  await tx
    .updateTable('phone_change')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', row.id)
    .execute()
  return false
}
