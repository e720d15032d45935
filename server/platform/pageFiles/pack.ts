import { open } from 'node:fs/promises'
import { type ByteRange, type Make, readWhole, type Storage, wholeFile } from '../storage/index.ts'

/** One of the forms in which a file of the page is sent: as it is, or compressed. */
export interface FileForm {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** A file of the page under a name that holds a hash of its content. */
export interface PageFile {
  readonly type: string
  /** By content encoding; '' is the file itself. */
  readonly forms: ReadonlyMap<string, FileForm>
}

/** The same in a pack: where in it each form lies. */
export interface PackedFile {
  readonly type: string
  readonly forms: ReadonlyMap<string, ByteRange>
}

/** What stands at the head of a pack: type and, by encoding, sizes of each file, in the order of their bytes. */
type Head = readonly (readonly [name: string, type: string, sizes: Readonly<Record<string, number>>])[]

/** Bytes in which the length of the head stands. */
const LENGTH = 4
/** Bytes of one piece of memory. */
const CHUNK = 64 * 1024
/** Bytes of a head that is believed; a build of thousands of files has a tenth. */
const MAX_HEAD = 4 * 1024 * 1024

/** All files in one content: length of the head, head, and their bytes one after the other. @returns with its size */
export function packOf(files: ReadonlyMap<string, PageFile>): { size: number; make: Make } {
  const head: Head = [...files].map(([name, { type, forms }]) => [
    name,
    type,
    Object.fromEntries([...forms].map(([encoding, { size }]) => [encoding, size])),
  ])
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(text.length)
  const forms = [...files.values()].flatMap((file) => [...file.forms.values()])
  return {
    size: LENGTH + text.length + forms.reduce((sum, { size }) => sum + size, 0),
    make: async (write) => {
      await write(length)
      await write(text)
      // One piece of memory for all of them: a stream takes new memory for each chunk, which the process keeps.
      const memory = Buffer.allocUnsafeSlow(CHUNK)
      for (const { path } of forms) {
        await using file = await open(path)
        for (;;) {
          const { bytesRead } = await file.read(memory)
          if (bytesRead === 0) break
          await write(memory.subarray(0, bytesRead))
        }
      }
    },
  }
}

/** Where the files of a pack lie. @throws KeyMissingError, and for what is no pack */
export async function readPack(
  storage: Pick<Storage, 'read'>,
  key: string,
): Promise<ReadonlyMap<string, PackedFile>> {
  const size = (await readWhole(wholeFile(storage, key, LENGTH))).readUInt32BE()
  if (size > MAX_HEAD) throw new RangeError(`The files of the page at ${key} have a head of ${size} bytes.`)
  const head: Head = JSON.parse((await readWhole(wholeFile(storage, key, size, LENGTH))).toString())
  let start = LENGTH + size
  const next = (length: number): ByteRange => {
    start += length
    return { start: start - length, end: start - 1 }
  }
  return new Map(
    head.map(([name, type, sizes]) => [
      name,
      { type, forms: new Map(Object.entries(sizes).map(([encoding, length]) => [encoding, next(length)])) },
    ]),
  )
}
