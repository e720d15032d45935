import { sql } from 'kysely'
import { asyncCommit } from '../../../platform/database/asyncCommit.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { canonicalText } from '../canonical.ts'
import { SOURCE_FACTS, type Source, type SourceRow } from '../sources.ts'
import {
  addLeaves,
  backlog,
  growingTrees,
  keepBacklog,
  knownRows,
  type NewLeaf,
  type PendingRows,
  pendingRows,
  removePending,
  rowsByIds,
} from '../store.ts'
import { leafHash } from '../tree/merkle.ts'

/** Rows of `record_pending` of one transaction, of up to 500 entries each, and entries after which no further one is taken. */
const MAX_BATCH = { rows: 500, entries: 10_000 }
/** Entries from before the record of one transaction. */
const BACKLOG_BATCH = 5000

/** The lock under which one server at a time appends, and signs what is appended (CHAIN-08). */
export const RECORD_LOCK = sql`hashtextextended('helioroom record', 0)`

interface Entry {
  source: Source
  row: SourceRow
}

/** Appends entries to the trees of their organisations, in their order; what is a leaf already stays as it is. */
async function append(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const known = new Map<Source, Set<string>>()
  for (const [source, of] of Map.groupBy(entries, (entry) => entry.source)) {
    known.set(
      source,
      await knownRows(
        tx,
        source,
        of.map(({ row }) => row.id),
      ),
    )
  }
  const fresh = entries.filter(({ source, row }) => !known.get(source)?.has(row.id))
  if (fresh.length === 0) return
  const trees = await growingTrees(tx, [...new Set(fresh.map(({ row }) => row.organisation))])
  const leaves = fresh.map(({ source, row }): NewLeaf => {
    const tree = trees.get(row.organisation)
    if (!tree) throw new Error('An organisation has no tree.')
    const hash = leafHash(canonicalText(SOURCE_FACTS[source].content(row)))
    const position = tree.size
    return {
      organisation: row.organisation,
      position,
      source,
      rowId: row.id,
      at: row.at,
      hash,
      node: tree.add(hash),
    }
  })
  await addLeaves(tx, leaves)
}

/** Rows from before the record. @returns whether any source has some left */
async function appendBacklog(tx: Tx): Promise<boolean> {
  const next = await backlog(tx, BACKLOG_BATCH)
  if (!next) return false
  await append(
    tx,
    next.rows.map((row) => ({ source: next.source, row })),
  )
  await keepBacklog(tx, next.source, next.rows.length < BACKLOG_BATCH ? null : (next.rows.at(-1)?.id ?? null))
  return true
}

/** The rows that wait, in their order: each source is read once, however many statements wrote into it. */
async function entriesOf(tx: Tx, pending: readonly PendingRows[]): Promise<Entry[]> {
  const bySource = new Map<Source, Map<string, SourceRow>>()
  for (const [source, of] of Map.groupBy(pending, (each) => each.source)) {
    bySource.set(
      source,
      await rowsByIds(
        tx,
        source,
        of.flatMap(({ ids }) => ids),
      ),
    )
  }
  return pending.flatMap(({ source, ids }) =>
    ids.flatMap((id) => {
      const row = bySource.get(source)?.get(id)
      return row ? [{ source, row }] : []
    }),
  )
}

/** What was committed since. @returns whether there is more */
async function appendCommitted(tx: Tx): Promise<boolean> {
  const pending = await pendingRows(tx, MAX_BATCH)
  await append(tx, await entriesOf(tx, pending))
  await removePending(
    tx,
    pending.map(({ id }) => id),
  )
  const entries = pending.reduce((sum, { ids }) => sum + ids.length, 0)
  return pending.length >= MAX_BATCH.rows || entries >= MAX_BATCH.entries
}

/**
 * Appends what is committed and no leaf yet, of all organisations, in small transactions (CHAIN-01). Of several servers
 * one does so at a time, under a lock that nobody else takes; a row leaves `record_pending` in the transaction that
 * makes its leaf, so that one that is cut off anywhere leaves no gap and no double (CHAIN-08).
 * @param signal ends it after the transaction under way
 * @returns false where another server is appending
 */
export async function appendPending(db: Database, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    const more = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${RECORD_LOCK}) as mine, ${asyncCommit}`.execute(tx)
      if (!rows[0]?.mine) return null
      return (await appendBacklog(tx)) || (await appendCommitted(tx))
    })
    if (more === null) return false
    if (!more || signal?.aborted) return true
  }
}
