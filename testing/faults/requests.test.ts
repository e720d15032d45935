import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../database/index.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { contributors } from './fund.ts'

const database = testDatabase()
let server: TestServer
let room: Room
beforeAll(async () => {
  server = await startTestServer(database)
  ;[room] = await contributors(database, server.address, 1)
})
afterAll(() => server.close())

const CREATE =
  'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { name } } }'

/** Makes a folder with exactly these headers, besides the session's cookie. */
async function createFolder(
  name: string,
  { cookies, ...headers }: Record<string, string>,
): Promise<Response> {
  const session = `sessionid=${room.client.cookie('sessionid')}`
  return fetch(`${server.address}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      cookie: cookies ? `${session}; ${cookies}` : session,
    },
    body: JSON.stringify({ query: CREATE, variables: { treeId: room.treeId, name } }),
  })
}

describe('AUTH-20 the CSRF token', () => {
  const token = () => room.client.cookie('csrftoken') ?? ''
  const cookies = () => `csrftoken=${token()}`

  test.each<[string, () => Record<string, string>]>([
    ['without a header', () => ({ cookies: cookies() })],
    ['without a cookie', () => ({ 'x-csrftoken': token() })],
    ['with a wrong header', () => ({ cookies: cookies(), 'x-csrftoken': `${token().slice(0, -1)}!` })],
    ['with an empty pair', () => ({ cookies: 'csrftoken=', 'x-csrftoken': '' })],
    [
      'from a foreign origin',
      () => ({ cookies: cookies(), 'x-csrftoken': token(), origin: 'https://evil.example' }),
    ],
    [
      'from another port',
      () => ({ cookies: cookies(), 'x-csrftoken': token(), origin: 'http://127.0.0.1:1' }),
    ],
    ['from nowhere', () => ({ cookies: cookies(), 'x-csrftoken': token(), origin: 'null' })],
    [
      'with a foreign referer',
      () => ({
        cookies: cookies(),
        'x-csrftoken': token(),
        referer: `https://evil.example/${server.address}`,
      }),
    ],
  ])('AUTH-20 a call %s is refused, and nothing runs', async (what, headers) => {
    const name = `Made ${what}`
    const answer = await createFolder(name, headers())
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      errors: [{ message: 'Not authorized.', extensions: { code: 'FORBIDDEN', reason: 'CSRF' } }],
    })
    expect((await room.list()).map((folder) => folder.name)).not.toContain(name)
  })

  test('AUTH-20 the same call with the token, from the own origin, runs', async () => {
    const headers = { cookies: cookies(), 'x-csrftoken': token(), origin: server.address }
    expect((await createFolder('Made by the page', headers)).status).toBe(200)
    expect((await room.list()).map((folder) => folder.name)).toContain('Made by the page')
  })

  test('AUTH-20 a multipart call without the token is refused before its file is read', async () => {
    const form = new FormData()
    form.set(
      'operations',
      JSON.stringify({ query: CREATE, variables: { treeId: room.treeId, name: 'Form' } }),
    )
    form.set('map', '{}')
    const answer = await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { cookie: `sessionid=${room.client.cookie('sessionid')}; ${cookies()}` },
      body: form,
    })
    expect(answer.status).toBe(403)
    expect((await room.list()).map((folder) => folder.name)).not.toContain('Form')
  })
})

test('a query 50 deep is refused before anything runs, and says what is allowed', async () => {
  const deep = `${'parent { '.repeat(48)}id${' }'.repeat(48)}`
  const answer = await room.ask(`query($treeId: ID!) { document(treeId: $treeId) { ${deep} } }`)
  expect(answer.status).toBe(400)
  expect(answer.data).toBeNull()
  expect(answer.errors).toEqual([
    { message: 'Query is too deep: 50, at most 15.', extensions: { code: 'BAD_USER_INPUT' } },
  ])
})
