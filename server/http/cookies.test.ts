import { expect, test } from 'vitest'
import { createCookies, readCookie } from './cookies.ts'
import { createExchange } from './exchange.ts'
import { ask, startServer } from './server.fixture.ts'

async function startWithCookies(publicUrl: string | undefined) {
  const cookies = createCookies({ publicUrl })
  const server = await startServer((app) => {
    app.get('/in', async (request, reply) => {
      const exchange = createExchange(request, reply, { cookies, publicUrl })
      exchange.setChallenge(null)
      exchange.setSession('new-token')
      exchange.setShowWelcome()
      const { address, sessionToken, challengeToken } = exchange
      return { address, sessionToken, challengeToken }
    })
    app.get('/challenge', async (request, reply) => {
      createExchange(request, reply, { cookies, publicUrl }).setChallenge('challenge-token')
    })
    app.get('/passkey', async (request, reply) => {
      const exchange = createExchange(request, reply, { cookies, publicUrl })
      exchange.setPasskeyToken(exchange.passkeyToken === null ? 'passkey-token' : null)
      return { origin: exchange.origin }
    })
    app.get('/page', async (request, reply) => cookies.ensureCsrf(request, reply))
    app.get('/out', async (request, reply) =>
      createExchange(request, reply, { cookies, publicUrl }).setSession(null),
    )
  })
  return async (path: string, cookie = '') => {
    const answer = await ask(server, { path, headers: { cookie } })
    const set = answer.headers['set-cookie'] ?? []
    return {
      answer,
      set,
      /** Value and attributes of a cookie that was set. */
      cookie: (name: string) => {
        const [first = '', ...attributes] =
          set.findLast((text) => text.startsWith(`${name}=`))?.split('; ') ?? []
        return { value: first.slice(name.length + 1), attributes: attributes.sort() }
      },
    }
  }
}

test('AUTH-16 AUTH-26 the session cookie is out of reach for scripts; sign-in renews the CSRF cookie', async () => {
  const get = await startWithCookies('http://rooms.example.com')
  const { cookie } = await get('/in', 'csrftoken=old')
  expect(cookie('sessionid')).toEqual({
    value: 'new-token',
    attributes: ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax'],
  })
  const csrf = cookie('csrftoken')
  expect(csrf.value).toMatch(/^[\w-]{43}$/)
  expect(csrf.attributes).toEqual(['Max-Age=1209600', 'Path=/', 'SameSite=Lax'])
  expect(cookie('showWelcome')).toEqual({ value: 'true', attributes: ['Path=/', 'SameSite=Lax'] })
  expect((await get('/in')).cookie('csrftoken').value).not.toBe(csrf.value)
})

test('AUTH-16 every cookie is Secure where the product is served over HTTPS, and only there', async () => {
  for (const [publicUrl, secure] of [
    ['https://rooms.example.com', true],
    ['http://rooms.example.com', false],
    [undefined, false],
  ] as const) {
    const get = await startWithCookies(publicUrl)
    const answers = await Promise.all(
      ['/in', '/out', '/page', '/challenge', '/passkey'].map((path) => get(path)),
    )
    const set = answers.flatMap((answer) => answer.set)
    expect(set.length).toBeGreaterThan(5)
    for (const text of set) expect([publicUrl, text.includes('; Secure')]).toEqual([publicUrl, secure])
  }
})

test('AUTH-19 cookies are cleared under the attributes they were set with', async () => {
  const get = await startWithCookies(undefined)
  expect((await get('/out')).cookie('sessionid')).toEqual({
    value: '',
    attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'],
  })
  const challenge = await get('/challenge')
  expect(challenge.cookie('signin')).toEqual({
    value: 'challenge-token',
    attributes: ['HttpOnly', 'Path=/graphql', 'SameSite=Lax'],
  })
  expect((await get('/passkey')).cookie('passkey')).toEqual({
    value: 'passkey-token',
    attributes: ['HttpOnly', 'Path=/graphql', 'SameSite=Lax'],
  })
  expect((await get('/passkey', 'passkey=there')).cookie('passkey')).toEqual({
    value: '',
    attributes: ['HttpOnly', 'Max-Age=0', 'Path=/graphql', 'SameSite=Lax'],
  })
  expect((await get('/in')).cookie('signin')).toEqual({
    value: '',
    attributes: ['HttpOnly', 'Max-Age=0', 'Path=/graphql', 'SameSite=Lax'],
  })
})

test('the page gives a CSRF cookie only to a browser without one', async () => {
  const get = await startWithCookies(undefined)
  expect((await get('/page')).set).toHaveLength(1)
  expect((await get('/page', 'csrftoken=there')).set).toEqual([])
  expect((await get('/page', 'csrftoken=')).set).toHaveLength(1)
})

test('cookies are read by their whole name', async () => {
  const header = 'xsessionid=1; sessionid=2; sessionidx=3; empty=; a=b=c ;flag'
  const read = (name: string) => readCookie({ cookie: header }, name)
  expect([read('sessionid'), read('empty'), read('a'), read('flag'), read('none')]).toEqual([
    '2',
    null,
    'b=c',
    null,
    null,
  ])
  expect(readCookie({}, 'sessionid')).toBe(null)
  const get = await startWithCookies(undefined)
  expect((await get('/in', 'sessionid=abc; signin=def')).answer.json()).toEqual({
    address: '127.0.0.1',
    sessionToken: 'abc',
    challengeToken: 'def',
  })
})
