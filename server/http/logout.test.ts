import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'
import { registerLogout } from './logout.ts'
import { ask, startServer } from './server.fixture.ts'

async function startLogout(place: string | null = null) {
  const ended: string[] = []
  const server = await startServer((app) =>
    registerLogout(app, {
      cookies: createCookies({ publicUrl: undefined }),
      endSession: async (token) => {
        ended.push(token)
        return place
      },
      publicUrl: undefined,
    }),
  )
  const logout = (headers = {}, method = 'GET') =>
    ask(server, { method, path: '/logout', headers: { cookie: 'sessionid=abc', ...headers } })
  return { ended, logout }
}

test('AUTH-19 ends the session, clears both cookies and the cache, and leads to sign-in', async () => {
  const { ended, logout } = await startLogout()
  const answer = await logout()
  expect([answer.status, answer.headers.location, ended]).toEqual([302, '/login', ['abc']])
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(answer.headers['cache-control']).toBe('no-store')
  const cleared = answer.headers['set-cookie'] ?? []
  expect(cleared.map((text) => text.split(';', 1)[0])).toEqual(['sessionid=', 'csrftoken='])
  for (const text of cleared) expect(text).toContain('Max-Age=0')
})

test('a session that began elsewhere ends there as well, where its provider says how', async () => {
  const { ended, logout } = await startLogout('https://id.example/end')
  const answer = await logout()
  expect([answer.status, answer.headers.location, ended]).toEqual([302, 'https://id.example/end', ['abc']])
})

test('AUTH-19 leads to sign-in without a session too', async () => {
  const { ended, logout } = await startLogout()
  const answer = await logout({ cookie: '' })
  expect([answer.status, answer.headers.location, ended]).toEqual([302, '/login', []])
})

test('AUTH-19 a link on another site, a prefetch and a HEAD keep the session', async () => {
  const { ended, logout } = await startLogout()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ]) {
    const answer = await logout(headers)
    expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([
      302,
      '/',
      undefined,
    ])
  }
  expect((await logout({}, 'HEAD')).headers['set-cookie']).toBeUndefined()
  expect(ended).toEqual([])
  expect((await logout({ 'sec-fetch-site': 'same-origin' })).headers.location).toBe('/login')
  expect(ended).toEqual(['abc'])
  const post = await logout({}, 'POST')
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
})
