import { expect, test, vi } from 'vitest'
import { sameWork } from './sameWork.ts'

test('who asks for the same while it is under way joins it; afterwards, and for another key, it is begun anew', async () => {
  const work = sameWork<string>()
  const held = Promise.withResolvers<string>()
  const begin = vi.fn(() => held.promise)
  const asked = [work('a', begin), work('a', begin)]
  expect(await work('b', async () => 'other')).toBe('other')
  held.resolve('done')
  expect(await Promise.all(asked)).toEqual(['done', 'done'])
  expect(begin).toHaveBeenCalledTimes(1)
  await expect(work('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await work('a', async () => 'again')).toBe('again')
})
