import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CALLER_LIMITS } from './callerLimits.ts'
import { CSRF, startGraphQL } from './schema.fixture.ts'

test('a person has a limited number of operations a minute, and learns how long to wait', async () => {
  const { post, trace } = await startGraphQL({
    callerLimits: {
      ...CALLER_LIMITS,
      signedIn: { ...CALLER_LIMITS.signedIn, operations: { calls: 3, windowMs: 60_000 } },
    },
  })
  for (let call = 0; call < 3; call += 1) expect((await post({ query: '{ hello }' })).status).toBe(200)
  const refused = await post({ query: '{ hello }' })
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(50)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.json()).toEqual({
    errors: [
      {
        message: `Too many requests. Please try again in ${seconds} seconds.`,
        extensions: { code: 'RATE_LIMITED', retryAfter: seconds },
      },
    ],
  })
  const other = await post({ query: '{ hello }' }, { cookie: `csrftoken=${CSRF}; sessionid=bob` })
  expect(other.status).toBe(200)
  expect(trace.ran).toHaveLength(4)
})

test('without a session an address has 120 operations a minute', async () => {
  const { post, trace } = await startGraphQL()
  const signedOut = { cookie: `csrftoken=${CSRF}` }
  const statuses: number[] = []
  for (let call = 0; call < 121; call += 1) {
    statuses.push((await post({ query: '{ signInHint }' }, signedOut)).status)
  }
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses[120]).toBe(429)
  expect((await post({ query: '{ hello }' })).status).toBe(200)
  expect(trace.ran).toHaveLength(121)
})

test('who may ask is asked before a text is checked against the schema', async () => {
  const { post } = await startGraphQL()
  const answer = await post(
    { query: '{ folder { noSuchField } noSuchField }' },
    { cookie: `csrftoken=${CSRF}` },
  )
  expect([answer.status, answer.json().errors[0].message]).toEqual([401, 'Please sign in.'])
})

test('new texts are read more slowly when there are many, the texts of the page are not', async () => {
  const known = 'query Own { hello }'
  const { post } = await startGraphQL({
    knownTexts: new Set([createHash('sha256').update(known).digest('base64url')]),
    callerLimits: {
      ...CALLER_LIMITS,
      signedIn: { ...CALLER_LIMITS.signedIn, preparing: { capacity: 50, perSecond: 200 } },
    },
  })
  // By a clock of the test's own, which stands: what the machine does meanwhile gives nobody more.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const statusOf = async (query: string) => (await post({ query })).status
  // It takes more than 70 units: the fifty are overdrawn.
  expect(await statusOf('{ hello(name: "the first") }')).toBe(200)
  // Whoever asked has to wait before the next one, but not for these.
  let status = 0
  const next = statusOf('{ hello(name: "a further one") }').then((own) => {
    status = own
  })
  for (let call = 0; call < 3; call += 1) expect(await statusOf(known)).toBe(200)
  expect(status).toBe(0)
  pass(60_000)
  await next
  expect(status).toBe(200)
  // Of many concurrent ones ten wait, the others are refused.
  const statuses: number[] = []
  const together = Array.from({ length: 20 }, async (_, call) =>
    statuses.push(await statusOf(`{ hello(name: "together ${call}") }`)),
  )
  // Waiting by `expect.poll` would move the clock.
  while (statuses.length < 10) await sleep(10)
  expect(statuses).toEqual(Array(10).fill(429))
  for (; statuses.length < 20; await sleep(10)) pass(1000)
  await Promise.all(together)
  expect(statuses.slice(10)).toEqual(Array(10).fill(200))
})

test('costly operations use up a budget', async () => {
  const { post } = await startGraphQL({
    callerLimits: {
      ...CALLER_LIMITS,
      signedIn: { ...CALLER_LIMITS.signedIn, running: { capacity: 5000, perSecond: 100 } },
    },
  })
  const list = () => post({ query: '{ folder { children(limit: 200) { id name kind } } }' })
  const answers = [await list(), await list(), await list(), await list(), await list(), await list()]
  const refused = answers.findIndex(({ status }) => status === 429)
  expect(refused).toBeGreaterThan(2)
  expect(answers[refused]?.json().errors[0].extensions.code).toBe('RATE_LIMITED')
  const seconds = Number(answers[refused]?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(15)
})
