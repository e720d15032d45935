import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createArchive } from '../../server/platform/archive/index.ts'

/** Writes files as somebody unpacks them. */
export function unpackTo(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

/** The bytes of a part that holds files. */
export async function partOf(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const pieces: Buffer[] = []
  const archive = createArchive(async (chunk) => void pieces.push(Buffer.from(chunk)))
  for (const [name, bytes] of files) {
    await archive.file({ path: name, modifiedAt: new Date('1980-01-01T00:00:00Z') }, (write) => write(bytes))
  }
  await archive.end()
  return Buffer.concat(pieces)
}
