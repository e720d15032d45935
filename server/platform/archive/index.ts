import { crc32 } from 'node:zlib'
import { createEncryption, ENCRYPTION_BYTES, PORTION_BYTES } from './encryption.ts'
import { centralHeader, dataDescriptor, endRecords, localHeader } from './records.ts'

/** Takes bytes; their memory may be used again once it has resolved. */
export type Write = (chunk: Buffer) => Promise<void>

export interface ArchiveEntry {
  /** With slashes, relative, and safe: nothing is changed here. That of a folder has none at its end. */
  path: string
  modifiedAt: Date
  /** Whether a file may have 4 GiB or more; some programs read no such entries. */
  isLarge?: boolean
}

export interface ArchiveOptions {
  /** Each file is encrypted with it, as WinZip does; names are not. */
  passphrase?: string | null
}

/**
 * A ZIP archive that is written from its beginning to its end, entries stored as they are (documents hardly shrink).
 * Zip64 where needed: of any size and number of entries. Of each entry it keeps some hundred bytes to the end, of the
 * contents nothing.
 */
export interface Archive {
  folder(entry: ArchiveEntry): Promise<void>
  /**
   * `content` hands over all bytes of the file. When it throws, the archive doesn't list the file and can go on.
   * @throws what `content` throws; RangeError for 4 GiB and more of a file that is not said to be large
   */
  file(entry: ArchiveEntry, content: (write: Write) => Promise<void>): Promise<void>
  /** Writes the directory; the archive is whole then. */
  end(): Promise<void>
  /** Bytes so far. */
  size(): number
}

/** Smaller pieces are buffered, so that many small files don't take a system call for each header. */
const BUFFER_BYTES = 256 * 1024
const SMALL = 64 * 1024
const MAX_FILE = 2 ** 32 - 1 - ENCRYPTION_BYTES

/** Begins an archive whose bytes go to `write`, one piece after the other. */
export function createArchive(write: Write, { passphrase = null }: ArchiveOptions = {}): Archive {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let waiting = 0
  let offset = 0
  const directory: Buffer[] = []
  let count = 0

  const flush = async (): Promise<void> => {
    if (waiting === 0) return
    const bytes = waiting
    waiting = 0
    await write(buffer.subarray(0, bytes))
  }
  const put: Write = async (chunk) => {
    offset += chunk.length
    if (chunk.length >= SMALL) {
      await flush()
      return write(chunk)
    }
    if (waiting + chunk.length > BUFFER_BYTES) await flush()
    chunk.copy(buffer, waiting)
    waiting += chunk.length
  }
  const list = (record: Parameters<typeof centralHeader>[0]): void => {
    directory.push(centralHeader(record))
    count += 1
  }

  return {
    async folder({ path, modifiedAt }) {
      const name = Buffer.from(`${path}/`)
      const record = { name, modifiedAt, isFolder: true, crc: 0, size: 0, added: 0, isLarge: false, offset }
      await put(localHeader(record))
      list(record)
    },
    async file({ path, modifiedAt, isLarge = false }, content) {
      const encryption = passphrase === null ? null : createEncryption(passphrase)
      const added = encryption ? ENCRYPTION_BYTES : 0
      const name = Buffer.from(path)
      const record = { name, modifiedAt, isFolder: false, crc: 0, size: 0, added, isLarge, offset }
      let started = false
      // What can't even be opened leaves no trace in the archive.
      const begin = async () => {
        if (started) return
        started = true
        await put(localHeader(record))
        if (encryption) await put(encryption.head)
      }
      await content(async (chunk) => {
        await begin()
        record.size += chunk.length
        if (!isLarge && record.size > MAX_FILE)
          throw new RangeError('A file of an archive has 4 GiB or more.')
        if (encryption) {
          for (let at = 0; at < chunk.length; at += PORTION_BYTES) {
            await put(encryption.encrypt(chunk.subarray(at, at + PORTION_BYTES)))
          }
          return
        }
        const sent = put(chunk)
        record.crc = crc32(chunk, record.crc)
        await sent
      })
      await begin()
      if (encryption) await put(encryption.end())
      await put(dataDescriptor(record))
      list(record)
    },
    async end() {
      const start = offset
      for (const header of directory) await put(header)
      await put(endRecords({ offset: start, size: offset - start, count }))
      await flush()
    },
    size: () => offset,
  }
}
