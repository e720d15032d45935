import { expect, test } from 'vitest'
import { badInput, forbidden, notFound, orHidden, unauthenticated } from './errors.ts'

test('API-006 what is hidden or not theirs is passed over, and no other error is taken for that', async () => {
  const broken = new Error('The connection was cut.')
  expect(await orHidden(Promise.resolve('seen'))).toBe('seen')
  expect(await orHidden(Promise.reject(notFound('Document tree')))).toBeNull()
  expect(await orHidden(Promise.reject(forbidden()))).toBeNull()
  for (const error of [broken, badInput('Please choose less.'), unauthenticated()]) {
    await expect(orHidden(Promise.reject(error))).rejects.toBe(error)
  }
})
