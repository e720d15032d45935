import { expect, onTestFinished, test, vi } from 'vitest'
import { beginSpan, within } from './index.ts'
import { startOtlp } from './otlp.ts'

test('of what begins by itself some fifty in a second are traced, and all that is done in those', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // Nobody listens there.
  const otlp = await startOtlp(
    { endpoint: 'http://127.0.0.1:9', protocol: 'http/json' },
    { version: '1', process: 'test' },
  )
  const begin = () => beginSpan({ name: 'job', kind: 'job' })
  const inTurn = (count: number) => Array.from({ length: count }, begin).filter((span) => span !== null)
  const first = inTurn(200)
  expect(first).toHaveLength(50)
  vi.advanceTimersByTime(100)
  expect(inTurn(200)).toHaveLength(5)
  const [root] = first
  const inside = within(root ?? null, () => Array.from({ length: 100 }, begin))
  expect(inside.every((span) => span !== null)).toBe(true)
  await otlp.stop()
})
