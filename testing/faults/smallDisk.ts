import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { IN_FOLDER } from '../inFolder.ts'
import { mountMemory, unmountMemory } from '../memoryDisk.ts'

/** Bytes left free where others write to the same disk during the test. */
const SPARE = 2 * 1024 ** 3

/** A data folder whose files have little room. */
export interface SmallDisk {
  readonly env: Readonly<Record<string, string>>
  /** Where the files are, when they have a disk of their own that a test can fill up. */
  readonly ownDisk: string | null
  close(): void
}

/**
 * A disk of that many bytes in memory, where this process may mount one; elsewhere the disk of temporary files,
 * of which all but 2 GB is reserved.
 */
export function smallDisk(bytes: number): SmallDisk {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-small-'))
  const files = path.join(dataDir, 'files')
  mkdirSync(files)
  const mounted = mountMemory(files, bytes)
  const { bavail, bsize } = statfsSync(files)
  return {
    env: {
      ...IN_FOLDER,
      DATA_DIR: dataDir,
      STORAGE_RESERVE_BYTES: mounted ? '0' : String(Math.max(0, bavail * bsize - SPARE)),
    },
    ownDisk: mounted ? files : null,
    close: () => {
      if (mounted) unmountMemory(files)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
