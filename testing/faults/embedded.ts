import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../server/platform/database/database.ts'
import type { TestDatabase } from '../database/index.ts'

const postmasterFile = (dataDir: string) => path.join(dataDir, 'database/cluster/postmaster.pid')

/** The database of a product that runs on that data folder, to fill it by the factories. */
export function databaseOf(dataDir: string): TestDatabase & { close(): Promise<void> } {
  const [, , , port, host] = readFileSync(postmasterFile(dataDir), 'utf8').split('\n')
  const poolConfig = { host, port: Number(port), user: 'helioroom', database: 'helioroom' }
  return { ...openDatabase(poolConfig), poolConfig }
}

/** Ends a PostgreSQL that a killed server left behind and that no later start took care of. */
export function endOrphan(dataDir: string): void {
  if (!existsSync(postmasterFile(dataDir))) return
  try {
    process.kill(Number(readFileSync(postmasterFile(dataDir), 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // gone already
  }
}
