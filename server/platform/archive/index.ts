import { crc32 } from 'node:zlib'
import { centralHeader, dataDescriptor, endRecords, localHeader } from './records.ts'

/** Takes bytes; their memory may be used again once it has resolved. */
export type Write = (chunk: Buffer) => Promise<void>

export interface ArchiveEntry {
  /** With slashes, relative, and safe: nothing is changed here. That of a folder has none at its end. */
  path: string
  modifiedAt: Date
}

/**
 * A ZIP archive that is written from its beginning to its end, entries stored as they are (documents hardly shrink).
 * Zip64 where needed: of any size and number of entries, each file below 4 GiB. Of each entry it keeps some hundred
 * bytes to the end, of the contents nothing.
 */
export interface Archive {
  folder(entry: ArchiveEntry): Promise<void>
  /**
   * `content` hands over all bytes of the file. When it throws, the archive doesn't list the file and can go on.
   * @throws what `content` throws; RangeError for 4 GiB and more
   */
  file(entry: ArchiveEntry, content: (write: Write) => Promise<void>): Promise<void>
  /** Writes the directory; the archive is whole then. */
  end(): Promise<void>
}

/** Smaller pieces are buffered, so that many small files don't take a system call for each header. */
const BUFFER_BYTES = 256 * 1024
const SMALL = 64 * 1024
const MAX_FILE = 2 ** 32 - 1

/** Begins an archive whose bytes go to `write`, one piece after the other. */
export function createArchive(write: Write): Archive {
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
      const record = { name: Buffer.from(`${path}/`), modifiedAt, isFolder: true, crc: 0, size: 0, offset }
      await put(localHeader(record))
      list(record)
    },
    async file({ path, modifiedAt }, content) {
      const record = { name: Buffer.from(path), modifiedAt, isFolder: false, crc: 0, size: 0, offset }
      let started = false
      // What can't even be opened leaves no trace in the archive.
      const begin = async () => {
        if (!started) await put(localHeader(record))
        started = true
      }
      await content(async (chunk) => {
        await begin()
        record.size += chunk.length
        if (record.size > MAX_FILE) throw new RangeError('A file of an archive has 4 GiB or more.')
        const sent = put(chunk)
        record.crc = crc32(chunk, record.crc)
        await sent
      })
      await begin()
      await put(dataDescriptor(record))
      list(record)
    },
    async end() {
      const start = offset
      for (const header of directory) await put(header)
      await put(endRecords({ offset: start, size: offset - start, count }))
      await flush()
    },
  }
}
