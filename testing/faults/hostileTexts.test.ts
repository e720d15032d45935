import { expect, test } from 'vitest'
import { MAX_MEMORY, measureHostileTexts } from './hostileTexts.ts'

// The bench compares rates; here other tests take the machine's time, and what is hostile goes by the clock.
test('clients that send new texts without pause are answered a few a second, and take no memory', async () => {
  const { quiet, underLoad, hostile, memory } = await measureHostileTexts({
    clients: 4,
    rounds: 3,
    milliseconds: 2000,
  })
  // 4 x 5 ms a second; the first are let in immediately.
  expect(hostile).toBeLessThan(80)
  expect(underLoad).toBeGreaterThan(quiet / 5)
  expect(memory).toBeLessThan(MAX_MEMORY)
})
