import { close, fsync, open } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { coalesced } from '../coalesced.ts'

/** The folders of a storage, made when first needed. */
export interface Folders {
  make(folder: string): Promise<void>
  /**
   * A rename is only safe from a power cut once its folder is written too. Who asks while a folder is being written
   * waits with all the others for the next time.
   */
  sync(folder: string): Promise<void>
}

export function createFolders(root: string): Folders {
  /** Kept open, since each upload needs one; there are 256 at most. Plain descriptors may stay open to the end. */
  const opened = new Map<string, Promise<number>>()
  const made = new Set<string>()

  /** By folder; those who ask for one share its writing. */
  const writers = new Map<string, (folder: string) => Promise<void>>()

  const sync = (folder: string): Promise<void> => {
    const writer =
      writers.get(folder) ??
      coalesced(async (asked: readonly string[]) => {
        await write(folder)
        return asked.map(() => undefined)
      }, Number.POSITIVE_INFINITY)
    writers.set(folder, writer)
    return writer(folder)
  }

  const write = async (folder: string): Promise<void> => {
    // Windows can't open a folder, and keeps its names safe by itself.
    if (process.platform === 'win32') return
    const descriptor = opened.get(folder) ?? promisify(open)(folder, 'r')
    opened.set(folder, descriptor)
    try {
      await promisify(fsync)(await descriptor)
    } catch (error) {
      opened.delete(folder)
      descriptor.then((number) => close(number, () => {})).catch(() => {})
      throw error
    }
  }

  return {
    sync,
    async make(folder) {
      if (made.has(folder)) return
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(root)
      made.add(folder)
    },
  }
}
