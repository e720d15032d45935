import { createStorage } from '../server/platform/storage/createStorage.ts'
import type { ByteRange, Storage } from '../server/platform/storage/index.ts'
import type { TestDatabase } from './database/index.ts'
import type { TestServer } from './server.ts'

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

/** Where a server of a test keeps its files, wherever this run has them. */
export const storageOf = (
  { config }: Pick<TestServer, 'config'>,
  { db }: Pick<TestDatabase, 'db'>,
): Promise<Storage> => createStorage(config, db)

/** What a server of a test keeps there, opened when it is looked at: tests name their server before it is started. */
export class KeptFiles {
  readonly #open: () => Promise<Storage>

  constructor(server: () => Pick<TestServer, 'config'>, database: Pick<TestDatabase, 'db'>) {
    this.#open = () => storageOf(server(), database)
  }

  /** Keys of all that lies there, whole or not. */
  async keys(): Promise<string[]> {
    const keys = await this.arriving()
    for await (const key of (await this.#open()).list({ prefix: '' })) keys.push(key)
    return keys
  }

  /** Keys of what has not come there as a whole. */
  async arriving(): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of (await this.#open()).unfinished()) keys.push(key)
    return keys
  }

  /** Loses something, as a disk may. */
  async lose(key: string): Promise<void> {
    await (await this.#open()).remove([key])
  }
}
