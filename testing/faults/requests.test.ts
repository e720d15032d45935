import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
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

describe('the address of a client', () => {
  test.each([
    ['an address that is no proxy of ours', 'none', undefined, '127.0.0.1'],
    ['a proxy elsewhere', '198.51.100.1', undefined, '127.0.0.1'],
    ['a proxy of ours', '127.0.0.1', undefined, '203.0.113.9'],
    ['a proxy on this machine, by default', '', undefined, '203.0.113.9'],
    ['a chain of proxies of which one is ours', '', '203.0.113.200, ', '203.0.113.9'],
  ])(
    'AUTH-07 as %s says counts for the throttle only where it may',
    async (_who, proxies, before, counted) => {
      const other = await startTestServer(database, { TRUSTED_PROXIES: proxies })
      try {
        const email = `nobody-${newId()}@demo.example`
        await fetch(`${other.address}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            cookie: 'csrftoken=x',
            'x-csrftoken': 'x',
            'x-forwarded-for': `${before ?? ''}203.0.113.9`,
          },
          body: JSON.stringify({
            query: 'mutation($e: String!) { signIn(email: $e, password: "wrong") { errors { message } } }',
            variables: { e: email },
          }),
        })
        const failed = database.db.selectFrom('failed_attempt').select('address').where('email', '=', email)
        expect(await failed.execute()).toEqual([{ address: counted }])
      } finally {
        await other.close()
      }
    },
  )
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

describe('what no route can have', () => {
  const LONG = `/files/${'a'.repeat(300)}`

  test.each([
    ['/portfolios/%zz?q=%zz', 'Address not found.'],
    ['/documents/%E0%A4%A/file-index', 'Document tree not found.'],
  ])('ERR-11 ERR-16 %s is answered as any other address that leads nowhere', async (path, message) => {
    const known = await room.client.request(path)
    const signedOut = await fetch(server.address + path)
    expect([known.status, await known.json()]).toEqual([404, { error: { code: 'NOT_FOUND', message } }])
    expect([signedOut.status, await signedOut.json()]).toEqual([
      401,
      { error: { code: 'UNAUTHENTICATED', message: 'Please sign in.' } },
    ])
    for (const { headers } of [known, signedOut]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    }
  })

  test('a part of an address of any length is checked like a short one', async () => {
    const answer = await room.client.request(LONG)
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'ADDRESS_INVALID' } }])
  })

  test.each([
    [
      'no HTTP at all',
      'HELLO\r\n\r\n',
      400,
      'The request could not be read. Please check the address and the body.',
    ],
    [
      'too many cookies',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(41_000)}\r\n\r\n`,
      431,
      'The headers are too large. Please clear the cookies of this site and try again.',
    ],
  ])(
    'ERR-01 %s is refused in our words, with the headers of every answer',
    async (_what, sent, status, message) => {
      const { hostname, port } = new URL(server.address)
      const socket = net.connect(Number(port), hostname, () => socket.write(sent))
      const answer = (await socket.setEncoding('utf8').toArray()).join('')
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).toMatch(/^x-content-type-options: nosniff$/m)
      expect(head).toMatch(/^x-request-id: [\da-f-]{36}$/m)
      expect(JSON.parse(body)).toEqual({ error: { code: 'BAD_USER_INPUT', message } })
    },
  )
})
