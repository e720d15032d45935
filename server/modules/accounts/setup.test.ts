import { expect, test } from 'vitest'
import { TestBrowser } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { createAccounts } from './index.ts'

const database = testDatabase()
const accounts = () => createAccounts({ db: database.db, pool: database.pool })
const form = (token: string) => ({
  token,
  email: 'first@fund.example',
  firstName: 'Ada',
  lastName: 'First',
  password: 'Daylight-2026',
})

test('an empty installation gets its first super user by a link that works once', async () => {
  const former = (await accounts().openSetup()) ?? ''
  const token = (await accounts().openSetup()) ?? ''
  const browser = new TestBrowser()
  const ask = (given: Partial<ReturnType<typeof form>> = {}) =>
    accounts().createFirstUser({ ...form(token), ...given }, browser)
  expect((await ask({ token: former })).errors).toEqual([
    { field: null, message: 'This link is no longer valid.' },
  ])
  expect((await ask({ email: ' ', password: '' })).errors).toEqual([
    { field: 'email', message: 'This field is required' },
    { field: 'password', message: 'This field is required' },
  ])
  expect((await ask({ password: 'short' })).errors).toEqual([
    { field: 'password', message: 'Must be 8 or more characters' },
  ])
  expect((await ask({ email: 'no address' })).errors).toEqual([
    { field: 'email', message: 'Not a valid email address' },
  ])
  expect(browser.sessionToken).toBeNull()
  const works = await Promise.all([former, token, ''].map((each) => accounts().setupWorks(each)))
  expect(works).toEqual([false, true, false])
  const made = await ask()
  expect(made.viewer).toMatchObject({ email: 'first@fund.example', isSuperUser: true })
  // The licence agreement comes before anything else, for staff as well.
  expect(made.actor?.isSuperUser).toBe(false)
  expect(await accounts().sessionOf(browser.sessionToken ?? '')).not.toBeNull()
  const again = await ask({ email: 'second@fund.example' })
  expect(again.errors).toEqual([{ field: null, message: 'This link is no longer valid.' }])
  expect(await accounts().setupWorks(token)).toBe(false)
  expect(await accounts().openSetup()).toBeNull()
})
