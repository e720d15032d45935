import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { mountMemory, unmountMemory } from '../../../testing/memoryDisk.ts'

/** A disk with little room. */
export interface SmallDisk {
  readonly folder: string
  /** Bytes to be left free, so that there is no more room than that. */
  readonly reserveBytes: number
  /** Whether nobody else stores there. */
  readonly isOwn: boolean
  remove(): void
}

/** A disk of that many bytes: a real one where this user may mount, else a folder of which the reserve leaves as many. */
export async function smallDisk(root: string, bytes: number): Promise<SmallDisk> {
  const folder = path.join(root, 'small')
  await mkdir(folder)
  if (mountMemory(folder, bytes)) {
    const remove = () => {
      if (!unmountMemory(folder)) throw new Error(`${folder} could not be unmounted.`)
    }
    return { folder, reserveBytes: 0, isOwn: true, remove }
  }
  const { bavail, bsize } = await statfs(folder)
  return { folder, reserveBytes: bavail * bsize - bytes, isOwn: false, remove: () => {} }
}
