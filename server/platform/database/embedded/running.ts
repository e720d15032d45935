import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { postgresAccount } from './account.ts'
import { DATABASE_NAME } from './cluster.ts'
import { clusterOwner, databasePlace } from './place.ts'

/** Lines of PostgreSQL's own note about itself: its port, the folder of its socket, and whether it takes connections. */
const LINE = { port: 3, socket: 4, state: 7 }

/** How the embedded database is reached that another process runs; null where it takes no connections. */
export function runningEmbedded(dataDir: string): pg.PoolConfig | null {
  const { folder } = databasePlace(dataDir, (place) => postgresAccount(clusterOwner(place)))
  try {
    const lines = readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    const [port, host, state] = [lines[LINE.port], lines[LINE.socket], lines[LINE.state]]
    if (!port || !host || state?.trim() !== 'ready') return null
    return { host, port: Number(port), user: DATABASE_NAME, database: DATABASE_NAME, ssl: false }
  } catch {
    return null
  }
}
