import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { SOURCE_FACTS, type Source, type SourceRow } from './sources.ts'
import { frontierOf, type Growing, growingTree } from './tree/merkle.ts'
import type { LeafHashes } from './tree/proofs.ts'

/** Rows that a statement wrote and that are no leaves yet, of one source, at most 500. */
export interface PendingRows {
  id: number
  source: Source
  ids: string[]
}

/** What is kept of a new leaf. */
export interface NewLeaf extends LeafHashes {
  organisation: string
  position: number
  source: Source
  rowId: string
  /** Microseconds since 1970. */
  at: number
}

/** Whether there is anything to append. */
export async function hasPending(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from record_pending) or exists (select from record_backlog) as any`.execute(db)
  return rows[0]?.any ?? false
}

/** What waits to be appended, in its order: rows up to the one with which their entries are that many. */
export async function pendingRows(
  db: Connection,
  most: { rows: number; entries: number },
): Promise<PendingRows[]> {
  const { rows } = await sql<PendingRows>`
    select id, source, ids from (
      select id, source, ids, sum(cardinality(ids)) over (order by id) - cardinality(ids) as before
      from (select id, source, ids from record_pending order by id limit ${most.rows}) as first) as counted
    where before < ${most.entries} order by id`.execute(db)
  return rows
}

export const removePending = async (tx: Tx, ids: readonly number[]): Promise<void> =>
  void (await sql`delete from record_pending where id = any(${ids}::bigint[])`.execute(tx))

/** The rows of ids, by them; those that are gone are left out. */
export async function rowsByIds(
  db: Connection,
  source: Source,
  ids: readonly string[],
): Promise<Map<string, SourceRow>> {
  const { from, columns, keyType } = SOURCE_FACTS[source]
  const { rows } = await sql<SourceRow>`
    select ${columns} ${from} where row.id = any(${ids}::${sql.raw(keyType)}[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rows from before the record after a key, and the source that they are of; null once all are appended. */
export async function backlog(
  db: Connection,
  limit: number,
): Promise<{ source: Source; rows: SourceRow[] } | null> {
  const { rows: sources } = await sql<{ source: Source; after: string | null }>`
    select source, after from record_backlog order by source desc limit 1`.execute(db)
  const [next] = sources
  if (!next) return null
  const { from, columns, keyType } = SOURCE_FACTS[next.source]
  const { rows } = await sql<SourceRow>`
    select ${columns} ${from}
    ${next.after === null ? sql`` : sql`where row.id > ${next.after}::${sql.raw(keyType)}`}
    order by row.id limit ${limit}`.execute(db)
  return { source: next.source, rows }
}

/** Records how far the rows from before are appended; null for all of a source. */
export async function keepBacklog(tx: Tx, source: Source, after: string | null): Promise<void> {
  if (after === null) await sql`delete from record_backlog where source = ${source}`.execute(tx)
  else await sql`update record_backlog set after = ${after} where source = ${source}`.execute(tx)
}

/** Those of the rows that are leaves already. */
export async function knownRows(
  db: Connection,
  source: Source,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select row_id as id from record_leaf where source = ${source} and row_id = any(${ids}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The trees of organisations as they are, to be added to under the lock of the appender. */
export async function growingTrees(
  db: Connection,
  organisations: readonly string[],
): Promise<Map<string, Growing>> {
  const { rows } = await sql<{ organisation: string; size: number }>`
    select asked.id as organisation, coalesce((
      select leaf.position + 1 from record_leaf leaf where leaf.organisation_id = asked.id
      order by leaf.position desc limit 1), 0) as size
    from unnest(${organisations}::uuid[]) as asked(id)`.execute(db)
  const ends = rows.flatMap(({ organisation, size }) =>
    frontierOf(size).map((position) => ({ organisation, position })),
  )
  const { rows: nodes } = await sql<{ organisation: string; node: Buffer }>`
    select leaf.organisation_id as organisation, leaf.node
    from unnest(${ends.map((end) => end.organisation)}::uuid[], ${ends.map((end) => end.position)}::bigint[])
      as asked(id, position)
    join record_leaf leaf on leaf.organisation_id = asked.id and leaf.position = asked.position
    order by leaf.organisation_id, leaf.position`.execute(db)
  const byOrganisation = Map.groupBy(nodes, ({ organisation }) => organisation)
  return new Map(
    rows.map(({ organisation, size }) => [
      organisation,
      growingTree(
        size,
        (byOrganisation.get(organisation) ?? []).map(({ node }) => node),
      ),
    ]),
  )
}

export async function addLeaves(tx: Tx, leaves: readonly NewLeaf[]): Promise<void> {
  await sql`
    insert into record_leaf (organisation_id, position, source, row_id, row_at, hash, node)
    select organisation, position, source, row_id,
      case when source = 'activity' then timestamptz 'epoch' + at * interval '1 microsecond' end, hash, node
    from unnest(${leaves.map(({ organisation }) => organisation)}::uuid[],
      ${leaves.map(({ position }) => position)}::bigint[], ${leaves.map(({ source }) => source)}::text[],
      ${leaves.map(({ rowId }) => rowId)}::text[], ${leaves.map(({ at }) => at)}::bigint[],
      ${leaves.map(({ hash }) => hash)}::bytea[], ${leaves.map(({ node }) => node)}::bytea[])
      as leaf (organisation, position, source, row_id, at, hash, node)`.execute(tx)
}

/** What is kept of leaves of an organisation, by their positions. */
export async function leafHashes(
  db: Connection,
  organisation: string,
  positions: readonly number[],
): Promise<Map<number, LeafHashes>> {
  const { rows } = await sql<LeafHashes & { position: number }>`
    select position, hash, node from record_leaf
    where organisation_id = ${organisation} and position = any(${positions}::bigint[])`.execute(db)
  return new Map(rows.map(({ position, hash, node }) => [position, { hash, node }]))
}

/** Seconds for which the oldest row that is no leaf yet has waited; 0 where none waits. */
export async function appenderLag(db: Connection): Promise<number> {
  const { rows } = await sql<{ lag: number }>`
    select coalesce((select extract(epoch from clock_timestamp() - at) from record_pending order by id limit 1), 0)::float8
      as lag`.execute(db)
  return Math.max(0, rows[0]?.lag ?? 0)
}
