import type { ByteRange, Storage } from '../server/platform/storage/index.ts'

/** The bytes under a key, all of them or those of a range. */
export async function stored(storage: Storage, key: string, range?: ByteRange): Promise<Buffer> {
  const chunks: Buffer[] = []
  const end = ((await storage.head(key)) ?? 0) - 1
  await storage.read(key, range ?? { start: 0, end }, async (chunk) => {
    // Its memory is used again.
    chunks.push(Buffer.from(chunk))
  })
  return Buffer.concat(chunks)
}
