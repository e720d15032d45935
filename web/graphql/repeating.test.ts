import { gql } from '@apollo/client'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { errorCode, errorText } from './errors.ts'

const NONE = 'The database does not answer right now. Nothing was changed. Please try again in a moment.'
const UNKNOWN =
  'The connection to the database was lost while saving. Please check whether your change is there before you try again.'

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const away = (outcome: 'none' | 'unknown') =>
  json(503, {
    errors: [
      {
        message: outcome === 'none' ? NONE : UNKNOWN,
        extensions: { code: 'UNAVAILABLE', retryAfter: 5, outcome },
      },
    ],
  })
const done = () => json(200, { data: { viewer: null, rename: true } })

const READ = gql`
  query Read {
    viewer
  }
`
const CHANGE = gql`
  mutation Change {
    rename
  }
`

/** A client whose server answers as `answer` says, the number of the call given. */
function clientOf(answer: (call: number) => Response) {
  const calls: number[] = []
  const client = createClient({
    onSignedOut: () => {},
    onConnectionLost: () => {},
    fetch: async () => {
      calls.push(Date.now())
      return answer(calls.length)
    },
  })
  return { client, calls }
}

afterEach(() => vi.useRealTimers())

test('SCALE-15 readings, and changes of which nothing happened, are repeated until they are done', async () => {
  vi.useFakeTimers()
  const { client, calls } = clientOf((call) => (call % 4 === 0 ? done() : away('none')))
  const read = client.query({ query: READ, fetchPolicy: 'network-only' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await read).data).toEqual({ viewer: null })
  expect(calls).toHaveLength(4)
  const change = client.mutate({ mutation: CHANGE })
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await change).data).toEqual({ rename: true })
  expect(calls).toHaveLength(8)
})

test('SCALE-15 after 30 s the message is shown', async () => {
  vi.useFakeTimers()
  const { client, calls } = clientOf(() => away('none'))
  const failed = client.mutate({ mutation: CHANGE }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(29_000)
  const before = calls.length
  expect(before).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(60_000)
  const error = await failed
  expect([errorCode(error), errorText(error)]).toEqual(['UNAVAILABLE', NONE])
  expect(calls.length).toBeLessThanOrEqual(before + 1)
})

test('SCALE-15 a change that may have happened is not repeated, and neither is what is refused', async () => {
  vi.useFakeTimers()
  const unknown = clientOf(() => away('unknown'))
  const error = await unknown.client.mutate({ mutation: CHANGE }).catch((reason: unknown) => reason)
  expect([errorCode(error), errorText(error), unknown.calls.length]).toEqual(['UNAVAILABLE', UNKNOWN, 1])
  const refused = clientOf(() =>
    json(200, { data: null, errors: [{ message: 'Not there.', extensions: { code: 'NOT_FOUND' } }] }),
  )
  await refused.client.mutate({ mutation: CHANGE }).catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect([unknown.calls.length, refused.calls.length]).toEqual([1, 1])
})
