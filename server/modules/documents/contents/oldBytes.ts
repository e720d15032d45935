import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { NotRemovedError, type Storage } from '../../../platform/storage/index.ts'
import { foldersWithin } from '../core/subtree.ts'
import { isOfHeldRoom } from './heldRooms.ts'
import { keyOfPage } from './keptPage.ts'

export interface OldBytesDependencies {
  db: Database
  storage: Pick<Storage, 'remove'>
}

/** Documents of one transaction; each statement finds them by an index, however many there are. */
const BATCH = 100
/** Folders that one statement goes through. */
const FOLDERS_PER_STATEMENT = 100
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** Which deletions are due, and what of all that lies below a deleted folder. */
interface Due {
  /** SQL, on `deletion`: which of them are looked at. */
  listed: RawBuilder<boolean>
  /** SQL, on `document`, which is what was named. */
  isDue: RawBuilder<boolean>
  /** SQL, on `document`, something deleted below that folder. */
  isDueBelow: (folder: Deletion) => RawBuilder<boolean>
  /** SQL, on `document`, such a thing with bytes: the folder is not done with as long as there is one. */
  holdsUp: (folder: Deletion) => RawBuilder<boolean>
}

/**
 * Removes the bytes, thumbnails and texts of what was deleted for good (BIN-06): a folder with what was deleted with it, and
 * not what had been deleted out of it before. @returns how many documents there were @throws as removeOldBytes
 */
export const removeForGood = (deps: OldBytesDependencies): Promise<number> =>
  removeBytes(deps, {
    listed: sql`for_good_at is not null`,
    isDue: sql`true`,
    isDueBelow: ({ deletedAt }) => sql`document.deleted_at = ${deletedAt}`,
    holdsUp: ({ deletedAt }) => sql`document.deleted_at = ${deletedAt}`,
  })

/**
 * Removes the bytes of all versions, and the thumbnails, of documents that were deleted before that moment (DOP-35).
 * History stays, as do names, sizes and hashes. Bytes go before the row says so: a crash between the two leaves a
 * document whose bytes are removed once more, the reverse order would leave orphaned bytes.
 * Everything is visited once, each batch starting where the last one ended.
 * @returns how many documents there were
 * @throws AggregateError once all others are done, where bytes could not be removed; they are left for the next run
 */
export const removeOldBytes = (deps: OldBytesDependencies, before: Date): Promise<number> =>
  removeBytes(deps, {
    listed: sql`true`,
    isDue: sql`coalesce(document.deleted_at < ${before}, false)`,
    isDueBelow: () => sql`document.deleted_at < ${before}`,
    holdsUp: () => sql`true`,
  })

async function removeBytes({ db, storage }: OldBytesDependencies, which: Due): Promise<number> {
  const failures: unknown[] = []
  let total = 0
  const removeAll = async (tx: Connection, documents: readonly string[]): Promise<void> => {
    const keys = await keysOf(tx, documents)
    const all = [...keys.values()].flat()
    const left = await storage.remove(all).then(
      () => null,
      (error: unknown) => ({ keys: error instanceof NotRemovedError ? error.keys : new Set(all), error }),
    )
    const removed = [...keys].flatMap(([id, those]) => {
      if (!left || !those.some((key) => left.keys.has(key))) return [id]
      failures.push(left.error)
      return []
    })
    await forget(tx, removed)
    total += removed.length
  }
  let after = BEFORE_ALL_IDS
  for (;;) {
    const next = await nextDeletions(db, which, after)
    after = next.at(-1)?.id ?? after
    const due = next.filter(({ isDue }) => isDue)
    await db.transaction().execute(async (tx) => {
      const files = await locked(
        tx,
        due.flatMap(({ id, isFolder }) => (isFolder ? [] : id)),
      )
      await removeAll(tx, await withBytes(tx, files))
      await endDeletions(tx, files)
    })
    for (const folder of due.filter(({ isFolder }) => isFolder)) {
      const left = (await foldersWithin(db, [folder.path])).sort()
      let last: Place | undefined
      for (let from = 0; from < left.length; ) {
        const within = left.slice(from, from + FOLDERS_PER_STATEMENT)
        last = await db.transaction().execute(async (tx) => {
          if ((await locked(tx, [folder.id])).length === 0) return undefined
          const files = await dueFilesIn(tx, within, which.isDueBelow(folder), last)
          await removeAll(
            tx,
            files.map(({ id }) => id),
          )
          return files.at(-1)
        })
        const reached = last?.parentId
        if (reached === undefined) from += within.length
        else from = left.indexOf(reached, from)
      }
      await db.transaction().execute((tx) => endFolder(tx, folder, left, which))
    }
    if (next.length < BATCH) break
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `The bytes of ${failures.length} documents could not be removed.`)
  }
  return total
}

/** What somebody deleted: the document that was named. */
interface Deletion {
  id: string
  isFolder: boolean
  path: string[]
  /** Null where it was restored by another program. */
  deletedAt: Date | null
}

/** The next deletions in the order of their ids, and of each whether it is due: under a legal hold none is (BIN-08). */
async function nextDeletions(
  db: Connection,
  { listed, isDue }: Due,
  after: string,
): Promise<(Deletion & { isDue: boolean })[]> {
  // Each document separately: PostgreSQL would rather join them all, for every batch.
  const { rows } = await sql<Deletion & { isDue: boolean }>`
    select document.id, document.is_folder as "isFolder", document.path,
      document.deleted_at as "deletedAt", (${isDue} and not ${isOfHeldRoom('document')}) as "isDue"
    from (
      select document_id from deletion where document_id > ${after} and ${listed} order by document_id limit ${BATCH}) as next
    cross join lateral (select * from document where id = next.document_id offset 0) as document
    order by next.document_id`.execute(db)
  return rows
}

/** Those of the deletions that no other process works on, and that are not held by now, until the end of the transaction. */
async function locked(tx: Connection, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('deletion')
    .select('document_id')
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where(sql<boolean>`not ${isOfHeldRoom('deletion')}`)
    .orderBy('document_id')
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.document_id)
}

/** Where a file lies: files of a subtree are gone through folder by folder. */
interface Place {
  parentId: string
  id: string
}

/** The next files in the folders that are due and have their bytes still, after the one that came last. */
async function dueFilesIn(
  tx: Connection,
  folders: readonly string[],
  isDue: RawBuilder<boolean>,
  last: Place | undefined,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select parent_id as "parentId", id from document
    where parent_id = any(${folders}::uuid[]) and deleted_at is not null and ${isDue}
      and (parent_id, id) > (${last?.parentId ?? BEFORE_ALL_IDS}::uuid, ${last?.id ?? BEFORE_ALL_IDS}::uuid)
      and not is_folder and bytes_removed_at is null
    order by parent_id, id limit ${BATCH}`.execute(tx)
  return rows
}

/** Those of the files that have their bytes still. */
async function withBytes(tx: Connection, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const rows = await tx
    .selectFrom('document')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(files)))
    .where('bytes_removed_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** Of deleted files of which no bytes are left nothing remains to be done. */
async function endDeletions(tx: Connection, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  await sql`
    delete from deletion using document
    where deletion.document_id = any(${files}::uuid[]) and document.id = deletion.document_id
      and document.bytes_removed_at is not null`.execute(tx)
}

/** The same of a folder, unless a file in it was deleted too late, or its bytes could not be removed. */
async function endFolder(
  tx: Connection,
  folder: Deletion,
  folders: readonly string[],
  { holdsUp }: Due,
): Promise<void> {
  await sql`
    delete from deletion where document_id = ${folder.id} and not exists (
      select 1 from document
      where parent_id = any(${folders}::uuid[]) and deleted_at is not null and not is_folder
        and bytes_removed_at is null and ${holdsUp(folder)})`.execute(tx)
}

/** By document the keys of its versions, also of a staged one, their thumbnails and kept pages. */
async function keysOf(tx: Connection, documents: readonly string[]): Promise<Map<string, string[]>> {
  if (documents.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_version as v')
    .leftJoin('thumbnail as t', 't.version_id', 'v.id')
    .select(['v.document_id', 'v.id', 't.key'])
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  const pages = await tx
    .selectFrom('kept_page as k')
    .innerJoin('document_version as v', 'v.id', 'k.version_id')
    .select(['v.document_id', 'k.id'])
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  const staged = await tx
    .selectFrom('staged_change')
    .select(['document_id', 'version_id'])
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  const keys = new Map(documents.map((id): [string, string[]] => [id, []]))
  for (const row of rows) keys.get(row.document_id)?.push(row.id, ...(row.key ? [row.key] : []))
  for (const page of pages) keys.get(page.document_id)?.push(keyOfPage(page.id))
  for (const { document_id, version_id } of staged) if (version_id) keys.get(document_id)?.push(version_id)
  return keys
}

async function forget(tx: Connection, documents: readonly string[]): Promise<void> {
  if (documents.length === 0) return
  await tx
    .deleteFrom('thumbnail')
    .using('document_version as v')
    .whereRef('v.id', '=', 'thumbnail.version_id')
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  await tx
    .deleteFrom('kept_page')
    .using('document_version as v')
    .whereRef('v.id', '=', 'kept_page.version_id')
    .where('v.document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  // Renditions are stored files, which are swept once nothing names them (REDACT-30).
  await tx
    .deleteFrom('redaction')
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  // What was to be done to them can't be done any more.
  await tx
    .deleteFrom('staged_change')
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  // What they say goes with their bytes.
  await tx
    .deleteFrom('document_text')
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
  await tx
    .updateTable('document')
    .set({ bytes_removed_at: new Date() })
    .where('id', '=', (eb) => eb.fn.any(eb.val(documents)))
    .execute()
}
