import type { Database } from '../../../platform/database/database.ts'
import { type Job, queueJob } from '../../../platform/jobs/index.ts'
import { type Storage, StorageFullError } from '../../../platform/storage/index.ts'

/** Bytes that the text of one document may take with its index. */
const TEXT_BYTES = 64 * 1_048_576
/** Milliseconds until it is looked again. */
const LOOK_MS = 60_000

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
