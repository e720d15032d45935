import { expect, test } from 'vitest'
import { TooShortError } from './storage.ts'
import { readWhole, wholeFile } from './wholeFile.ts'

/** A store that gives a range in chunks of one memory, as the real ones do, and nothing behind its content. */
const storeOf = (content: string) => ({
  read: async (
    _key: string,
    { start, end }: { start: number; end: number },
    write: (chunk: Buffer) => Promise<void>,
  ) => {
    const memory = Buffer.alloc(2)
    const bytes = Buffer.from(content).subarray(start, end + 1)
    for (let at = 0; at < bytes.length; at += 2) {
      await write(memory.subarray(0, bytes.copy(memory, 0, at)))
    }
  },
})

test('bytes come into memory whole, of a range too, and those that end too early are none', async () => {
  const store = storeOf('contents')
  expect((await readWhole(wholeFile(store, 'key', 8))).toString()).toBe('contents')
  expect((await readWhole(wholeFile(store, 'key', 3, 2))).toString()).toBe('nte')
  expect(await readWhole(wholeFile(store, 'key', 0))).toEqual(Buffer.alloc(0))
  await expect(readWhole(wholeFile(store, 'key', 9))).rejects.toThrow(TooShortError)
})
