import { createHash } from 'node:crypto'
import type { Log } from '../../../log.ts'
import type { Database } from '../../../platform/database/database.ts'
import { KeyMissingError, type Storage, wholeFile } from '../../../platform/storage/index.ts'

/** Versions that one run reads; the next goes on. */
const MAX_PER_RUN = 500
const BATCH = 20

/**
 * Reads what came to the store without passing a server, and compares it with the hash that its sender announced; what differs is
 * withdrawn (STORE-26). @returns how many versions were read
 */
export async function checkArrived(
  { db, storage, log }: { db: Database; storage: Pick<Storage, 'read'>; log: Pick<Log, 'error'> },
  signal?: AbortSignal,
): Promise<number> {
  let read = 0
  for (;;) {
    const versions = await db
      .selectFrom('document_version')
      .select(['id', 'size', 'sha256'])
      .where('unchecked_since', 'is not', null)
      .orderBy('unchecked_since')
      .limit(BATCH)
      .execute()
    for (const version of versions) {
      if (signal?.aborted) return read
      const isWhole = await hasBytes(storage, version)
      if (!isWhole) {
        log.error(
          { versionId: version.id },
          'a version that was sent to the store has other bytes; it is withdrawn',
        )
      }
      await db
        .updateTable('document_version')
        .set({ unchecked_since: null, ...(!isWhole && { damaged_at: new Date(), withdrawn_at: new Date() }) })
        .where('id', '=', version.id)
        .execute()
      read += 1
    }
    if (versions.length < BATCH || read >= MAX_PER_RUN) return read
  }
}

async function hasBytes(
  storage: Pick<Storage, 'read'>,
  { id, size, sha256 }: { id: string; size: number; sha256: Buffer },
): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    await wholeFile(storage, id, size).source(async (chunk) => void hash.update(chunk))
  } catch (error) {
    if (error instanceof KeyMissingError || error instanceof RangeError) return false
    throw error
  }
  return hash.digest().equals(sha256)
}
