import type { Connection, Tx } from '../../platform/database/database.ts'

export interface StoredFileRow {
  id: string
  kind: string
  ownerId: string
  name: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** Null for an unknown id. Who may read it is for the kind's owner to say. */
export async function fileById(db: Connection, id: string): Promise<StoredFileRow | null> {
  const row = await db
    .selectFrom('stored_file')
    .select(['id', 'kind', 'owner_id as ownerId', 'name', 'size', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Names of the files, by id. */
export async function fileNames(
  db: Connection,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('stored_file')
    .select(['id', 'name'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

/** What stands for the hash of a file whose bytes are on their way; nobody refers to it yet. */
const NO_HASH = Buffer.alloc(32)

export async function insertFile(db: Connection, row: Omit<StoredFileRow, 'sha256'>): Promise<void> {
  const { ownerId, ...values } = row
  await db
    .insertInto('stored_file')
    .values({ ...values, owner_id: ownerId, sha256: NO_HASH })
    .execute()
}

/** To be called in the transaction that makes the owner refer to the file. */
export const setContent = async (
  tx: Tx,
  id: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> => {
  await tx.updateTable('stored_file').set({ size, sha256 }).where('id', '=', id).execute()
}

/** The next files after an id, in the order of their ids, of those that are older than a moment. */
export const filesAfter = (
  db: Connection,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<{ id: string; kind: string }[]> =>
  db
    .selectFrom('stored_file')
    .select(['id', 'kind'])
    .where('id', '>', after)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function deleteFiles(db: Connection, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('stored_file')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

/** SQL of the contents that stored files name, for backups: all but those whose bytes are still arriving. */
export const STORED_CONTENTS = `select 'file-' || id as key, size::bigint, sha256, name
  from stored_file where sha256 <> '\\x${NO_HASH.toString('hex')}'`
