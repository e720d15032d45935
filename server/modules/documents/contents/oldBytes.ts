import type { RawBuilder } from 'kysely'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { Storage } from '../../../platform/storage/index.ts'
import { foldersWithin, isOneOrIn } from '../ground/subtree.ts'

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
  const passed: string[] = []
  let total = 0
  for (;;) {
    const done = await db.transaction().execute(async (tx) => {
      const deletion = await dueDeletion(tx, before, passed)
      if (!deletion) return null
      const documents = await dueDocuments(tx, deletion, before, [...failures.keys()])
      if (documents.length === 0) {
        passed.push(deletion.id)
        await endDeletion(tx, deletion)
        return 0
      }
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

/** What somebody deleted. */
interface Deletion {
  /** Of the document that was named. */
  id: string
  /** SQL: it, or what lay below it. */
  isIn: RawBuilder<boolean>
}

/** The oldest deletion that is due; locked, so that no other process takes it. */
async function dueDeletion(
  tx: Connection,
  before: Date,
  without: readonly string[],
): Promise<Deletion | null> {
  const named = await tx
    .selectFrom('deletion')
    .innerJoin('document', 'document.id', 'deletion.document_id')
    .select(['document.id', 'document.path'])
    .where('document.deleted_at', '<', before)
    .where('document.id', '<>', (eb) => eb.fn('all', [eb.val(without)]))
    .orderBy('document.deleted_at')
    .limit(1)
    .forUpdate('deletion')
    .skipLocked()
    .executeTakeFirst()
  return named ? { id: named.id, isIn: isOneOrIn([named.id], await foldersWithin(tx, [named.path])) } : null
}

/** Files of the deletion that have their bytes still. */
const filesOf = (tx: Connection, { isIn }: Deletion) =>
  tx
    .selectFrom('document')
    .select('document.id')
    .where(isIn)
    .where('document.deleted_at', 'is not', null)
    .where('document.is_folder', '=', false)
    .where('document.bytes_removed_at', 'is', null)

async function dueDocuments(
  tx: Connection,
  deletion: Deletion,
  before: Date,
  without: readonly string[],
): Promise<string[]> {
  const rows = await filesOf(tx, deletion)
    .where('document.deleted_at', '<', before)
    .where('document.id', '<>', (eb) => eb.fn('all', [eb.val(without)]))
    .limit(BATCH)
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Of a deletion of which no bytes are left nothing remains to be done. */
async function endDeletion(tx: Connection, deletion: Deletion): Promise<void> {
  if (await filesOf(tx, deletion).limit(1).executeTakeFirst()) return
  await tx.deleteFrom('deletion').where('document_id', '=', deletion.id).execute()
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
