import { existsSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { postgresAccount } from './account.ts'
import { lockFolder } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { clusterOwner, databasePlace, forgetPlace } from './place.ts'

/**
 * Deletes the embedded database of `dataDir`, wherever it lies; the next start makes an empty one.
 * @throws ConfigError when a server is running on it.
 */
export async function removeEmbeddedDatabase(dataDir: string): Promise<void> {
  const real = realpathSync(dataDir)
  const { folder } = databasePlace(real, (place) => postgresAccount(clusterOwner(place)))
  const unlock = lockFolder(folder, real)
  try {
    const cluster = path.join(folder, 'cluster')
    if (existsSync(cluster)) await stopOrphan(cluster)
    for (const name of ['cluster', 'cluster.new', 'socket']) {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    }
    forgetPlace(real)
    rmSync(folder, { recursive: true, force: true })
  } finally {
    unlock()
  }
}
