// @vitest-environment happy-dom
import { gql } from '@apollo/client'
import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'

const SEND = gql`
  mutation Send($file: Upload!, $others: [Upload!], $note: String) {
    send(file: $file, others: $others, note: $note)
  }
`
const ANSWER = { data: { send: 'taken' } }
const outside = { onSignedOut: vi.fn(), onConnectionLost: vi.fn() }
const file = (name: string, text: string) => new File([text], name, { type: 'image/png' })

test('API-001 API-002 files go as parts after operations and map, with their places null and the CSRF token of the cookie', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie is what is tested
  document.cookie = 'csrftoken=token; path=/'
  const calls: RequestInit[] = []
  const client = createClient({
    ...outside,
    fetch: async (_input, init = {}) => {
      calls.push(init)
      return new Response(JSON.stringify(ANSWER), { headers: { 'content-type': 'application/json' } })
    },
  })
  const face = file('face.png', 'abc')
  const variables = { file: face, others: [file('b.gif', 'b'), file('c.gif', 'c')], note: 'text' }
  const { data } = await client.mutate({ mutation: SEND, variables })
  expect(data).toEqual(ANSWER.data)
  const [call] = calls
  const headers = new Headers(call?.headers)
  expect([headers.get('x-csrftoken'), headers.get('content-type')]).toEqual(['token', null])
  const form = call?.body as FormData
  expect([...form.keys()]).toEqual(['operations', 'map', '0', '1', '2'])
  expect(JSON.parse(String(form.get('operations'))).variables).toEqual({
    file: null,
    others: [null, null],
    note: 'text',
  })
  expect(JSON.parse(String(form.get('map')))).toEqual({
    0: ['variables.file'],
    1: ['variables.others.0'],
    2: ['variables.others.1'],
  })
  const sent = form.get('0') as File
  expect([sent.name, await sent.text()]).toEqual(['face.png', 'abc'])
  expect(variables.file).toBe(face)
})

test('a call without files goes as JSON', async () => {
  const bodies: unknown[] = []
  const client = createClient({
    ...outside,
    fetch: async (_input, init) => {
      bodies.push(init?.body)
      return new Response(JSON.stringify({ data: { go: true } }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  await client.mutate({ mutation: gql`mutation Go($at: [Int!]) { go(at: $at) }`, variables: { at: [1] } })
  expect(JSON.parse(String(bodies[0])).variables).toEqual({ at: [1] })
})
