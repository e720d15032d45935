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
 * with a crash. Only what was put there before `before`: what is young may be about to get its row. Where most bytes
 * have no row, the database is likelier to be the wrong one (an old copy, another's) than the bytes: then nothing
 * goes. Keys that are no bare ids belong to other parts of the product.
 */
export async function removeOrphans(
  { db, storage }: { db: Database; storage: Pick<Storage, 'keysBefore' | 'remove'> },
  before: Date,
): Promise<OrphanSweep> {
  const orphans: string[] = []
  let inUse = 0
  const check = async (keys: readonly string[]): Promise<void> => {
    const used = await keysInUse(db, keys)
    inUse += used.size
    for (const key of keys) if (!used.has(key) && orphans.length < MAX_PER_RUN) orphans.push(key)
  }
  let keys: string[] = []
  for await (const key of storage.keysBefore(before)) {
    if (isId(key)) keys.push(key)
    if (keys.length < BATCH) continue
    await check(keys)
    keys = []
  }
  await check(keys)
  if (orphans.length > inUse) return { removed: 0, doubtful: orphans.length }
  for (const key of orphans) await storage.remove(key)
  return { removed: orphans.length, doubtful: 0 }
}

/** Those of the keys that something is kept under: an upload on its way, a version, a thumbnail, a zip. */
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
