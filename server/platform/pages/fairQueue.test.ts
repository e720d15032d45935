import { expect, test } from 'vitest'
import { createFairQueue, createOwnTurns, QueueBusy, sharedTurns } from './fairQueue.ts'

const until = () => Promise.withResolvers<void>()

test('of the next two tasks one is of another person who waits, however many somebody has asked for', async () => {
  const queue = createFairQueue({ perPerson: 500, waitMs: 60_000 })
  const first = until()
  const done: string[] = []
  const all = [queue.run('hasty', () => first.promise)]
  for (let at = 0; at < 5; at += 1) all.push(queue.run('hasty', async () => void done.push(`hasty ${at}`)))
  all.push(queue.run('calm', async () => void done.push('calm 0')))
  all.push(queue.run('calm', async () => void done.push('calm 1')))
  expect(queue.waiting()).toBe(7)
  first.resolve()
  await Promise.all(all)
  expect(done).toEqual(['hasty 0', 'calm 0', 'hasty 1', 'calm 1', 'hasty 2', 'hasty 3', 'hasty 4'])
  expect(queue.waiting()).toBe(0)
})

test('who has too many waiting, or waits too long, is told; others are not, and a failure stops nobody', async () => {
  const queue = createFairQueue({ perPerson: 2, waitMs: 30 })
  const first = until()
  const running = queue.run('hasty', () => first.promise)
  const waiting = [queue.run('hasty', async () => 1), queue.run('hasty', async () => 2)]
  await expect(queue.run('hasty', async () => 3)).rejects.toThrow(QueueBusy)
  const results = await Promise.allSettled([...waiting, queue.run('calm', async () => 4)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(queue.waiting()).toBe(0)
  first.reject(new Error('broken'))
  await expect(running).rejects.toThrow('broken')
  expect(await queue.run('hasty', async () => 5)).toBe(5)
})

test('what several wait for is done once, in the turn of whoever’s comes first; who asks while it is done waits for no turn', async () => {
  const queue = createFairQueue({ perPerson: 10, waitMs: 60_000 })
  const inTurn = sharedTurns<string>(queue)
  const [first, shared] = [until(), until()]
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(name)
    return name
  }
  const running = queue.run('hasty', () => first.promise)
  const own = [1, 2, 3].map((at) => inTurn('hasty', `own ${at}`, work(`own ${at}`)))
  const page = async () => {
    done.push('page')
    await shared.promise
    return 'page'
  }
  const both = [inTurn('hasty', 'page', page), inTurn('calm', 'page', page)]
  first.resolve()
  await expect.poll(() => done).toEqual(['own 1', 'page'])
  // Its work has begun: the third has no turn of their own to wait for.
  const waiting = queue.waiting()
  both.push(inTurn('third', 'page', page))
  expect(queue.waiting()).toBe(waiting)
  shared.resolve()
  expect(await Promise.all(both)).toEqual(['page', 'page', 'page'])
  await Promise.all([running, ...own])
  expect(done).toEqual(['own 1', 'page', 'own 2', 'own 3'])
  // It is done anew for whoever comes later.
  expect(await inTurn('third', 'page', work('page'))).toBe('page')
  expect(done).toHaveLength(5)
})

test('few works of a person run concurrently, and others wait for none of them', async () => {
  const inTurn = createOwnTurns({ atOnce: 2, perPerson: 3 })
  const holding = until()
  const begun: string[] = []
  const work = (name: string) => async () => {
    begun.push(name)
    await holding.promise
    return name
  }
  const hasty = ['a', 'b', 'c', 'd', 'e'].map((name) => inTurn('hasty', work(name)))
  await expect(inTurn('hasty', work('f'))).rejects.toThrow(QueueBusy)
  const calm = inTurn('calm', work('calm'))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'calm'])
  holding.resolve()
  expect(await Promise.all([...hasty, calm])).toEqual(['a', 'b', 'c', 'd', 'e', 'calm'])
  expect(begun).toEqual(['a', 'b', 'calm', 'c', 'd', 'e'])
})

test('a work that fails gives its turn to the next', async () => {
  const inTurn = createOwnTurns({ atOnce: 1, perPerson: 3 })
  const failing = inTurn('hasty', async () => Promise.reject(new Error('broken')))
  const next = inTurn('hasty', async () => 1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe(1)
})
