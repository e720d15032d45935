import { createHash } from 'node:crypto'
import { close, fstatSync, open as openFile } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { countPackets } from '../collecting.ts'
import { codeOf } from '../errorCode.ts'
import { newId } from '../ids.ts'
import { compose } from './compose.ts'
import { createFolders } from './folders.ts'
import { createFreeSpace } from './freeSpace.ts'
import { createKeptFiles, hashBegun } from './keptFiles.ts'
import { madeAt, validKey } from './keys.ts'
import { type ReceiveOptions, receive, rethrowFull } from './receive.ts'
import { closeWritten, createRecentFiles, type OpenFile, toDisk } from './recentFiles.ts'
import {
  endsTransfer,
  KeyMissingError,
  KeyTakenError,
  NotRemovedError,
  type PutOptions,
  type Source,
  type Storage,
  type Stored,
  TooShortError,
} from './storage.ts'

/** Bytes per read: large enough that the system's calls don't slow a download. */
const READ_CHUNK = 512 * 1024
const KEY_FOLDER = /^[0-9a-f]{2}$/
/** A bare key that tells when it was made (UUID of version 7). */
const DATED = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
/** Characters of what a name among what is arriving has behind its key. */
const TRANSFER = '.019a2b3c-0000-7000-8000-000000000000'.length
/** Files that are removed at a time. */
const REMOVED_AT_A_TIME = 16

export interface DiskStorageOptions {
  /** Folder for everything; made when missing. */
  root: string
  /** Free bytes that uploads leave on the disk. */
  reserveBytes: number
}

type Filled = Pick<Stored, 'size' | 'sha256'>

// Plain descriptors: handles cost more than the calls that they stand for.
const openDescriptor = promisify(openFile)
const closeFile = promisify(close)

/** Null for what is not there. */
async function openThere(file: string): Promise<OpenFile | null> {
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

/**
 * Storage in a folder: `incoming/` for what is arriving, under its key and the id of its transfer, then `xx/key` with xx
 * from the key, so that no folder gets too full. `reserved/` has the room that each process has promised to transfers.
 */
export async function createDiskStorage({ root, reserveBytes }: DiskStorageOptions): Promise<Storage> {
  const incoming = path.join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const running = new Set<string>()
  const freeSpace = createFreeSpace({ root, reserveBytes, reservations: path.join(root, 'reserved') })
  const folders = createFolders(root)
  const recentFiles = createRecentFiles()
  const keptFiles = createKeptFiles(incoming, (name) => running.has(name))

  const folderOf = (key: string): string => path.join(root, folderNameOf(validKey(key)))
  const fileOf = (key: string): string => path.join(folderOf(key), key)

  /** The file of a key, in a folder that is there. */
  const preparedFile = async (key: string): Promise<string> => {
    await folders.make(folderOf(key))
    return fileOf(key)
  }

  /** A file gets its name atomically, so that it is never half there. @throws KeyTakenError with `ifAbsent` */
  const place = async (file: string, key: string, ifAbsent: boolean): Promise<void> => {
    if (!ifAbsent) return rename(file, await preparedFile(key))
    try {
      // As a rename, but for a name that is taken.
      await link(file, await preparedFile(key))
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new KeyTakenError()
      throw error
    }
    // The key is given by now. What can't be taken away from what is arriving is swept.
    await unlink(file).catch(() => {})
  }

  /** What is arriving is filled with the source; `expected` bytes are promised to it. */
  const fill = (
    descriptor: number,
    source: Source,
    size: PutOptions['size'],
    options: Omit<ReceiveOptions, 'limit'>,
  ): Promise<Filled> => {
    if (typeof source === 'function') return compose(source, descriptor, options)
    return receive(source, descriptor, {
      ...options,
      limit: typeof size === 'number' ? size : Number.POSITIVE_INFINITY,
    })
  }

  /** A new file for what is arriving, or the one that is kept with its first bytes. */
  const openIncoming = async (key: string, name: string, from: number | undefined): Promise<number> => {
    if (from) await keptFiles.take(key, from, name)
    else if (from === 0) await keptFiles.drop(key)
    return openDescriptor(path.join(incoming, name), from ? 'r+' : 'wx', 0o600).catch(rethrowFull)
  }

  const put: Storage['put'] = async (key, source, { size, ifAbsent = false, from }) => {
    const name = `${validKey(key)}.${newId()}`
    const file = path.join(incoming, name)
    const reservation = freeSpace.reserve((typeof size === 'number' ? size : size.about) - (from ?? 0))
    let descriptor: number | undefined
    running.add(name)
    try {
      // What is promised counts already, this transfer's reservation included.
      await freeSpace.ensure(0)
      descriptor = await openIncoming(key, name, from)
      const filled = await fill(descriptor, source, size, {
        onWritten: reservation.use,
        checkSpace: freeSpace.ensureStill,
        ...(from && { begun: { size: from, hash: await hashBegun(descriptor, from) } }),
      })
      if (typeof size === 'number' && filled.size !== size) throw new TooShortError(filled.size, size)
      await place(file, key, ifAbsent)
      const { written } = recentFiles.keep(key, descriptor)
      return { ...filled, written }
    } catch (error) {
      if (descriptor !== undefined) {
        // What can't be kept begins anew.
        if (from !== undefined && !endsTransfer(error))
          await keptFiles.keep(key, name, descriptor).catch(() => {})
        await closeFile(descriptor)
      }
      await rm(file, { force: true })
      throw error
    } finally {
      running.delete(name)
      await reservation.end()
    }
  }

  return {
    put,
    kept: (key) => Promise.resolve().then(() => keptFiles.size(validKey(key))),

    async read(key, { start, end }, write) {
      const handle = await open(fileOf(key), 'r').catch((error: unknown) => {
        throw isMissing(error) ? new KeyMissingError({ cause: error }) : error
      })
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
        countPackets(Math.min(2 * size, end + 1 - start))
      } finally {
        await handle.close()
      }
    },

    async head(key) {
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

    async remove(keys) {
      const files = new Map(keys.map((key) => [key, fileOf(key)]))
      const failures = new Map<string, unknown>()
      const waiting = files.entries()
      const work = async () => {
        for (const [key, file] of waiting) {
          recentFiles.drop(key)
          await rm(file, { force: true }).catch((error: unknown) => void failures.set(key, error))
        }
      }
      await Promise.all(Array.from({ length: Math.min(REMOVED_AT_A_TIME, files.size) }, work))
      if (failures.size > 0) throw new NotRemovedError(failures)
    },

    async *list({ prefix, from, before }) {
      const isMeant = (key: string): boolean => {
        if (!key.startsWith(prefix)) return false
        if (!from && !before) return true
        const at = madeAt(key)
        return at !== null && (!from || at >= from) && (!before || at < before)
      }
      for (const folder of await readdir(root)) {
        if (!KEY_FOLDER.test(folder)) continue
        for (const key of await readdir(path.join(root, folder))) if (isMeant(key)) yield key
      }
    },

    async *unfinished(key) {
      const prefix = key === undefined ? '' : `${validKey(key)}.`
      for (const id of await readdir(incoming)) {
        if (!id.startsWith(prefix)) continue
        const there = await stat(path.join(incoming, id)).catch(() => null)
        if (there) yield { key: id.slice(0, -TRANSFER), id, at: there.mtime, isRunning: running.has(id) }
      }
    },

    abort: ({ id }) => rm(path.join(incoming, validTransfer(id)), { force: true }),

    ensureSpace: (bytes) => freeSpace.ensure(bytes),

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

/** @throws RangeError for what is no plain file name */
const validTransfer = (id: string): string => (path.basename(id) === id ? id : validKey(id))

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'
