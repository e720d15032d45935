import { expect, test } from 'vitest'
import { oneRun } from './oneRun.ts'

/** Runs that end when they are told to. */
function held(answers: readonly boolean[] = []) {
  const begun: PromiseWithResolvers<void>[] = []
  const call = oneRun(async () => {
    const run = Promise.withResolvers<void>()
    begun.push(run)
    await run.promise
    return answers[begun.length - 1] ?? true
  })
  return { begun, call }
}

test('calls while one runs make it run once more, and wait for nothing', async () => {
  const { begun, call } = held()
  const first = call()
  await call()
  await call()
  expect(begun).toHaveLength(1)
  begun[0]?.resolve()
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve()
  await first
  expect(begun).toHaveLength(2)
})

test('a run that leaves the rest to another is not run again, and a failed one holds up no later one', async () => {
  const { begun, call } = held([false])
  const first = call()
  await call()
  begun[0]?.resolve()
  await first
  expect(begun).toHaveLength(1)
  const second = call()
  const failed = expect(second).rejects.toThrow('broken')
  begun[1]?.reject(new Error('broken'))
  await failed
  const third = call()
  begun[2]?.resolve()
  await third
  expect(begun).toHaveLength(3)
})
