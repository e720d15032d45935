import { createHash } from 'node:crypto'
import { close, fstatSync, open as openFile } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from '../errorCode.ts'
import { newId } from '../ids.ts'
import { compose } from './compose.ts'
import { createFolders } from './folders.ts'
import { createFreeSpace } from './freeSpace.ts'
import { type ReceiveOptions, receive, rethrowFull } from './receive.ts'
import { closeWritten, createRecentFiles, type Kept, toDisk } from './recentFiles.ts'
import type { Staged, Storage } from './storage.ts'

/** Bytes per read: large enough that the system's calls don't slow a download. */
const READ_CHUNK = 512 * 1024
const KEY_FOLDER = /^[0-9a-f]{2}$/
/** A key that tells when it was made (UUID of version 7). */
const DATED = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

export interface DiskStorageOptions {
  /** Folder for everything; made when missing. */
  root: string
  /** Free bytes that uploads leave on the disk. */
  reserveBytes: number
}

type Filled = Pick<Staged, 'size' | 'sha256'>

// Plain descriptors: handles cost more than the calls that they stand for.
const openDescriptor = promisify(openFile)
const closeFile = promisify(close)

/** Null for what is not there. */
async function openThere(file: string): Promise<Kept | null> {
  try {
    return toDisk(await openDescriptor(file, 'r+'))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * A folder for every minute or so, the same again after five hours: what is uploaded together lies together, and its
 * folder waits for the disk once. What has no date goes by its hash.
 */
const folderNameOf = (key: string): string =>
  DATED.test(key) ? key.slice(6, 8) : createHash('sha256').update(key).digest('hex').slice(0, 2)

/** @throws RangeError for what is no plain file name */
function plain(key: string): string {
  if (!KEY.test(key)) throw new RangeError('A storage key must be a plain file name.')
  return key
}

/**
 * Storage in a folder: `incoming/` for what is arriving, then `xx/key` with xx from the key, so that no folder gets
 * too full. A rename within one disk is atomic, so a file under its key is never half there.
 */
export async function createDiskStorage({ root, reserveBytes }: DiskStorageOptions): Promise<Storage> {
  const incoming = path.join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const running = new Set<string>()
  const freeSpace = createFreeSpace({ root, reserveBytes })
  const folders = createFolders(root)
  const recentFiles = createRecentFiles()

  const folderOf = (key: string): string => path.join(root, folderNameOf(plain(key)))
  const fileOf = (key: string): string => path.join(folderOf(key), key)

  /** The file of a key, in a folder that is there. */
  const placeOf = async (key: string): Promise<string> => {
    await folders.make(folderOf(key))
    return fileOf(key)
  }

  /** Fills a new file among what is arriving; `bytes` are promised to it. Whatever goes wrong, nothing stays. */
  const take = async (
    name: string,
    bytes: number,
    fill: (descriptor: number, options: Omit<ReceiveOptions, 'limit'>) => Promise<Filled>,
  ): Promise<Staged> => {
    const file = path.join(incoming, name)
    const reservation = freeSpace.reserve(bytes)
    let descriptor: number | undefined
    const drop = async () => {
      running.delete(name)
      const opened = descriptor
      // Before it is closed: its number may be another's from then on.
      descriptor = undefined
      if (opened !== undefined) await closeFile(opened)
      await rm(file, { force: true })
    }
    running.add(name)
    try {
      // What is promised counts already, this transfer's reservation included.
      await freeSpace.ensure(0)
      const opened = await openDescriptor(file, 'wx', 0o600).catch(rethrowFull)
      descriptor = opened
      const arrived = (key: string) => {
        running.delete(name)
        descriptor = undefined
        return recentFiles.keep(key, opened)
      }
      const filled = await fill(opened, { onWritten: reservation.use, checkSpace: () => freeSpace.ensure(0) })
      return {
        ...filled,
        async commit(key) {
          await rename(file, await placeOf(key))
          arrived(key)
        },
        async claim(key) {
          try {
            // As a rename, but for a name that is taken.
            await link(file, await placeOf(key))
          } catch (error) {
            if (codeOf(error) === 'EEXIST') return null
            throw error
          }
          // The key is given by now. What can't be taken away from what is arriving is swept.
          await unlink(file).catch(() => {})
          return arrived(key)
        },
        discard: drop,
      }
    } catch (error) {
      await drop()
      throw error
    } finally {
      reservation.end()
    }
  }

  return {
    ensureSpace: (bytes) => freeSpace.ensure(bytes),

    stage: (source, { limit }) =>
      take(newId(), limit, (file, options) => receive(source, file, { ...options, limit })),

    compose: (make, { label, expected }) =>
      take(`${plain(label)}.${newId()}`, expected, (file, options) => compose(make, file, options)),

    async abandon(label) {
      for (const name of await readdir(incoming)) {
        if (name.startsWith(`${plain(label)}.`)) await rm(path.join(incoming, name), { force: true })
      }
    },

    async copy(key, { start, end }, write) {
      const handle = await open(fileOf(key), 'r')
      try {
        // One goes out while the other is filled, to the end of the file: new ones for every chunk would make
        // the collector of garbage run without pause.
        const size = Math.min(READ_CHUNK, end + 1 - start)
        const first = Buffer.allocUnsafeSlow(size)
        const buffers = [first, end + 1 - start > size ? Buffer.allocUnsafeSlow(size) : first] as const
        let sending = Promise.resolve()
        let next = start
        for (let turn: 0 | 1 = 0; next <= end; turn = turn === 0 ? 1 : 0) {
          const buffer = buffers[turn]
          const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end + 1 - next), next)
          if (bytesRead === 0) throw new RangeError(`The stored file ends at ${next} of ${end + 1} bytes.`)
          await sending
          sending = write(buffer.subarray(0, bytesRead))
          // Its failure is handled above or below; until then it must not count as unhandled.
          sending.catch(() => {})
          next += bytesRead
        }
        await sending
      } finally {
        await handle.close()
      }
    },

    async settle(key) {
      const file = recentFiles.take(key) ?? (await openThere(fileOf(key)))
      if (!file) return null
      try {
        // The bytes and their name are written together: one wait for the disk instead of two.
        await Promise.all([file.written, folders.sync(folderOf(key))])
        return fstatSync(file.descriptor).size
      } finally {
        closeWritten(file)
      }
    },

    remove(key) {
      recentFiles.drop(key)
      return rm(fileOf(key), { force: true })
    },

    async *keysBefore(before) {
      for (const folder of await readdir(root)) {
        if (!KEY_FOLDER.test(folder)) continue
        for (const key of await readdir(path.join(root, folder))) {
          const there = await stat(path.join(root, folder, key)).catch(() => null)
          if (there && there.mtimeMs < before.getTime()) yield key
        }
      }
    },

    async sweepIncoming(olderThanMs) {
      for (const name of await readdir(incoming)) {
        if (running.has(name)) continue
        const file = path.join(incoming, name)
        const there = await stat(file).catch(() => null)
        if (there && Date.now() - there.mtimeMs > olderThanMs) await rm(file, { force: true })
      }
    },

    async space() {
      const { bavail, blocks, bsize } = await statfs(root)
      return { bytes: blocks * bsize, freeBytes: bavail * bsize }
    },
    async checkWritable() {
      const probe = path.join(incoming, `probe-${newId()}`)
      await (await open(probe, 'wx')).close()
      await unlink(probe)
    },
  }
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'
