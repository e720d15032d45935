import { sql } from 'kysely'
import type { Connection, Tx } from '../database/database.ts'
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

/** Has what waits count as refused for that reason. */
export async function failWaitingTexts(db: Connection, reason: string): Promise<void> {
  await sql`
    update sms_outbox set failed_at = now(), failure = ${reason}
    where sent_at is null and failed_at is null`.execute(db)
}

/** Has a text message that was refused wait once more; nothing happens for any other. */
export async function resendText(tx: Tx, id: string): Promise<void> {
  await sql`
    update sms_outbox set failed_at = null, failure = null where id = ${id} and failed_at is not null`.execute(
    tx,
  )
}
