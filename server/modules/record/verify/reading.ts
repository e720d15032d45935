import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { SOURCE_FACTS, SOURCES, type Source, type SourceRow } from '../sources.ts'
import type { LeafHashes } from '../tree/proofs.ts'

/** A leaf with its row as it is now. */
export interface ReadLeaf extends LeafHashes {
  position: number
  source: Source
  appendedAt: Date
  /** Null where it is gone. */
  row: SourceRow | null
}

type LeafRow = SourceRow & LeafHashes & { position: number; appended: Date; id: string | null }

/** Leaves read per query. */
const PAGE = 10_000

/** All leaves in their order, some thousands each time. */
export async function* allLeaves(db: Connection, organisation: string): AsyncGenerator<ReadLeaf[]> {
  for (let from = 0; ; from += PAGE) {
    const leaves = await readLeaves(db, organisation, { from, until: from + PAGE })
    if (leaves.length === 0 && !(await hasLeavesFrom(db, organisation, from))) return
    yield leaves
  }
}

async function hasLeavesFrom(db: Connection, organisation: string, from: number): Promise<boolean> {
  const { rows } = await sql`
    select from record_leaf where organisation_id = ${organisation} and position >= ${from} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The leaves from a position on, up to another, in their order. */
async function readLeaves(
  db: Connection,
  organisation: string,
  { from, until }: { from: number; until: number },
): Promise<ReadLeaf[]> {
  const bySource: ReadLeaf[][] = []
  for (const source of SOURCES) {
    const { from: rowFrom, columns, ofLeaf } = SOURCE_FACTS[source]
    const { rows } = await sql<LeafRow>`
      select leaf.position, leaf.hash, leaf.node, leaf.appended_at as appended, entry.*
      from record_leaf leaf left join lateral (select ${columns} ${rowFrom} where ${ofLeaf}) as entry on true
      where leaf.organisation_id = ${organisation} and leaf.position >= ${from} and leaf.position < ${until}
        and leaf.source = ${source}
      order by leaf.position`.execute(db)
    bySource.push(
      rows.map((row) => ({
        position: row.position,
        source,
        hash: row.hash,
        node: row.node,
        appendedAt: row.appended,
        row: row.id === null ? null : row,
      })),
    )
  }
  const [first = [], ...more] = bySource.filter((leaves) => leaves.length > 0)
  return more.length === 0 ? first : [first, ...more].flat().sort((a, b) => a.position - b.position)
}

/** How many rows of a source an organisation has. */
export async function countRows(db: Connection, source: Source, organisation: string): Promise<number> {
  const { from, ofOrganisation } = SOURCE_FACTS[source]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${from} where ${ofOrganisation(organisation)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Rows of an organisation that are no leaves and don't wait to become some. */
export async function rowsWithoutLeaf(
  db: Connection,
  source: Source,
  organisation: string,
  limit: number,
): Promise<SourceRow[]> {
  const { from, columns, ofOrganisation } = SOURCE_FACTS[source]
  const { rows } = await sql<SourceRow>`
    select ${columns} ${from}
    where ${ofOrganisation(organisation)}
      and not exists (select from record_leaf leaf where leaf.source = ${source} and leaf.row_id = row.id::text)
      and row.id::text <> all(array(
        select unnest(pending.ids) from record_pending pending where pending.source = ${source}))
    limit ${limit}`.execute(db)
  return rows
}

/** Sources of which rows from before the record are still to be appended. */
export async function sourcesInBacklog(db: Connection): Promise<Set<Source>> {
  const { rows } = await sql<{ source: Source }>`select source from record_backlog`.execute(db)
  return new Set(rows.map(({ source }) => source))
}

/** The positions of an organisation whose content was removed. */
export async function removedPositions(db: Connection, organisation: string): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`
    select position from record_removal where organisation_id = ${organisation}`.execute(db)
  return new Set(rows.map(({ position }) => position))
}
