import { sql } from 'kysely'
import type { Connection, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { defineJob, queueJob } from '../jobs/index.ts'

export interface Sms {
  /** Phone number in E.164 form. */
  recipient: string
  body: string
}

/** With the queue's growing pauses, tries over some four minutes: codes are good for ten. */
export const deliverText = defineJob<{ textId: string }>('deliver_text', { attempts: 6, lane: 'mail' })

const queue = (tx: Tx, textId: string): Promise<void> =>
  queueJob(tx, deliverText, { textId }, { key: `text:${textId}` })

/**
 * Puts a text message into the outbox, in the caller's transaction: it goes out only if what it speaks of was
 * kept. Without a gateway it stays there for the deployment's staff to read (SEC-25).
 */
export async function sendSms(tx: Tx, { recipient, body }: Sms): Promise<void> {
  const id = newId()
  await tx.insertInto('sms_outbox').values({ id, recipient, body }).execute()
  await queue(tx, id)
}

/** Has what waits count as refused for that reason. */
export async function failWaitingTexts(db: Connection, reason: string): Promise<void> {
  await sql`
    update sms_outbox set failed_at = now(), failure = ${reason}
    where sent_at is null and failed_at is null`.execute(db)
}

/** Gives a text message that was refused to the gateway once more; nothing happens for any other. */
export async function resendText(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`
    update sms_outbox set failed_at = null, failure = null where id = ${id} and failed_at is not null
    returning id`.execute(tx)
  if (rows.length > 0) await queue(tx, id)
}

/** Days that text messages are kept: sent ones, and those that were refused or are read in the outbox. */
const KEPT_DAYS = { sent: 30, other: 90 }

/** Removes old text messages, so that the outbox has a bound. */
export async function sweepTexts(db: Connection): Promise<void> {
  await sql`
    delete from sms_outbox where created_at < now() - make_interval(days => ${KEPT_DAYS.sent})
      and (sent_at is not null or created_at < now() - make_interval(days => ${KEPT_DAYS.other}))`.execute(db)
}
