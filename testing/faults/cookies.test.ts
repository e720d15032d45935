import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../server/http/server.fixture.ts'
import { testDatabase } from '../database/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'

const database = testDatabase()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

/** What a browser would never send, as far as HTTP lets it through. */
const HOSTILE = [
  '"x"',
  '""',
  '%00',
  '%0d%0aset-cookie:x',
  'a b',
  ' ',
  "'",
  "' or 1=1 --",
  '\\',
  '{}',
  'a,b',
  '\u00e9\u00ff',
  '=',
  '../../x',
  'x'.repeat(5000),
]
const PATHS = [
  ['GET', '/'],
  ['GET', '/login'],
  ['GET', '/portfolios/x'],
  ['GET', '/tagauks'],
  ['GET', '/nothing'],
  ['GET', '/files/x'],
  ['GET', '/files/own/x/y'],
  ['GET', '/documents/x/y/download'],
  ['GET', '/documents/x/file-index'],
  ['GET', '/zip-exports/x'],
  ['GET', '/salesforce/template'],
  ['GET', '/unsubscribe/x'],
  ['GET', '/reset-password/x'],
  ['POST', '/logout'],
  ['PUT', '/uploads/x'],
] as const
const OPERATIONS = [
  '{ viewer { id } }',
  'mutation { signOut { success } }',
  '{ passwordResetWorks(token: "x") }',
  'mutation { signInVerify(code: "123456") { viewer { id } } }',
  'mutation { signInResendCode { success } }',
]

/** As little of an answer as differs by what somebody holds. */
const outcome = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>) => [
  status,
  headers.location,
  status >= 400 ? text.replace(/"requestId":"[^"]*"/, '') : '',
]

test.each(['sessionid', 'signin'])('a hostile cookie %s is answered as none, everywhere', async (name) => {
  const { host, port } = new URL(server.address)
  const send = (method: string, path: string, accept: string, cookie: string) =>
    ask({ port: Number(port) }, { method, path, headers: { host, accept, ...(cookie && { cookie }) } })
  for (const [method, path] of PATHS) {
    for (const accept of ['text/html', 'application/json']) {
      const without = outcome(await send(method, path, accept, ''))
      for (const value of HOSTILE) {
        const found = outcome(await send(method, path, accept, `${name}=${value}`))
        expect([method, path, value, ...found]).toEqual([method, path, value, ...without])
      }
    }
  }
  for (const query of OPERATIONS) {
    const call = (cookie: string) =>
      ask(
        { port: Number(port) },
        {
          method: 'POST',
          path: '/graphql',
          headers: {
            host,
            'content-type': 'application/json',
            'x-csrftoken': 't',
            cookie: `csrftoken=t${cookie}`,
          },
          body: JSON.stringify({ query }),
        },
      )
    const without = outcome(await call(''))
    for (const value of HOSTILE) {
      expect([query, value, ...outcome(await call(`; ${name}=${value}`))]).toEqual([query, value, ...without])
    }
  }
})
