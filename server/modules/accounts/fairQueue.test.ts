import { expect, test } from 'vitest'
import { createFairQueue } from './fairQueue.ts'

/** Works that end when they are told to, in the order in which they began. */
function works() {
  const begun: { name: string; end: () => void }[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => begun.push({ name, end: () => resolve(name) }))
  return { begun, work }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('keys take turns, whoever asked for more', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 10, all: 100 })
  const { begun, work } = works()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => queue.run(name.charAt(0), work(name)))
  for (let at = 0; at < all.length; at += 1) {
    await settled()
    begun[at]?.end()
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
  expect(begun.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('no more than so many at once, and no more wait than may; a work that fails gives up its place', async () => {
  const queue = createFairQueue({ atOnce: 2, each: 3, all: 5 })
  const { begun, work } = works()
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  const first = ['a1', 'a2', 'a3'].map((name) => queue.run('a', work(name)))
  await settled()
  expect(begun.length).toBe(2)
  const TOO_MANY = { code: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }
  await expect(queue.run('a', work('a4'))).rejects.toMatchObject(TOO_MANY)
  const others = ['b', 'c'].map((name) => queue.run(name, work(name)))
  await expect(queue.run('d', work('d'))).rejects.toMatchObject(TOO_MANY)
  for (let at = 0; at < 5; at += 1) {
    await settled()
    begun[at]?.end()
  }
  expect(await Promise.all([...first, ...others])).toEqual(['a1', 'a2', 'a3', 'b', 'c'])
  expect(() => queue.refuseFull('a')).not.toThrow()
})
