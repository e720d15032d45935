import { sql } from 'kysely'
import { asyncCommit } from '../database/asyncCommit.ts'
import type { Connection, Database, Tx } from '../database/database.ts'

/** The rows of one statement, as readers get them. */
export interface OutboxEntry {
  /** The topic, such as `tree:` and an id. */
  topic: string
  kind: string
  /** The person who did it; null for the product itself. */
  personId: string | null
  /** Entries of activity that it is about. */
  activityIds: number[]
}

/**
 * How far a reader has come: a snapshot of PostgreSQL. What was visible in it has been read. Numbers of rows or of
 * transactions would not do, since one that began earlier may commit later.
 */
export type Cursor = string

/** Entries read per query. */
const PAGE = 500

/** Writes events other than activity into the outbox, in the caller's transaction; activity gets there by a trigger. */
export async function publish(tx: Tx, entries: readonly { topic: string; kind: string }[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into outbox (topic, kind)
    select * from unnest(${entries.map(({ topic }) => topic)}::text[], ${entries.map(({ kind }) => kind)}::text[])
  `.execute(tx)
}

/** The cursor of a reader that has read everything so far. */
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
 * @param handle is awaited; if it throws, the caller's cursor is unchanged and everything is read again
 * @returns the new cursor
 */
export async function readOutbox(
  db: Connection,
  cursor: Cursor,
  handle: (entries: OutboxEntry[]) => unknown,
): Promise<Cursor> {
  /** Each page in the state of the first one. */
  let now: Cursor | null = null
  let last = { xid: '0', id: 0 }
  for (;;) {
    const { rows } = await sql<{ now: Cursor; entry: (OutboxEntry & { xid: string; id: number }) | null }>`
      with state as (select coalesce(${now}::pg_snapshot, pg_current_snapshot()) as now)
      select state.now::text as now, to_json(entry) as entry
      from state left join lateral (
        select xid::text as xid, id, topic, kind, person_id as "personId", activity_ids as "activityIds"
        from outbox
        where ${since(cursor)} and pg_visible_in_snapshot(xid, state.now)
          and (xid, id) > (${last.xid}::xid8, ${last.id})
        order by outbox.xid, id limit ${PAGE}) as entry on true`.execute(db)
    now = rows[0]?.now ?? cursor
    const entries = rows.flatMap(({ entry }) => entry ?? [])
    const end = entries.at(-1)
    if (!end) return now
    await handle(
      entries.map(({ topic, kind, personId, activityIds }) => ({ topic, kind, personId, activityIds })),
    )
    if (entries.length < PAGE) return now
    last = end
  }
}

/**
 * Notifies all processes if there is something in the outbox after the cursor. Never within the
 * transaction of a change.
 * @returns the cursor up to which they were notified
 */
export async function notifyOthers(db: Connection, channel: string, cursor: Cursor): Promise<Cursor> {
  const { rows } = await sql<{ now: Cursor }>`
    select pg_current_snapshot()::text as now, ${asyncCommit},
      (select pg_notify(${channel}, '')::text from (select from outbox where ${since(cursor)} limit 1) as unread)
  `.execute(db)
  return rows[0]?.now ?? cursor
}

/**
 * Stores how far a reader has read, so that what it has not read is kept.
 * @returns false if the reader has been removed: what it has not read may be gone
 */
export async function keepCursor(db: Connection, reader: string, cursor: Cursor): Promise<boolean> {
  const { rows } = await sql`
    update outbox_cursor set snapshot = ${cursor}::pg_snapshot, seen_at = now()
    where reader = ${reader} and ${asyncCommit} returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Starts reading from now on. Rows that a copied database brought from another server carry transaction numbers of that
 * one, which mean nothing here: they get current ones.
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

/** Minutes after which a silent reader is removed: it must not keep rows that others have read for ever. */
const READER_EXPIRY_MIN = 60
/** Rows that one statement removes, so that it doesn't take long. */
const BATCH = 10_000

/** Removes rows that every reader has read, and silent readers. */
export async function sweepOutbox(db: Database): Promise<void> {
  await sql`
    delete from outbox_cursor where seen_at < now() - make_interval(mins => ${READER_EXPIRY_MIN})`.execute(db)
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
