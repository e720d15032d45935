import type { Database } from '../../../platform/database/database.ts'
import { type Job, queueJob } from '../../../platform/jobs/index.ts'
import { type FreeSpace, type Storage, StorageFullError } from '../../../platform/storage/index.ts'

/** Bytes that the text of one document may take with its index. */
const TEXT_BYTES = 64 * 1_048_576
/** Milliseconds until it is looked again. */
const LOOK_MS = 60_000

/**
 * A storage whose room is also that of the disk on which the embedded database lies, since texts grow there (FIND-21). Nobody
 * but those who run it knows the disk of another database.
 */
export const withDatabaseRoom = (storage: Storage, database: FreeSpace | null): Storage => ({
  ...storage,
  ensureSpace: async (bytes) => {
    await storage.ensureSpace?.(bytes)
    await database?.ensure(bytes)
  },
})

/** Whether the disk has more than what uploads leave free (FIND-21); a bucket always has. */
async function hasRoom({ ensureSpace }: Pick<Storage, 'ensureSpace'>): Promise<boolean> {
  try {
    await ensureSpace?.(TEXT_BYTES)
    return true
  } catch (error) {
    if (error instanceof StorageFullError) return false
    throw error
  }
}

/** Whether reading goes on. While the disk is nearly full it does not: its job comes back a minute later. */
export async function mayRead(
  db: Database,
  storage: Pick<Storage, 'ensureSpace'>,
  job: Job<Record<string, never>>,
): Promise<boolean> {
  if (await hasRoom(storage)) return true
  const runAt = new Date(Date.now() + LOOK_MS)
  await db.transaction().execute((tx) => queueJob(tx, job, {}, { key: `${job.name}:paused`, runAt }))
  return false
}
