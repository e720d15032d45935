import { gql, type TypedDocumentNode } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { CONNECTION_LOST } from './errors.ts'
import { type ReadingOptions, useReading } from './useReading.ts'

const QUERY: TypedDocumentNode<{ name: string }, { of: string }> = gql(
  'query Name($of: ID!) { name(of: $of) }',
)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const named = (name: string) =>
  new Response(JSON.stringify({ data: { name } }), { headers: { 'content-type': 'application/json' } })

/** A reading on a server whose answers the test gives one by one. */
function read(options: ReadingOptions = {}) {
  const calls: {
    of: string
    signal: AbortSignal | null | undefined
    answer: PromiseWithResolvers<Response>
  }[] = []
  const client = createClient({
    onSignedOut: vi.fn(),
    onConnectionLost: vi.fn(),
    fetch: (_input, init) => {
      const answer = Promise.withResolvers<Response>()
      calls.push({ of: JSON.parse(String(init?.body)).variables.of, signal: init?.signal, answer })
      return answer.promise
    },
  })
  const hook = renderHook(({ of }) => useReading(QUERY, { of }, options), {
    initialProps: { of: 'a' },
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  const answer = (call: number, name: string) => act(async () => calls[call]?.answer.resolve(named(name)))
  return { ...hook, calls, answer }
}

const see = (visibility: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('what gives way to another question is cancelled, and its answer stays where it is wanted, as stale', async () => {
  const { result, rerender, calls, answer } = read({ keep: true })
  await answer(0, 'A')
  await waitFor(() => expect(result.current.data?.name).toBe('A'))
  rerender({ of: 'b' })
  await waitFor(() => expect(calls).toHaveLength(2))
  expect([result.current.data?.name, result.current.stale, result.current.refreshing]).toEqual([
    'A',
    true,
    true,
  ])
  rerender({ of: 'c' })
  await waitFor(() => expect(calls).toHaveLength(3))
  expect(calls[1]?.signal?.aborted).toBe(true)
  await answer(2, 'C')
  await waitFor(() => expect([result.current.data?.name, result.current.stale]).toEqual(['C', false]))
})

test('the answer to another question is not shown where it is not wanted', async () => {
  const { result, rerender, answer } = read()
  await answer(0, 'A')
  await waitFor(() => expect(result.current.data?.name).toBe('A'))
  rerender({ of: 'b' })
  expect([result.current.data, result.current.loading]).toEqual([undefined, true])
})

test('ERR-08 a failure leaves the last answer in place, and goes with the next', async () => {
  const { result, calls, answer } = read()
  await answer(0, 'A')
  await waitFor(() => expect(result.current.data?.name).toBe('A'))
  act(() => void result.current.refetch().catch(() => {}))
  await waitFor(() => expect(calls).toHaveLength(2))
  await act(async () => calls[1]?.answer.reject(new TypeError('Failed to fetch')))
  await waitFor(() => expect(result.current.error?.message).toBe(CONNECTION_LOST))
  expect(result.current.data?.name).toBe('A')
  // The connection is there again: nobody has to ask for it.
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(calls).toHaveLength(3))
  await answer(2, 'B')
  await waitFor(() => expect([result.current.data?.name, result.current.error]).toEqual(['B', undefined]))
})

test('HOME-18 it is asked again from time to time, not in a tab that nobody sees, and immediately on return', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { result, calls, answer } = read({ every: 60_000 })
  await answer(0, 'A')
  await vi.waitFor(() => expect(result.current.refreshing).toBe(false))
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(calls).toHaveLength(2)
  await answer(1, 'B')
  await vi.waitFor(() => expect(result.current.data?.name).toBe('B'))
  see('hidden')
  await act(async () => vi.advanceTimersByTime(600_000))
  expect(calls).toHaveLength(2)
  await act(async () => see('visible'))
  expect(calls).toHaveLength(3)
  // Somebody who only looks away for a moment has nothing asked.
  await answer(2, 'C')
  see('hidden')
  await act(async () => see('visible'))
  expect(calls).toHaveLength(3)
})
