import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../errorCode.ts'
import { isId, newId } from '../ids.ts'

/** Milliseconds between two renewals of what is published. */
const RENEWED_MS = 1000
/** Milliseconds after which what was not renewed does not count: its process was killed. */
const COUNTED_MS = 30_000
/** Milliseconds after which it is removed: later, since a process that was only suspended renews it. */
const KEPT_MS = 3_600_000
/** Characters of a file: always the same, so that each write covers the one before. */
const LENGTH = 16
/** Makes the file where it is missing, and empties it never: a reader would take that for no reservation. */
const MAKE = constants.O_WRONLY | constants.O_CREAT

/** What all processes that store into one folder have reserved on its disk. */
export interface SharedReservations {
  /** Bytes that others know of this process. */
  readonly published: number
  /** Lets the others know what this process has reserved by now. */
  publish(): Promise<void>
  /** Bytes that other processes have published. */
  elsewhere(): Promise<number>
}

/** For a disk on which nobody reserves anything. */
export const NOTHING_RESERVED: SharedReservations = {
  published: 0,
  publish: async () => {},
  elsewhere: async () => 0,
}

/**
 * A process has a file of a few bytes in the folder while it has anything published (decision 113).
 * @param reserved bytes that this process has reserved now
 */
export function createSharedReservations(folder: string, reserved: () => number): SharedReservations {
  const own = newId()
  const file = path.join(folder, own)
  let published = 0
  let renewsLater = false
  let last = Promise.resolve()

  /** One write after the other, so that an older one never covers a newer one. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }

  const write = async (bytes: number, flag: string | number): Promise<void> => {
    try {
      if (bytes === 0) await rm(file, { force: true })
      else await writeFile(file, String(bytes).padStart(LENGTH), { flag, mode: 0o600 })
      published = bytes
    } catch (error) {
      if (isMissing(error)) published = 0
      throw error
    }
  }

  const make = async (bytes: number): Promise<void> => {
    try {
      await write(bytes, MAKE)
    } catch (error) {
      if (!isMissing(error)) throw error
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write(bytes, MAKE)
    }
  }

  /** Makes no file: where it was removed, so was the storage. */
  const renew = (): void => {
    renewsLater = false
    // A disk that fails says so to the transfers.
    void inOrder(() => write(reserved(), 'r+'))
      .catch(() => {})
      .then(renewLater)
  }
  const renewLater = (): void => {
    if (published === 0 || renewsLater) return
    renewsLater = true
    setTimeout(renew, RENEWED_MS).unref()
  }

  /** @returns bytes of another process; 0 for one that has been killed */
  const readOther = async (name: string): Promise<number> => {
    const other = path.join(folder, name)
    try {
      const handle = await open(other, 'r')
      try {
        const age = Date.now() - (await handle.stat()).mtimeMs
        if (age > KEPT_MS) await rm(other, { force: true })
        return age > COUNTED_MS ? 0 : bytesIn(await handle.readFile('utf8'))
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isMissing(error)) return 0
      throw error
    }
  }

  return {
    get published() {
      return published
    },
    publish: () =>
      inOrder(async () => {
        const bytes = reserved()
        if (bytes === published) return
        await make(bytes)
        renewLater()
        // A machine remembers for a while what lies in another's folder, but not beyond a change of its own there.
        const now = new Date()
        await utimes(folder, now, now).catch(() => {})
      }),
    async elsewhere() {
      let bytes = 0
      for (const name of await namesIn(folder)) if (name !== own && isId(name)) bytes += await readOther(name)
      return bytes
    },
  }
}

/** None where nobody has published anything yet. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })

/** None in a file that is being made: its process counts all others before it begins. */
function bytesIn(text: string): number {
  const bytes = Number(text)
  return Number.isSafeInteger(bytes) ? bytes : 0
}

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'
