import { sql } from 'kysely'
import type { Connection, Tx } from '../database/database.ts'
import { newId } from '../ids.ts'
import { defineJob, queueJobs } from '../jobs/index.ts'
import { sweepOutbox, waitAgain } from '../outboxes.ts'
import { htmlOf } from './layout.ts'
import { type Letter, subjectOf } from './letter.ts'
import { plainTextOf } from './plainText.ts'

/** A letter to somebody. */
export interface Mail extends Letter {
  recipient: string
  /** Where answers go; to the sender of all mails unless given. */
  replyTo?: string | undefined
  /** The address that switches off what the mail came by, with one press in the mail client (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** What it was written of, for whom: such a mail is written again when it goes out late. */
  source?: MailSource | undefined
}

/** What a mail was written of (`keepSource`), and the person it was written for. */
export interface MailSource {
  id: string
  readerId: string
}

/** With the queue's growing pauses, tries over some ten hours. */
export const deliverMail = defineJob<{ mailId: string }>('deliver_mail', { attempts: 14, lane: 'mail' })

/** Keeps what mails are written of, once for all of them. @returns its id */
export async function keepSource(tx: Tx, content: object): Promise<string> {
  const id = newId()
  await sql`insert into mail_source (id, content) values (${id}, ${JSON.stringify(content)}::jsonb)`.execute(
    tx,
  )
  return id
}

/** A mail as the outbox has it. */
export const storedMail = (mail: Mail) => ({
  recipient: mail.recipient,
  subject: subjectOf(mail),
  body_text: plainTextOf(mail),
  body_html: htmlOf(mail),
  reply_to: mail.replyTo ?? null,
  unsubscribe_url: mail.unsubscribeUrl ?? null,
})

/** Mails of one statement: with their HTML some megabytes. */
const MAILS_PER_STATEMENT = 200

/**
 * Puts mails into the outbox, in the caller's transaction: they go out only if what they speak of was kept. Without
 * a mail server they stay there for the deployment's staff to read (NOTIF-23).
 */
export async function sendMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT) {
    const rows = mails.slice(from, from + MAILS_PER_STATEMENT).map((mail) => ({
      id: newId(),
      ...storedMail(mail),
      source_id: mail.source?.id ?? null,
      reader_id: mail.source?.readerId ?? null,
    }))
    await sql`
      insert into mail_outbox (id, recipient, subject, body_text, body_html, reply_to, unsubscribe_url, source_id,
        reader_id)
      select id, recipient, subject, body_text, body_html, reply_to, unsubscribe_url, source_id, reader_id
      from json_to_recordset(${JSON.stringify(rows)}) as mail (id uuid, recipient text, subject text, body_text text,
        body_html text, reply_to text, unsubscribe_url text, source_id uuid, reader_id uuid)`.execute(tx)
    await queueJobs(
      tx,
      deliverMail,
      rows.map(({ id }) => ({ key: `mail:${id}`, payload: { mailId: id } })),
    )
  }
}

/** Puts one mail into the outbox; see sendMails. */
export const sendMail = (tx: Tx, mail: Mail): Promise<void> => sendMails(tx, [mail])

/** Gives a mail that was refused to the mail server once more; nothing happens for any other. */
export async function resendMail(tx: Tx, id: string): Promise<void> {
  if (await waitAgain(tx, 'mail_outbox', id)) {
    await queueJobs(tx, deliverMail, [{ key: `mail:${id}`, payload: { mailId: id } }])
  }
}

/** Removes old mails, and what they were to be written from. */
export async function sweepMails(db: Connection): Promise<void> {
  await sweepOutbox(db, 'mail_outbox')
  // Of mails that are being written right now nothing is here yet.
  await sql`
    delete from mail_source source where created_at < now() - make_interval(days => 1)
      and not exists (select from mail_outbox where source_id = source.id)`.execute(db)
}
