import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import type { Database } from '../database/database.ts'
import { CONCURRENT_MAILS, handles, type JobHandler, queueJob } from '../jobs/index.ts'
import { deliverMail } from './outbox.ts'

export interface MailServer {
  /** Such as smtps://user:password@mail.example.com; see SMTP_URL. */
  url: string
  /** Sender, such as "Helioroom <rooms@example.com>". */
  from: string
}

export interface MailTimes {
  /** Milliseconds that the mail server may take to answer, each time. */
  answerMs: number
  /** Milliseconds that a mail may take in all, however slowly the server goes on. */
  mailMs: number
  /** Milliseconds for which a process has a mail to itself; more than it may take. */
  leaseMs: number
}

const TIMES: MailTimes = { answerMs: 20_000, mailMs: 60_000, leaseMs: 120_000 }
/** Mails over one connection to the mail server, and milliseconds that it is kept without any. */
const CONNECTION = { mails: 100, idleMs: 30_000 }

export interface MailDelivery {
  job: JobHandler
  /** Closes the connections to the mail server; a mail on its way is sent again later. */
  close(): void
}

interface LeasedMail {
  id: string
  recipient: string
  subject: string
  text: string
  replyTo: string | null
}

/** The mail, for this process alone until the lease expires; null for one that is sent, or another's. */
async function lease(db: Database, mailId: string, leaseMs: number): Promise<LeasedMail | null> {
  const { rows } = await sql<LeasedMail>`
    update mail_outbox set leased_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where id = ${mailId} and sent_at is null and (leased_until is null or leased_until <= now())
    returning id, recipient, subject, body_text as text, reply_to as "replyTo"`.execute(db)
  return rows[0] ?? null
}

/** A mail that is leased to another process is tried again when the lease expires: that process may have died. */
async function retryLater(db: Database, mailId: string): Promise<void> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('leased_until')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  const runAt = mail?.leased_until
  if (!runAt) return
  await db
    .transaction()
    .execute((tx) => queueJob(tx, deliverMail, { mailId }, { key: `mail:${mailId}`, runAt }))
}

const openTransport = ({ url }: MailServer, { answerMs }: MailTimes): Transporter =>
  createTransport({
    url,
    pool: true,
    maxConnections: CONCURRENT_MAILS,
    maxMessages: CONNECTION.mails,
    idleTimeout: CONNECTION.idleMs,
    // The queue tries again, with pauses that grow.
    maxRequeues: 0,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    // Only text of our own is sent; no mail brings in files or pages.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/**
 * Delivers what lies in the outbox, each mail in a job of its own that is tried again when the mail server refuses
 * or doesn't answer. Nothing of the database is held while the mail server is spoken to: a process takes a lease of the
 * mail, sends it, and records that. A recorded mail is never sent again; one whose process died between may be
 * sent once more, under the same message id. Without a server all stay where they are.
 */
export function mailDelivery(
  db: Database,
  server: MailServer | null,
  times: MailTimes = TIMES,
): MailDelivery {
  if (!server) return { job: handles(deliverMail, async () => {}), close: () => {} }
  const transport = openTransport(server, times)
  const host = server.from.match(/@([^\s>]+)/)?.[1] ?? 'helioroom'

  const job = handles(deliverMail, async ({ mailId }, { signal }) => {
    const mail = await lease(db, mailId, times.leaseMs)
    if (!mail) return retryLater(db, mailId)
    try {
      await transport.sendMail({
        from: server.from,
        to: mail.recipient,
        ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(times.mailMs)]),
      })
    } catch (error) {
      await db.updateTable('mail_outbox').set({ leased_until: null }).where('id', '=', mail.id).execute()
      throw error
    }
    await db.updateTable('mail_outbox').set({ sent_at: new Date() }).where('id', '=', mail.id).execute()
  })
  return { job, close: () => transport.close() }
}
