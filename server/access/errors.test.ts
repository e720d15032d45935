import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/index.ts'
import { StorageFullError } from '../platform/storage/index.ts'
import { badInput, forbidden, notFound, orHidden, readable, unauthenticated } from './errors.ts'

const database = testDatabase()

test('API-006 what is hidden or not theirs is passed over, and no other error is taken for that', async () => {
  const broken = new Error('The connection was cut.')
  expect(await orHidden(Promise.resolve('seen'))).toBe('seen')
  expect(await orHidden(Promise.reject(notFound('Document tree')))).toBeNull()
  expect(await orHidden(Promise.reject(forbidden()))).toBeNull()
  for (const error of [broken, badInput('Please choose less.'), unauthenticated()]) {
    await expect(orHidden(Promise.reject(error))).rejects.toBe(error)
  }
})

test('API-010 ERR-03 what somebody else has saved at the same time is a conflict, and no fault of the server', async () => {
  await database.pool.query('create table address (slug text primary key)')
  const insert = () => database.pool.query(`insert into address values ('falcon')`)
  await insert()
  expect(readable(await insert().catch((error: unknown) => error))).toMatchObject({
    code: 'CONFLICT',
    message: 'Someone else has just saved the same. Please check it and try again.',
  })
})

test('ERR-03 what the database undid for others may be tried again', () => {
  for (const code of ['40P01', '40001']) {
    expect(readable(Object.assign(new Error('undone'), { code }))).toMatchObject({
      code: 'RATE_LIMITED',
      extensions: { retryAfter: 2 },
    })
  }
})

test('ERR-03 what finds no room says so, in the storage and on the disk of the database', () => {
  const ofDatabase = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), {
    code: '53100',
  })
  for (const error of [ofDatabase, new StorageFullError()])
    expect(readable(error)).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The storage is full. Please contact your administrator.',
      extensions: { retryAfter: 60 },
    })
})

test('ERR-03 API-010 half an emoji, which the database can’t keep in JSON, is the fault of who sent it, and no other one', async () => {
  const failed = (type: 'jsonb' | 'uuid', value: string) =>
    database.pool.query(`select $1::${type}`, [value]).catch((error: unknown) => error)
  expect(readable(await failed('jsonb', JSON.stringify('Solar \ud83d')))).toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'The text contains a character that cannot be stored. Please type it again.',
  })
  expect(readable(await failed('jsonb', '{'))).toBeNull()
  expect(readable(await failed('uuid', 'surrogate'))).toBeNull()
})
