import { createTransport } from 'nodemailer'
import type { Database } from '../database/database.ts'
import { handles, type JobHandler } from '../jobs/index.ts'
import { deliverMail } from './outbox.ts'

export { type Mail, sendMail } from './outbox.ts'

export interface MailServer {
  /** Such as smtps://user:password@mail.example.com; see SMTP_URL. */
  url: string
  /** Sender, such as "Helioroom <rooms@example.com>". */
  from: string
}

/** Milliseconds that the mail server may take to answer. */
const PATIENCE_MS = 20_000

/**
 * Delivers what lies in the outbox, each mail in a job of its own that is tried again when the mail server refuses
 * or doesn't answer. A mail that was delivered is never sent again; one whose delivery a crash cut off may be, under
 * the same message id. Without a server all stay where they are.
 */
export function mailDelivery(db: Database, server: MailServer | null): JobHandler {
  if (!server) return handles(deliverMail, async () => {})
  const transport = createTransport({
    url: server.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    // Only text of our own is sent; no mail brings in files or pages.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return handles(deliverMail, ({ mailId }) =>
    db.transaction().execute(async (tx) => {
      const mail = await tx
        .selectFrom('mail_outbox')
        .select(['id', 'recipient', 'subject', 'body_text as text', 'reply_to as replyTo'])
        .where('id', '=', mailId)
        .where('sent_at', 'is', null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!mail) return
      const host = server.from.match(/@([^\s>]+)/)?.[1] ?? 'helioroom'
      await transport.sendMail({
        from: server.from,
        to: mail.recipient,
        ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await tx.updateTable('mail_outbox').set({ sent_at: new Date() }).where('id', '=', mail.id).execute()
    }),
  )
}
