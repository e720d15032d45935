import { sql } from 'kysely'
import { asyncCommit } from '../database/asyncCommit.ts'
import type { Connection, Database, Tx } from '../database/database.ts'

/** What one statement has written down, as readers get it. */
export interface OutboxEntry {
  /** Under which it is found, such as `tree:` and an id. */
  topic: string
  kind: string
  /** Who did it; null for the product itself. */
  personId: string | null
  /** Entries of activity that it is about. */
  activityIds: number[]
}

/**
 * How far a reader has come: a snapshot of PostgreSQL. What was visible in it has been read. Numbers of rows or of
 * transactions would not do, since one that began earlier may commit later.
 */
export type Cursor = string

/** Entries read at once. */
const PAGE = 500

/** Writes into the outbox, in the caller's transaction, what is no activity; entries of activity write themselves. */
export async function publish(tx: Tx, entries: readonly { topic: string; kind: string }[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into outbox (topic, kind)
    select * from unnest(${entries.map(({ topic }) => topic)}::text[], ${entries.map(({ kind }) => kind)}::text[])
  `.execute(tx)
}

/** The cursor of who has read all that is there now. */
export async function cursorNow(db: Connection): Promise<Cursor> {
  const { rows } = await sql<{ now: Cursor }>`select pg_current_snapshot()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/** SQL, whether a row of the outbox is not yet behind the cursor; the first part lets the index find it. */
const since = (cursor: Cursor) => sql<boolean>`
  outbox.xid >= pg_snapshot_xmin(${cursor}::pg_snapshot)
  and not pg_visible_in_snapshot(outbox.xid, ${cursor}::pg_snapshot)`

/**
 * Reads all that has become visible since the cursor, a page at a time, each entry once: of transactions that commit
 * out of order, too, and while another one goes on for hours.
 * @param handle is waited for; where it throws, the caller's cursor still stands and all is read again
 * @returns the new cursor
 */
export async function readOutbox(
  db: Connection,
  cursor: Cursor,
  handle: (entries: OutboxEntry[]) => unknown,
): Promise<Cursor> {
  const now = await cursorNow(db)
  let last = { xid: '0', id: 0 }
  for (;;) {
    const { rows } = await sql<OutboxEntry & { xid: string; id: number }>`
      select xid::text as xid, id, topic, kind, person_id as "personId", activity_ids as "activityIds"
      from outbox
      where ${since(cursor)} and pg_visible_in_snapshot(xid, ${now}::pg_snapshot)
        and (xid, id) > (${last.xid}::xid8, ${last.id})
      order by xid, id limit ${PAGE}`.execute(db)
    const end = rows.at(-1)
    if (!end) return now
    await handle(
      rows.map(({ topic, kind, personId, activityIds }) => ({ topic, kind, personId, activityIds })),
    )
    if (rows.length < PAGE) return now
    last = end
  }
}

/**
 * Tells all processes that something has come into the outbox since the cursor, where that is so. Never within the
 * transaction of a change.
 * @returns the cursor of what they were told of
 */
export async function notifyOthers(db: Connection, channel: string, cursor: Cursor): Promise<Cursor> {
  const { rows } = await sql<{ now: Cursor }>`
    select pg_current_snapshot()::text as now, ${asyncCommit},
      (select pg_notify(${channel}, '')::text from (select from outbox where ${since(cursor)} limit 1) as unread)
  `.execute(db)
  return rows[0]?.now ?? cursor
}

/**
 * Notes how far a reader has come, so that what it has not read stays.
 * @returns false where the reader was forgotten meanwhile: what it has not read may be gone
 */
export async function keepCursor(db: Connection, reader: string, cursor: Cursor): Promise<boolean> {
  const { rows } = await sql`
    update outbox_cursor set snapshot = ${cursor}::pg_snapshot, seen_at = now()
    where reader = ${reader} and ${asyncCommit} returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Begins to read along from now on. What a copy of a database brought along from another server bears numbers of that
 * one, which mean nothing here: it gets those of now.
 */
export async function joinOutbox(db: Database, reader: string): Promise<Cursor> {
  await sql`
    update outbox set xid = pg_current_xact_id() where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    db,
  )
  const { rows } = await sql<{ cursor: Cursor }>`
    insert into outbox_cursor (reader, snapshot) values (${reader}, pg_current_snapshot())
    on conflict (reader) do update set snapshot = excluded.snapshot, seen_at = now()
    returning snapshot::text as cursor`.execute(db)
  return rows[0]?.cursor ?? ''
}

export async function leaveOutbox(db: Connection, reader: string): Promise<void> {
  await sql`delete from outbox_cursor where reader = ${reader}`.execute(db)
}

/** Minutes after which a reader that is not heard of is forgotten: it must not hold what others have read for ever. */
const FORGOTTEN_MIN = 60
/** Rows that one statement removes, so that it doesn't take long. */
const BATCH = 10_000

/** Removes what every reader has passed, and readers that are gone. */
export async function sweepOutbox(db: Database): Promise<void> {
  await sql`
    delete from outbox_cursor where seen_at < now() - make_interval(mins => ${FORGOTTEN_MIN})`.execute(db)
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from outbox where ctid = any(array(
        select ctid from outbox where xid < (
          select least(min(pg_snapshot_xmin(snapshot)::text::numeric), pg_snapshot_xmin(pg_current_snapshot())::text::numeric)
          from outbox_cursor)::text::xid8
        limit ${BATCH}))`.execute(db)
    if ((numAffectedRows ?? 0n) < BigInt(BATCH)) return
  }
}
