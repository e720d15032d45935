import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file of an archive; its content is asked for when its turn comes, and no faster than it can be passed on. */
export interface ZipEntry {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/** The method of the ZIP format for what zlib makes. */
const DEFLATE = 8
/** Sheets repeat themselves so much that more effort hardly makes them smaller. */
const LEVEL = 3
const LAST = new Uint8Array(0)
/** Sizes and places of such an archive have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1

/** The content as bytes, adding up what the archive's directory must know of it. */
async function* counted(content: ZipEntry['content'], file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    if (file.size > MAX_BYTES) throw new Error(`${file.filename} outgrows its archive.`)
    yield bytes
  }
}

/**
 * A ZIP archive, piece by piece: one file after the other, compressed outside of the main thread. It holds no more
 * than a few pieces at a time, however large a file is (below 4 GiB). Who stops reading stops the files' contents.
 * @param modifiedAt what all of its files say
 */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  modifiedAt: Date = new Date(),
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const archive = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for await (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, compression: DEFLATE, crc: 0, size: 0, mtime: modifiedAt }
    archive.add(file)
    const compressed = pipeline(
      Readable.from(counted(content, file)),
      createDeflateRaw({ level: LEVEL }),
      () => {},
    )
    for await (const piece of compressed) {
      file.ondata?.(null, piece, false)
      yield* pieces.splice(0)
    }
    file.ondata?.(null, LAST, true)
  }
  archive.end()
  yield* pieces
}
