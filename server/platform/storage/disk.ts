import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '../ids.ts'
import { receive } from './receive.ts'
import { type ByteRange, type Staged, type Storage, StorageFullError } from './storage.ts'

/** Bytes read at once: large enough that the system's calls don't slow a download. */
const READ_CHUNK = 512 * 1024
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/

export interface DiskStorageOptions {
  /** Folder for everything; made when missing. */
  root: string
  /** Free bytes that uploads leave on the disk. */
  reserveBytes: number
}

/**
 * Storage in a folder: `incoming/` for what is arriving, then `xx/key` with xx from the key's hash, so that no
 * folder gets too full. A rename within one disk is atomic, so a file under its key is always whole.
 */
export async function createDiskStorage({ root, reserveBytes }: DiskStorageOptions): Promise<Storage> {
  const incoming = path.join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const running = new Set<string>()
  const folders = new Set<string>()
  /** Bytes that running transfers may still bring; a disk is not promised twice. */
  let expected = 0

  const folderOf = (key: string): string => {
    if (!KEY.test(key)) throw new RangeError('A storage key must be a plain file name.')
    return path.join(root, createHash('sha256').update(key).digest('hex').slice(0, 2))
  }
  const fileOf = (key: string): string => path.join(folderOf(key), key)

  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize
  }
  const ensureRoom = async (bytes: number): Promise<void> => {
    if ((await freeBytes()) - expected - bytes < reserveBytes) throw new StorageFullError()
  }

  const makeFolder = async (folder: string): Promise<void> => {
    if (folders.has(folder)) return
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncFolder(root)
    folders.add(folder)
  }

  return {
    ensureRoom,

    async stage(source, { limit }): Promise<Staged> {
      const name = newId()
      const file = path.join(incoming, name)
      const drop = async () => {
        running.delete(name)
        await rm(file, { force: true })
      }
      let promised = limit
      expected += promised
      const settle = (bytes: number) => {
        const arrived = Math.min(bytes, promised)
        promised -= arrived
        expected -= arrived
      }
      running.add(name)
      try {
        // What is promised counts already, this transfer's share included.
        await ensureRoom(0)
        const received = await receive(source, file, {
          limit,
          onWritten: settle,
          checkRoom: () => ensureRoom(0),
        })
        return {
          ...received,
          async commit(key) {
            const folder = folderOf(key)
            await makeFolder(folder)
            await rename(file, path.join(folder, key))
            running.delete(name)
            await syncFolder(folder)
          },
          discard: drop,
        }
      } catch (error) {
        await drop()
        throw error
      } finally {
        settle(promised)
      }
    },

    open: (key: string, range?: ByteRange): Readable =>
      createReadStream(fileOf(key), { highWaterMark: READ_CHUNK, ...range }),

    async size(key) {
      try {
        return (await stat(fileOf(key))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async sweepIncoming(olderThanMs) {
      for (const name of await readdir(incoming)) {
        if (running.has(name)) continue
        const file = path.join(incoming, name)
        const there = await stat(file).catch(() => null)
        if (there && Date.now() - there.mtimeMs > olderThanMs) await rm(file, { force: true })
      }
    },

    async checkWritable() {
      const probe = path.join(incoming, `probe-${newId()}`)
      await (await open(probe, 'wx')).close()
      await unlink(probe)
    },
  }
}

/** A rename is only safe from a power cut once its folder is written too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open a folder, and keeps its names safe by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
