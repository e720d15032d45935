import type { Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { defineJob, queueJob } from '../jobs/index.ts'

/** A mail in plain text. */
export interface Mail {
  recipient: string
  /** One line. */
  subject: string
  text: string
  /** Where answers go; to the sender of all mails unless given. */
  replyTo?: string
}

/** With the queue's growing pauses, tries over some ten hours. */
export const deliverMail = defineJob<{ mailId: string }>('deliver_mail', { attempts: 14, lane: 'mail' })

/**
 * Puts a mail into the outbox, in the caller's transaction: it goes out only if what it speaks of was kept. Without
 * a mail server it stays there for the deployment's staff to read.
 */
export async function sendMail(tx: Tx, { recipient, subject, text, replyTo }: Mail): Promise<void> {
  const id = newId()
  await tx
    .insertInto('mail_outbox')
    // A name with a line break must not begin another header.
    .values({
      id,
      recipient,
      subject: subject.replaceAll(/\s+/g, ' ').trim(),
      body_text: text,
      reply_to: replyTo ?? null,
    })
    .execute()
  await queueJob(tx, deliverMail, { mailId: id }, { key: `mail:${id}` })
}
