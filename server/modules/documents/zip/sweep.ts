import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { pendingKeys } from '../../../platform/jobs/index.ts'
import { abortUnder } from '../../../platform/storage/index.ts'
import { isOfHeldRoom } from '../contents/heldRooms.ts'
import type { ZipStorage } from './build.ts'
import { deleteFiles } from './store.ts'

/** Zips per batch. */
const PORTION = 100

/**
 * Ends expired zips: finished ones after their seven days, and those whose job was abandoned, such as by a process
 * that died each time. Then the bytes of all ended zips are removed (DOP-28), with the list of what was in them; of rooms
 * under a legal hold once it is lifted (STAGE-12).
 */
export async function sweepZips(
  db: Database,
  storage: Pick<ZipStorage, 'unfinished' | 'abort' | 'remove'>,
  { jobKey, failure }: { jobKey: (id: string) => string; failure: string },
): Promise<void> {
  await db
    .updateTable('zip_export')
    .set({ state: 'EXPIRED' })
    .where('state', '=', 'READY')
    .where('expires_at', '<=', new Date())
    .execute()

  const open = await db
    .selectFrom('zip_export')
    .select('id')
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .orderBy('created_at')
    .execute()
  const pending = await pendingKeys(
    db,
    open.map(({ id }) => jobKey(id)),
  )
  const lost = open.filter(({ id }) => !pending.has(jobKey(id))).map(({ id }) => id)
  if (lost.length > 0) {
    await db
      .updateTable('zip_export')
      .set({ state: 'FAILED', failure })
      .where('id', '=', (eb) => eb.fn.any(eb.val(lost)))
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .execute()
  }

  for (;;) {
    const over = await db
      .selectFrom('zip_export')
      .select('id')
      .where('stored', '=', true)
      .where('state', 'in', ['FAILED', 'CANCELLED', 'EXPIRED'])
      .where(sql<boolean>`not ${isOfHeldRoom('zip_export')}`)
      .orderBy('id')
      .limit(PORTION)
      .execute()
    for (const { id } of over) {
      await abortUnder(storage, id)
      await storage.remove([id])
      await deleteFiles(db, id)
      await db.updateTable('zip_export').set({ stored: false }).where('id', '=', id).execute()
    }
    if (over.length < PORTION) return
  }
}
