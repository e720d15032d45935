import { expect, test } from 'vitest'
import { measureTransferMemory } from './memory.ts'

const MB = 1024 * 1024
/** Bytes that a transfer may add to what the process takes at rest; the bench holds the whole against its limit. */
const MAX_ADDED = 250 * MB

// The bench does the same with 2 GB. This is enough to tell a stream from a file that is held in memory, also where the
// collector comes late beside other work.
test('a file far larger than the memory allowed goes up and comes down whole, in a server that stays small', {
  timeout: 120_000,
}, async () => {
  const { idleBytes, upload, download, intact } = await measureTransferMemory(400 * MB)
  expect(intact).toBe(true)
  expect(upload - idleBytes).toBeLessThan(MAX_ADDED)
  expect(download - idleBytes).toBeLessThan(MAX_ADDED)
})
