import type pg from 'pg'
import { backupIds, verifiedAt } from './manifest.ts'
import type { Place } from './place.ts'
import { withConnection } from './session.ts'

/**
 * Tells an installation which backups of the place were verified, as the place has it (BACK-25, BACK-26): what was verified by hand
 * counts as what a worker did, and what was then found damaged no longer.
 */
export async function recordVerified(place: Place, poolConfig: pg.PoolConfig): Promise<void> {
  await withConnection(poolConfig, async (client) => {
    for (const id of await backupIds(place)) {
      const at = await verifiedAt(place, id)
      await client.query('update backup_run set verified_at = $2 where backup = $1', [id, at])
    }
  })
}
