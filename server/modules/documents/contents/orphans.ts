import type { NotNull } from 'kysely'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Storage } from '../../../platform/storage/index.ts'

/** Keys that are looked up per query. */
const BATCH = 500

/** Keys that one run removes at most; the next goes on. */
const MAX_PER_RUN = 100_000

/** What a run found and did. */
export interface OrphanSweep {
  removed: number
  /** Keys without a row that were left, since there were more of them than of those with one. */
  doubtful: number
}

/**
 * Removes bytes that no upload, version, thumbnail or zip is about (DOP-35), such as those of an upload whose row went
 * with a crash. Only keys made between the two moments, as they tell: what is young may be about to get its row, and what
 * is old has been looked at on many nights. Where most bytes have no row, the database is likelier to be the wrong one (an
 * old copy, another's) than the bytes: then nothing goes. Keys that are no bare ids belong to other parts of the product.
 */
export async function removeOrphans(
  { db, storage }: { db: Database; storage: Pick<Storage, 'list' | 'remove'> },
  { from, before }: { from: Date; before: Date },
): Promise<OrphanSweep> {
  const { inUse, orphans } = await lookAt(db, storage.list({ prefix: '', from, before }))
  if (orphans.length > inUse) {
    // So it may be in a quiet month, too: what is older tells.
    const older = await lookAt(db, storage.list({ prefix: '', before: from }))
    if (orphans.length + older.orphans.length > inUse + older.inUse) {
      return { removed: 0, doubtful: orphans.length }
    }
  }
  await storage.remove(orphans)
  return { removed: orphans.length, doubtful: 0 }
}

/** How many of the keys have a row, and those that have none, as many as one run removes. */
async function lookAt(
  db: Connection,
  keys: AsyncIterable<string>,
): Promise<{ inUse: number; orphans: string[] }> {
  const orphans: string[] = []
  let inUse = 0
  const check = async (some: readonly string[]): Promise<void> => {
    const used = await keysInUse(db, some)
    inUse += used.size
    for (const key of some) if (!used.has(key) && orphans.length < MAX_PER_RUN) orphans.push(key)
  }
  let batch: string[] = []
  for await (const key of keys) {
    if (isId(key)) batch.push(key)
    if (batch.length < BATCH) continue
    await check(batch)
    batch = []
  }
  await check(batch)
  return { inUse, orphans }
}

/** Those of the keys that something is kept under: an upload on its way, a version, also a staged one, a thumbnail, a zip. */
async function keysInUse(db: Connection, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('upload')
    .select('version_id as key')
    .where('version_id', '=', (eb) => eb.fn.any(eb.val(keys)))
    .unionAll(
      db
        .selectFrom('document_version as v')
        .innerJoin('document as d', 'd.id', 'v.document_id')
        .select('v.id as key')
        .where('v.id', '=', (eb) => eb.fn.any(eb.val(keys)))
        .where('d.bytes_removed_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('staged_change')
        .select('version_id as key')
        .where('version_id', '=', (eb) => eb.fn.any(eb.val(keys)))
        .$narrowType<{ key: NotNull }>(),
    )
    .unionAll(
      db
        .selectFrom('thumbnail')
        .select('key')
        .where('key', '=', (eb) => eb.fn.any(eb.val(keys))),
    )
    .unionAll(
      db
        .selectFrom('zip_export')
        .select('id as key')
        .where('id', '=', (eb) => eb.fn.any(eb.val(keys)))
        .where('stored', '=', true),
    )
    .execute()
  return new Set(rows.map((row) => row.key))
}
