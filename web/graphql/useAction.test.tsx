import { gql, type TypedDocumentNode } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { turns } from '../testing/settled.ts'
import { createClient } from './client.ts'
import { CONNECTION_LOST } from './errors.ts'
import { type ActionOptions, useAction } from './useAction.ts'

type Data = { rename: string }
type Variables = { to: string }
const RENAME: TypedDocumentNode<Data, Variables> = gql('mutation Rename($to: String!) { rename(to: $to) }')

afterEach(cleanup)

const json = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const done = () => json({ data: { rename: 'b' } })
const refused = (extensions: object) =>
  json({ errors: [{ message: 'This name is taken.', extensions }], data: null })

/** An action on a server whose answers the test gives one by one. */
function open(options: ActionOptions<Data, Variables> = {}) {
  const calls: PromiseWithResolvers<Response>[] = []
  const client = createClient({
    onSignedOut: vi.fn(),
    onConnectionLost: vi.fn(),
    fetch: () => {
      const answer = Promise.withResolvers<Response>()
      calls.push(answer)
      return answer.promise
    },
  })
  const { result } = renderHook(() => useAction(RENAME, options), {
    wrapper: ({ children }) => <ApolloProvider client={client}>{children}</ApolloProvider>,
  })
  const answer = (call: number, response: Response) =>
    act(async () => {
      calls[call]?.resolve(response)
      await turns()
    })
  return { result, calls, answer }
}

test('an action is under way until what shows it is read again, and is not begun twice', async () => {
  const told: string[] = []
  const reread = Promise.withResolvers<void>()
  const { result, calls, answer } = open({
    onOutcome: ({ data }) => void told.push(`done ${data?.rename}`),
    refresh: () => {
      told.push('read again')
      return reread.promise
    },
  })
  let given: Data | undefined
  await act(async () => {
    void result.current.act({ to: 'b' }).then((data) => {
      given = data
    })
  })
  expect(result.current.busy).toBe(true)
  expect(await result.current.act({ to: 'c' })).toBeUndefined()
  expect(calls).toHaveLength(1)
  await answer(0, done())
  expect(told).toEqual(['done b', 'read again'])
  expect(result.current.busy).toBe(true)
  await act(async () => reread.resolve())
  expect([result.current.busy, given]).toEqual([false, { rename: 'b' }])
})

test('a refusal is told with its code and its fields, reads again, and goes with the next try', async () => {
  const refresh = vi.fn(async () => {})
  const { result, calls, answer } = open({ refresh })
  const outcomes: unknown[] = []
  await act(async () => void result.current.attempt({ to: 'b' }).then((outcome) => outcomes.push(outcome)))
  await answer(0, refused({ code: 'BAD_USER_INPUT', fields: { to: 'Taken.' } }))
  const problem = { code: 'BAD_USER_INPUT', message: 'This name is taken.', fields: { to: 'Taken.' } }
  expect(outcomes).toEqual([{ problem, refusal: problem }])
  expect(result.current.problem).toEqual(problem)
  expect(refresh).toHaveBeenCalledTimes(1)
  await act(async () => void result.current.attempt({ to: 'b' }))
  expect([calls.length, result.current.problem]).toEqual([2, undefined])
  await answer(1, done())
})

test('ERR-08 without a connection nothing is thrown and nothing read again', async () => {
  const refresh = vi.fn(async () => {})
  const { result, calls } = open({ refresh })
  await act(async () => void result.current.act({ to: 'b' }))
  await act(async () => {
    calls[0]?.reject(new TypeError('Failed to fetch'))
    await turns()
  })
  expect(result.current.problem).toMatchObject({ code: 'OFFLINE', message: CONNECTION_LOST })
  expect(result.current.busy).toBe(false)
  expect(refresh).not.toHaveBeenCalled()
})
