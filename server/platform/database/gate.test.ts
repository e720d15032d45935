import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

const limits = { waiting: { ofKey: 3, all: 4 }, waitMs: 60_000 }

test('one after the other passes under a key, in the order of their coming; other keys are free', async () => {
  const gate = createGate(limits)
  const passed: string[] = []
  const first = await gate.enter('a')
  const waiting = ['1', '2', '3'].map(async (name) => {
    const leave = await gate.enter('a')
    passed.push(name)
    await sleep(1)
    passed.push(`${name} left`)
    leave()
  })
  const other = await gate.enter('b')
  await sleep(5)
  expect(passed).toEqual([])
  first()
  await Promise.all(waiting)
  expect(passed).toEqual(['1', '1 left', '2', '2 left', '3', '3 left'])
  other()
  ;(await gate.enter('a'))()
})

test('those beyond the limits are rejected immediately, per key and in total', async () => {
  const gate = createGate(limits)
  const leaves = [await gate.enter('a'), await gate.enter('b')]
  const waiting = ['a', 'a', 'a'].map((key) => gate.enter(key).then((leave) => leave()))
  await expect(gate.enter('a')).rejects.toThrow('Too many are waiting already.')
  waiting.push(gate.enter('b').then((leave) => leave()))
  await expect(gate.enter('b')).rejects.toThrow('Too many are waiting already.')
  for (const leave of leaves) leave()
  await Promise.all(waiting)
  ;(await gate.enter('a'))()
})

test('who waits too long goes away, and the next has the place', async () => {
  const gate = createGate({ ...limits, waitMs: 20 })
  const first = await gate.enter('a')
  await expect(gate.enter('a')).rejects.toThrow('The wait took too long')
  const second = gate.enter('a')
  first()
  ;(await second)()
})
