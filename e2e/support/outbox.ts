import path from 'node:path'
import pg from 'pg'
import { dataDir } from './address.ts'

export interface Mail {
  readonly recipient: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
}

/** The mails of a subject that this worker's product has written; without a mail server they lie in its outbox. */
export async function mailsAbout(subject: string): Promise<Mail[]> {
  const client = new pg.Client({
    host: path.join(dataDir(), 'database', 'socket'),
    user: 'helioroom',
    database: 'helioroom',
    ssl: false,
  })
  await client.connect()
  try {
    const { rows } = await client.query<Mail>(
      'select recipient, reply_to as "replyTo", subject, body_text as text from mail_outbox where subject = $1',
      [subject],
    )
    return rows
  } finally {
    await client.end()
  }
}
