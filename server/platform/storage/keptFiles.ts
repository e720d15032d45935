import { createHash, type Hash } from 'node:crypto'
import { fsync, read } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { codeOf } from '../errorCode.ts'
import { KeptOtherwiseError, KeyTakenError } from './storage.ts'

/** What a transfer that broke off has in place of the id of one that runs. */
const KEPT = '00000000-0000-0000-0000-000000000000'
/** Milliseconds without a byte after which a transfer that no process has put aside is one of a process that died. */
const STALE_MS = 120_000
/** Bytes that are read at a time. */
const READ_CHUNK = 1024 * 1024

const readSome = promisify(read)

/** Files of transfers that broke off and can be gone on with, among what is arriving at a disk. */
export interface KeptFiles {
  /** As Storage.kept. */
  size(key: string): Promise<number>
  /**
   * Gives the key's file to one who goes on with it, under that name.
   * @throws KeptOtherwiseError where it has not that many bytes, KeyTakenError where another has got it
   */
  take(key: string, size: number, name: string): Promise<void>
  /** Keeps a file of that name, on the disk by then, for whoever goes on with it. */
  keep(key: string, name: string, descriptor: number): Promise<void>
  /** Removes what is kept. @throws KeyTakenError where somebody is at it */
  drop(key: string): Promise<void>
}

/** @param isRunning whether this process is at the transfer of that name */
export function createKeptFiles(incoming: string, isRunning: (name: string) => boolean): KeptFiles {
  /** The key's, which a process that died may have left instead of put aside. @throws KeyTakenError */
  async function* found(key: string): AsyncIterable<{ name: string; size: number }> {
    for (const name of await readdir(incoming)) {
      if (!name.startsWith(`${key}.`)) continue
      const there = await stat(path.join(incoming, name)).catch(() => null)
      if (!there) continue
      const isAside = name === `${key}.${KEPT}`
      if (isRunning(name) || (!isAside && Date.now() - there.mtimeMs < STALE_MS)) throw new KeyTakenError()
      yield { name, size: there.size }
    }
  }
  const find = async (key: string) => {
    for await (const file of found(key)) return file
    return null
  }

  return {
    size: async (key) => (await find(key))?.size ?? 0,
    async take(key, size, name) {
      const kept = await find(key)
      if (kept?.size !== size) throw new KeptOtherwiseError(kept?.size ?? 0)
      try {
        // A rename gives it to one of several.
        await rename(path.join(incoming, kept.name), path.join(incoming, name))
      } catch (error) {
        throw codeOf(error) === 'ENOENT' ? new KeyTakenError() : error
      }
    },
    async keep(key, name, descriptor) {
      await promisify(fsync)(descriptor)
      await rename(path.join(incoming, name), path.join(incoming, `${key}.${KEPT}`))
    },
    async drop(key) {
      for await (const { name } of found(key)) await rm(path.join(incoming, name), { force: true })
    },
  }
}

/** The hash over the first bytes of an open file, to go on with. */
export async function hashBegun(descriptor: number, size: number): Promise<Hash> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_CHUNK, Math.max(size, 1)))
  for (let at = 0; at < size; ) {
    const { bytesRead } = await readSome(descriptor, buffer, 0, Math.min(buffer.length, size - at), at)
    if (bytesRead === 0) throw new KeptOtherwiseError(at)
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  return hash
}
