import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'

/** Mails that wait, or are kept without a mail server, and those that were refused for good. */
export interface MailFigures {
  waiting: number
  failed: number
}

export async function mailFigures(db: Connection): Promise<MailFigures> {
  const { rows } = await sql<MailFigures>`
    select (select count(*) from mail_outbox where sent_at is null and failed_at is null) as waiting,
      (select count(*) from mail_outbox where failed_at is not null) as failed`.execute(db)
  return rows[0] ?? { waiting: 0, failed: 0 }
}
