import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { hasObjectStore, newBucket } from '../../../../testing/s3/bucket.ts'
import { noteClock } from '../../trueTime.ts'
import { testStorage } from '../contract.fixture.ts'
import { createS3Storage, databaseClaims } from './index.ts'

const database = testDatabase()

describe.runIf(hasObjectStore())('STORE-37', () => {
  testStorage('an object store', async () => {
    const options = await newBucket('rooms/')
    return {
      open: async () => createS3Storage(options, databaseClaims(database.db)),
      remove: async () => {},
    }
  })
})

describe.runIf(hasObjectStore())('a machine whose clock is an hour off', () => {
  const agree = () => noteClock(Date.now(), { from: Date.now(), to: Date.now() })
  afterEach(() => {
    vi.useRealTimers()
    agree()
  })

  test.each([-1, 1])(
    'signs by the clock of the database, and by its own once that is right again (%s h)',
    async (hours) => {
      const options = await newBucket()
      const storage = createS3Storage(options, databaseClaims(database.db))
      const there = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now: there + hours * 3_600_000 })
      noteClock(there, { from: Date.now(), to: Date.now() })
      // The first request is answered already: one that was refused is not made good by the next.
      expect(await storage.head('missing')).toBeNull()
      vi.useRealTimers()
      agree()
      expect(await storage.head('missing')).toBeNull()
    },
  )
})
