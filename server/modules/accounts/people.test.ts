import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { addPerson, TestBrowser } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { newId } from '../../platform/ids.ts'
import { companiesByIds, createAccounts, personsByIds, setPassword } from './index.ts'
import { hashPassword, passwordMatches } from './password.ts'

const database = testDatabase()

const matches = (passwordHash: string | null, password: string) =>
  passwordMatches({ passwordHash, password, address: '192.0.2.1' })

test('a person has a name, a normalised e-mail and a company found by name', async () => {
  const ann = await addPerson(database.db, {
    email: ' Ann.Lee@Demo.example',
    companyName: ' Sunrise \n Capital ',
    title: '  ',
  })
  const bob = await addPerson(database.db, { firstName: ' Bob\u202e ', companyName: 'SUNRISE capital' })
  const [first, none, second] = await personsByIds(database.db, [bob.id, newId(), ann.id])
  expect(none).toBeNull()
  expect(first).toMatchObject({ id: bob.id, firstName: 'Bob', companyId: second?.companyId })
  expect(second).toMatchObject({ email: 'ann.lee@demo.example', title: null, lastLoginAt: null })
  const [company] = await companiesByIds(database.db, [second?.companyId ?? ''])
  expect(company).toEqual({ id: second?.companyId, name: 'Sunrise Capital', logoId: null })
})

test('a person whose mailbox needs no proof is made in the schema of the version before, too', async () => {
  await database.pool.query('alter table person rename column is_unproven to is_later')
  await addPerson(database.db, { email: 'former@demo.example' })
  await database.pool.query('alter table person rename column is_later to is_unproven')
})

test.each([
  [{ email: ' ' }, 'BAD_USER_INPUT', { email: 'This field is required' }],
  [{ email: 'ann.demo.example' }, 'BAD_USER_INPUT', { email: 'Not a valid email address' }],
  [{ email: `${'a'.repeat(250)}@b.example` }, 'BAD_USER_INPUT', { email: 'Not a valid email address' }],
  [{ firstName: '\t' }, 'BAD_USER_INPUT', { firstName: 'This field is required' }],
  [{ firstName: '\u200b' }, 'BAD_USER_INPUT', { firstName: 'This field is required' }],
  [{ lastName: '' }, 'BAD_USER_INPUT', { lastName: 'This field is required' }],
  [{ password: 'Short-1' }, 'BAD_USER_INPUT', { password: 'Must be 8 or more characters' }],
  [{ password: 'Daylight' }, 'BAD_USER_INPUT', { password: 'Password must have at least 1 number' }],
])('a person cannot be made of %o', async (given, code, fields) => {
  await expect(addPerson(database.db, given)).rejects.toMatchObject({ code, extensions: { fields } })
})

test('AUTH-06 one e-mail has one account, however it is written', async () => {
  const { email } = await addPerson(database.db)
  await expect(addPerson(database.db, { email: ` ${email.toUpperCase()}` })).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: { fields: { email: 'A user with this email already exists.' } },
  })
})

test('AUTH-34 passwords are kept only as salted slow hashes and appear in no answer', async () => {
  const accounts = createAccounts(database)
  const people = [await addPerson(database.db), await addPerson(database.db)]
  const answer = await accounts.signIn(
    { email: people[0]?.email ?? '', password: PASSWORD },
    new TestBrowser(),
  )
  await accounts.signIn({ email: people[0]?.email ?? '', password: 'Wrong-1234567' }, new TestBrowser())
  const changed = await addPerson(database.db)
  await database.db.transaction().execute((tx) => setPassword(tx, changed.id, 'Starlight-2027'))

  const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from person')
  const hashes = rows.flatMap((row) => row.password_hash ?? [])
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 5, saltLen: 16 })
  }

  const tables = await database.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  expect(tables.rows.length).toBeGreaterThan(10)
  const kept: string[] = []
  for (const { name } of tables.rows) {
    const { rows: all } = await database.pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    kept.push(...all.map((row) => row.text))
  }
  const everything = [...kept, JSON.stringify(answer)].join('\n')
  for (const password of [PASSWORD, 'Wrong-1234567', 'Starlight-2027']) {
    expect(everything).not.toContain(password)
    expect(everything).not.toContain(Buffer.from(password).toString('hex'))
  }
  expect(JSON.stringify(answer)).not.toContain('$argon2id$')
})

test('AUTH-05 checking a password takes as long where there is no account', async () => {
  const hash = await hashPassword(PASSWORD)
  const time = async (check: () => Promise<boolean>): Promise<number> => {
    const start = performance.now()
    expect(await check()).toBe(false)
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 9; n += 1) {
    known.push(await time(() => matches(hash, 'Moonlight-2026')))
    unknown.push(await time(() => matches(null, 'Moonlight-2026')))
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[4] ?? 0
  expect(median(unknown)).toBeGreaterThan(median(known) / 3)
})

test('a password is right however its characters were composed', async () => {
  expect(await matches(await hashPassword('Café-2026'), 'Cafe\u0301-2026')).toBe(true)
})

test('many passwords are hashed a few at a time, and all get done', async () => {
  const hash = await hashPassword(PASSWORD)
  const checks = await Promise.all(
    Array.from({ length: 12 }, (_, n) => matches(hash, n % 2 ? PASSWORD : 'x')),
  )
  expect(checks.filter(Boolean)).toHaveLength(6)
})

test('AUTH-07 checks of one address wait up to a limit, and what is refused at its turn is not hashed', async () => {
  const hash = await hashPassword(PASSWORD)
  const check = (address: string, before?: () => Promise<void>) =>
    passwordMatches({ passwordHash: hash, password: PASSWORD, address, ...(before && { before }) })
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => check('203.0.113.66')))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 10 }, () => 'RATE_LIMITED'))
  await expect(check('203.0.113.66', () => Promise.reject(new Error('Too late.')))).rejects.toThrow(
    'Too late.',
  )
})
