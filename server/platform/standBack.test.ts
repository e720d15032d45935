import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { restAfter, standBack } from './standBack.ts'

test('who asks this process for something has more than three quarters of what the work would take, within bounds', () => {
  expect([restAfter(150, 0.29), restAfter(150, 0.31), restAfter(60_000, 1)]).toEqual([0, 540, 5000])
})

/** Milliseconds that this process takes for itself. */
const occupy = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

const timeOf = async (run: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

test('work rests where the process was busy meanwhile, not where it waited, and no longer than until it is stopped', async () => {
  const rest = standBack()
  // What tests before it have left may still be at work in this process.
  await vi.waitFor(async () => {
    await pause(200)
    expect(await timeOf(() => rest())).toBeLessThan(100)
  })
  occupy(200)
  expect(await timeOf(() => rest())).toBeGreaterThanOrEqual(450)
  occupy(1000)
  // Of the 3.6 s that it would last.
  expect(await timeOf(() => rest(AbortSignal.timeout(50)))).toBeLessThan(3000)
})
