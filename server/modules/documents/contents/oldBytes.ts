import type { Connection, Database } from '../../../platform/database/database.ts'
import type { Storage } from '../../../platform/storage/index.ts'

export interface OldBytesDependencies {
  db: Database
  storage: Pick<Storage, 'remove'>
}

/** Documents of one transaction. */
const BATCH = 100

/**
 * Removes the bytes of all versions, and the thumbnails, of documents that were deleted before that moment (DOP-35).
 * History stays, as do names, sizes and hashes. Bytes go before the row says so: a crash between the two leaves a
 * document whose bytes are removed once more, the other way round it would leave bytes that nobody knows of.
 * @returns how many documents there were
 * @throws AggregateError once all others are done, where bytes could not be removed; they are left for the next run
 */
export async function removeOldBytes({ db, storage }: OldBytesDependencies, before: Date): Promise<number> {
  const failures = new Map<string, unknown>()
  let total = 0
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      const documents = await dueDocuments(tx, before, [...failures.keys()])
      if (documents.length === 0) return null
      const removed: string[] = []
      for (const [document, keys] of await keysOf(tx, documents)) {
        try {
          for (const key of keys) await storage.remove(key)
          removed.push(document)
        } catch (error) {
          failures.set(document, error)
        }
      }
      await forget(tx, removed)
      return removed.length
    })
    if (done === null) break
    total += done
  }
  if (failures.size > 0) {
    throw new AggregateError(
      failures.values(),
      `The bytes of ${failures.size} documents could not be removed.`,
    )
  }
  return total
}

/** Locked, so that no other process takes them, and nobody brings one back meanwhile. */
async function dueDocuments(tx: Connection, before: Date, without: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('document')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .where('is_folder', '=', false)
    .where('bytes_removed_at', 'is', null)
    .where('id', '<>', (eb) => eb.fn('all', [eb.val(without)]))
    .orderBy('deleted_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}

/** By document the keys of its versions and their thumbnails. */
async function keysOf(tx: Connection, documents: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('document_version as v')
    .leftJoin('thumbnail as t', 't.version_id', 'v.id')
    .select(['v.document_id', 'v.id', 't.key'])
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  const keys = new Map(documents.map((id): [string, string[]] => [id, []]))
  for (const row of rows) keys.get(row.document_id)?.push(row.id, ...(row.key ? [row.key] : []))
  return keys
}

async function forget(tx: Connection, documents: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('thumbnail')
    .using('document_version as v')
    .whereRef('v.id', '=', 'thumbnail.version_id')
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  await tx
    .updateTable('document')
    .set({ bytes_removed_at: new Date() })
    .where('id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
}
