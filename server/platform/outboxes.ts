import { sql } from 'kysely'
import type { Connection, Tx } from './database/database.ts'

/** What messages wait in for the server or gateway that sends them, and are kept in after. */
export type Outbox = 'mail_outbox' | 'sms_outbox'

/** SQL: that no process has it in hand; a text message never is for longer than its gateway takes. */
const released = (outbox: Outbox) => (outbox === 'mail_outbox' ? sql`, leased_until = null` : sql``)

/** Days that messages are kept: sent ones, and those that wait, were refused, or are read in the outbox. */
const KEPT_DAYS = { sent: 30, other: 90 }

/** Removes old messages, so that the outbox has a bound, and links in it don't lie about for ever. */
export async function sweepOutbox(db: Connection, outbox: Outbox): Promise<void> {
  await sql`
    delete from ${sql.table(outbox)} where created_at < now() - make_interval(days => ${KEPT_DAYS.sent})
      and (sent_at is not null or created_at < now() - make_interval(days => ${KEPT_DAYS.other}))`.execute(db)
}

/** Has what waits count as refused for that reason: nobody sends it but who looks at it. */
export async function failWaiting(db: Connection, outbox: Outbox, reason: string): Promise<void> {
  await sql`
    update ${sql.table(outbox)} set failed_at = now(), failure = ${reason} ${released(outbox)}
    where sent_at is null and failed_at is null`.execute(db)
}

/** Lets a refused message wait once more. @returns false for any other, which stays as it is */
export async function waitAgain(tx: Tx, outbox: Outbox, id: string): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(outbox)} set failed_at = null, failure = null ${released(outbox)}
    where id = ${id} and failed_at is not null returning id`.execute(tx)
  return rows.length > 0
}
