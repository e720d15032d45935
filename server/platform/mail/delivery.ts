import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { isLoopback } from '../../config.ts'
import type { Database, Tx } from '../database/database.ts'
import { CONCURRENT_MAILS, handles, type JobHandler, queueJob } from '../jobs/index.ts'
import { MARK_ID } from './layout.ts'
import { deliverMail, type Mail, storedMail } from './outbox.ts'

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
/** Minutes after which what a mail says may no longer be so, or no longer be for its reader. */
const STALE_MINUTES = 10
/** Mails over one connection to the mail server, and milliseconds that it is kept without any. */
const CONNECTION = { mails: 100, idleMs: 30_000 }

/**
 * Writes a mail again out of what it was written of (`keepSource`), as it is now; null where there is nothing to say any
 * more, or not to this person.
 */
export type RewriteMail = (tx: Tx, content: unknown, readerId: string) => Promise<Mail | null>

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
  /** Null for mails from before there was an HTML part. */
  html: string | null
  replyTo: string | null
  unsubscribeUrl: string | null
  sourceId: string | null
  readerId: string | null
  isStale: boolean
}

/** SQL: what is read of a mail. */
const MAIL = sql`id, recipient, subject, body_text as text, body_html as html, reply_to as "replyTo",
  unsubscribe_url as "unsubscribeUrl", source_id as "sourceId", reader_id as "readerId",
  written_at < now() - make_interval(mins => ${STALE_MINUTES}) as "isStale"`

/** The mail, for this process alone until the lease expires; null for one that is sent, or another's. */
async function lease(db: Database, mailId: string, leaseMs: number): Promise<LeasedMail | null> {
  const { rows } = await sql<LeasedMail>`
    update mail_outbox set leased_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where id = ${mailId} and sent_at is null and failed_at is null and (leased_until is null or leased_until <= now())
    returning ${MAIL}`.execute(db)
  return rows[0] ?? null
}

/**
 * The mail as it goes out: one that has waited is written again (NOTIF-19). Null, and gone from the outbox, where nothing
 * of it may be sent any more.
 */
async function current(db: Database, mail: LeasedMail, rewrite: RewriteMail): Promise<LeasedMail | null> {
  const { id, sourceId, readerId, isStale } = mail
  if (!isStale || sourceId === null || readerId === null) return mail
  return db.transaction().execute(async (tx) => {
    const source = await tx
      .selectFrom('mail_source')
      .select('content')
      .where('id', '=', sourceId)
      .executeTakeFirst()
    const written = source ? await rewrite(tx, source.content, readerId) : null
    if (written) {
      const { rows } = await sql<LeasedMail>`
        update mail_outbox set (recipient, subject, body_text, body_html, reply_to, unsubscribe_url, written_at) =
          (select recipient, subject, body_text, body_html, reply_to, unsubscribe_url, now()
           from json_to_record(${JSON.stringify(storedMail(written))}) as mail (recipient text, subject text,
             body_text text, body_html text, reply_to text, unsubscribe_url text))
        where id = ${id} returning ${MAIL}`.execute(tx)
      return rows[0] ?? null
    }
    await tx.deleteFrom('mail_outbox').where('id', '=', id).execute()
    return null
  })
}

/** A mail that is leased to another process is tried again when the lease expires: that process may have died. */
async function retryLater(db: Database, mailId: string): Promise<void> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('leased_until')
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  const runAt = mail?.leased_until
  if (!runAt) return
  await db
    .transaction()
    .execute((tx) => queueJob(tx, deliverMail, { mailId }, { key: `mail:${mailId}`, runAt }))
}

/** A password goes over no line that others can read, unless SMTP_URL says so itself or the server is on this machine. */
function needsTls(url: string): boolean {
  const { username, hostname, searchParams } = new URL(url)
  return username !== '' && !isLoopback(hostname) && !searchParams.has('requireTLS')
}

const openTransport = ({ url }: MailServer, { answerMs }: MailTimes): Transporter =>
  createTransport({
    url,
    pool: true,
    ...(needsTls(url) ? { requireTLS: true } : {}),
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

const MARK = {
  filename: 'helioroom.png',
  content: readFileSync(join(import.meta.dirname, 'mark.png')),
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  cid: MARK_ID,
}

/** Both headers, so that a mail client offers one press, and no scanner that opens the link switches anything off. */
const unsubscribing = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Characters of the mail server's answer that are kept. */
const MAX_FAILURE = 500

/** What went wrong, as far as staff may read it: the mail server's own words, or the system's. */
const failureOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, MAX_FAILURE)

/**
 * Whether the mail server refuses this mail or its recipient for good. A sender that it refuses, or a password, is the
 * deployment's mistake: the mails wait until it is put right.
 */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode, command } = error as Error & { responseCode?: unknown; command?: unknown }
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return isPermanent && (command === 'RCPT TO' || command === 'DATA')
}

/**
 * Delivers what lies in the outbox, each mail in a job of its own that is tried again when the mail server refuses
 * or doesn't answer (NOTIF-24). Nothing of the database is held while the mail server is spoken to: a process takes a
 * lease of the mail, sends it, and records that. A recorded mail is never sent again; one whose process died between
 * may be sent once more, under the same message id. What is refused for good, or at the last attempt, is recorded with
 * the reason. Without a server all stay where they are (NOTIF-23).
 * @param options.rewrite writes mails with a source again that could not be delivered soon
 */
export function mailDelivery(
  db: Database,
  server: MailServer | null,
  { times = TIMES, rewrite }: { times?: MailTimes; rewrite: RewriteMail },
): MailDelivery {
  if (!server) return { job: handles(deliverMail, async () => {}), close: () => {} }
  const transport = openTransport(server, times)
  const host = server.from.match(/@([^\s>]+)/)?.[1] ?? 'helioroom'
  const setOutcome = (mail: LeasedMail, state: { sent_at: Date } | { failed_at: Date; failure: string }) =>
    db.updateTable('mail_outbox').set(state).where('id', '=', mail.id).execute()

  const job = handles(deliverMail, async ({ mailId }, { signal, last }) => {
    const leased = await lease(db, mailId, times.leaseMs)
    if (!leased) return retryLater(db, mailId)
    let mail: LeasedMail = leased
    try {
      const now = await current(db, leased, rewrite)
      if (!now) return
      mail = now
      await transport.sendMail({
        from: server.from,
        to: mail.recipient,
        ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        ...(mail.html ? { html: mail.html, attachments: [MARK] } : {}),
        messageId: `<${mail.id}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeUrl ? unsubscribing(mail.unsubscribeUrl) : {}),
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(times.mailMs)]),
      })
    } catch (error) {
      if (isRefusedForGood(error) || (last && !signal.aborted)) {
        await setOutcome(mail, { failed_at: new Date(), failure: failureOf(error) })
        if (isRefusedForGood(error)) return
      } else {
        await db.updateTable('mail_outbox').set({ leased_until: null }).where('id', '=', mail.id).execute()
      }
      throw error
    }
    await setOutcome(mail, { sent_at: new Date() })
  })
  return { job, close: () => transport.close() }
}
