import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderInUseError } from './errors.ts'

/**
 * Holds `folder` for this process alone until the returned function is called or the process ends.
 *
 * Node offers no file lock, and a file with a process id goes stale after `kill -9`, or belongs to another program in
 * another container. SQLite takes a lock of the kernel, which ends with its process however that dies.
 * @throws DatabaseStartError when another process holds it.
 */
export function lockFolder(folder: string, dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new FolderInUseError(
        `The data folder ${dataDir} is in use by another Helioroom server. ` +
          'Stop that one, or set DATA_DIR to another folder.',
      )
    }
    throw error
  }
  return () => lock.close()
}
