import path from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { dataDir } from './address.ts'

export interface Mail {
  readonly recipient: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
}

/** Asks the database of this worker's product. */
async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    host: path.join(dataDir(), 'database', 'socket'),
    user: 'helioroom',
    database: 'helioroom',
    ssl: false,
  })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The mails of a subject that this worker's product has written; without a mail server they lie in its outbox. */
export const mailsAbout = (subject: string): Promise<Mail[]> =>
  ask<Mail & pg.QueryResultRow>(
    `select recipient, reply_to as "replyTo", subject, body_text as text from mail_outbox
     where subject = $1 order by recipient`,
    [subject],
  )

/** The mails in which these words stand, whatever their subject. */
export const mailsNaming = (words: string): Promise<Mail[]> =>
  ask<Mail & pg.QueryResultRow>(
    `select recipient, reply_to as "replyTo", subject, body_text as text from mail_outbox
     where strpos(body_text, $1) > 0 order by recipient`,
    [words],
  )

/** Text messages to a number, the newest last; without a provider they lie in the outbox. */
export const messagesTo = async (recipient: string): Promise<string[]> =>
  (
    await ask<{ body: string }>('select body from sms_outbox where recipient = $1 order by id', [recipient])
  ).map(({ body }) => body)

/** Lets the ten minutes pass for which digests wait, and waits until all of them are written. */
export async function writeDigests(): Promise<void> {
  await ask('update notification set due_at = now(), latest_at = now() where attempts = 0')
  await ask(`insert into outbox (topic, kind) values ('notifications', 'DOCUMENTS_ADDED')`)
  const waiting = () => ask('select from notification where due_at <= now()')
  await expect.poll(async () => (await waiting()).length, { timeout: 45_000 }).toBe(0)
}
