import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { defineJob, queueJob } from '../jobs/index.ts'
import { waitAgain } from '../outboxes.ts'

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

/** Gives a text message that was refused to the gateway once more; nothing happens for any other. */
export async function resendText(tx: Tx, id: string): Promise<void> {
  if (await waitAgain(tx, 'sms_outbox', id)) await queue(tx, id)
}
