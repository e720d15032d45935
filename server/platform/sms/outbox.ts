import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'

export interface Sms {
  /** Phone number in E.164 form. */
  recipient: string
  body: string
}

/**
 * Puts a text message into the outbox, in the caller's transaction: it goes out only if what it speaks of was
 * kept. Without a provider it stays there for the deployment's staff to read (SEC-25).
 */
export async function sendSms(tx: Tx, sms: Sms): Promise<void> {
  await tx
    .insertInto('sms_outbox')
    .values({ id: newId(), recipient: sms.recipient, body: sms.body })
    .execute()
}
