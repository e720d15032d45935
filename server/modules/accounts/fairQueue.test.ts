import { expect, test } from 'vitest'
import { createFairQueue } from './fairQueue.ts'

/** Tasks that end on command, in the order in which they started. */
function works() {
  const started: { name: string; end: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => started.push({ name, end: () => resolve(name) }))
  return { started, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('keys take turns, whoever asked for more', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 10, all: 100 })
  const { started, work } = works()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charAt(0), work(name)))
  for (let at = 0; at < all.length; at += 1) {
    await settled()
    started[at]?.end()
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
  expect(started.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('runs and queues no more than the limits allow; a failed task frees its place', async () => {
  const queue = createFairQueue({ atOnce: 2, each: 3, all: 5 })
  const { started, work } = works()
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  const first = ['a1', 'a2', 'a3'].map((name) => queue.run('a', work(name)))
  await settled()
  expect(started.length).toBe(2)
  const TOO_MANY = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }
  await expect(queue.run('a', work('a4'))).rejects.toMatchObject(TOO_MANY)
  const others = ['b', 'c'].map((name) => queue.run(name, work(name)))
  await expect(queue.run('d', work('d'))).rejects.toMatchObject(TOO_MANY)
  for (let at = 0; at < 5; at += 1) {
    await settled()
    started[at]?.end()
  }
  expect(await Promise.all([...first, ...others])).toEqual(['a1', 'a2', 'a3', 'b', 'c'])
  expect(() => queue.refuseFull('a')).not.toThrow()
})
