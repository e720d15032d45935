import { describe } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { hasObjectStore, newBucket } from '../../../../testing/s3/bucket.ts'
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
