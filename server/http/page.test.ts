import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { forbidden, notFound, rateLimited, unauthenticated } from '../access/errors.ts'
import { type Assets, hashedFiles, type OtherBuilds, readAssets, registerAssets } from './assets.ts'
import { createCookies } from './cookies.ts'
import { registerErrorAnswers } from './errors.ts'
import { builtHtml, pagePolicy, registerPage } from './page.ts'
import { ask, startServer, temporaryFolder } from './server.fixture.ts'

const INLINE = 'document.documentElement.dataset.scheme = "dark"'
const HTML = `<!doctype html><html><head><script>${INLINE}</script>
<script type="application/json" id="helioroom-page">null</script></head><body></body></html>`
/** That of who opens the sign-in page without a session. */
const SIGN_IN_HTML = HTML.replace('<body>', '<body id="sign-in">')
const SCRIPT = `console.log("${'helioroom '.repeat(500)}")`

const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const API = { 'sec-fetch-mode': 'cors', accept: 'application/json' }

/** Of no other builds. */
const NO_OTHERS: OtherBuilds = { find: async () => null, storage: { read: async () => {} } }

async function startPage(given: { dist?: string; name?: string; others?: OtherBuilds } = {}) {
  const dist = given.dist ?? temporaryFolder()
  if (!given.dist) {
    mkdirSync(path.join(dist, 'static'))
    writeFileSync(path.join(dist, 'index.html'), HTML)
    writeFileSync(path.join(dist, 'signIn.html'), SIGN_IN_HTML)
    writeFileSync(path.join(dist, 'static', 'main-abc123.js'), SCRIPT)
    writeFileSync(path.join(dist, 'mark.svg'), '<svg/>')
  }
  const assets: Assets = await readAssets(dist)
  const server = await startServer((app) => {
    registerAssets(app, assets, given.others ?? NO_OTHERS)
    const sendPage = registerPage<string>(app, {
      html: builtHtml(dist),
      sessionOf: async ({ headers }) => /sessionid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? null,
      dataFor: async (session) => ({ user: session === null ? null : (given.name ?? session) }),
      isPublic: (pathname) => /^\/(login\/?|reset-password)$/.test(pathname),
      isKnown: (pathname) => ['/login', '/', '/portfolios/alpha'].includes(pathname),
      cookies: createCookies({ publicUrl: undefined }),
      contentSecurityPolicy: pagePolicy(HTML),
    })
    app.register(async (scope) => {
      registerErrorAnswers(scope, (request, reply) => sendPage(request, reply, 404))
      for (const [url, error] of Object.entries({
        '/document': notFound('Document'),
        '/forbidden': forbidden(),
        '/busy': rateLimited(17),
        '/private': unauthenticated(),
        '/broken': new Error('relation "person" does not exist at /srv/app.ts'),
      })) {
        scope.get(url, async () => {
          throw error
        })
      }
    })
  })
  const get = (url: string, headers: http.OutgoingHttpHeaders = NAVIGATION, method = 'GET') =>
    ask(server, { method, path: url, headers: { cookie: 'sessionid=ann', ...headers } })
  return { server, dist, get }
}

test('AUTH-01 AUTH-03 without a session a navigation leads to sign-in and keeps the wanted address', async () => {
  const { get } = await startPage()
  const out = { ...NAVIGATION, cookie: '' }
  for (const [wanted, kept] of [
    ['/', '%2F'],
    ['/portfolios/alpha?tab=a&q=x%20y', '%2Fportfolios%2Falpha%3Ftab%3Da%26q%3Dx%2520y'],
    ['/no-such-page', '%2Fno-such-page'],
  ] as const) {
    const answer = await get(wanted, out)
    expect([answer.status, answer.headers.location]).toEqual([302, `/login?next=${kept}`])
  }
  expect((await get('/login?next=%2F', out)).status).toBe(200)
})

test('the sign-in page has scripts of its own for whoever has no session', async () => {
  const { get } = await startPage()
  const isSignInPage = async (url: string, headers: http.OutgoingHttpHeaders) =>
    (await get(url, { ...NAVIGATION, ...headers })).text.includes('id="sign-in"')
  const nobody = { cookie: '' }
  for (const url of ['/login', '/login/', '/login?next=%2F']) {
    expect([url, await isSignInPage(url, nobody), await isSignInPage(url, {})]).toEqual([url, true, false])
  }
  expect(await isSignInPage('/reset-password', nobody)).toBe(false)
})

test('API-005 without a session anything but a navigation gets 401', async () => {
  const { get } = await startPage()
  for (const headers of [
    API,
    { accept: 'application/json' },
    { 'sec-fetch-mode': 'cors', accept: 'text/html' },
    { accept: '*/*' },
  ]) {
    const answer = await get('/', { ...headers, cookie: '' })
    expect([answer.status, answer.json()]).toEqual([
      401,
      { error: { code: 'UNAUTHENTICATED', message: 'Please sign in.' } },
    ])
  }
  // Without Sec-Fetch-Mode, the wish for HTML makes a navigation.
  expect((await get('/', { accept: 'text/html,*/*;q=0.8', cookie: '' })).status).toBe(302)
})

test('API-011 the page carries its data, and nobody keeps it', async () => {
  const { get } = await startPage({ name: '</script><script>alert(1)</script>' })
  const { status, headers, text } = await get('/portfolios/alpha')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  expect(headers['set-cookie']?.[0]).toMatch(/^csrftoken=[\w-]{43}; SameSite=Lax; Path=\//)
  const block = /<script type="application\/json" id="helioroom-page">(.*?)<\/script>/.exec(text)?.[1] ?? ''
  expect(block).not.toContain('<')
  expect(block).toContain('\\u003c/script>')
  expect(JSON.parse(block)).toEqual({ user: '</script><script>alert(1)</script>' })
})

test('the page may load from its own origin alone, and run the script that the build put into it', async () => {
  const { get } = await startPage()
  const policy = String((await get('/')).headers['content-security-policy'])
  const hash = createHash('sha256').update(INLINE).digest('base64')
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  for (const directive of ["frame-ancestors 'self'", "object-src 'none'", "base-uri 'none'"]) {
    expect(policy).toContain(directive)
  }
  expect(policy).not.toMatch(/https?:|\*|script-src[^;]*unsafe/)
})

test('SHELL-41 the page may send to the origins of services that are set, and to no others', () => {
  expect(pagePolicy(HTML)).not.toContain('connect-src')
  const policy = pagePolicy(HTML, ['https://a.example', 'http://10.0.0.7:9000'])
  expect(policy).toContain("; connect-src 'self' https://a.example http://10.0.0.7:9000; ")
  expect(policy.replace(/ connect-src [^;]*;/, '')).toBe(pagePolicy(HTML))
})

test('an unknown address is the product’s page with 404 to a navigation, and JSON to a call', async () => {
  const { get } = await startPage()
  const page = await get('/no-such-page')
  expect([page.status, page.text.includes('helioroom-page')]).toEqual([404, true])
  const call = await get('/no-such-page', API)
  expect([call.status, call.json()]).toEqual([
    404,
    { error: { code: 'NOT_FOUND', message: 'Address not found.' } },
  ])
})

test('ERR-03 ERR-11 errors of links are JSON to a call and a page to a navigation, and show no more than their text', async () => {
  const { get, server } = await startPage()
  const call = async (url: string) => {
    const { status, headers, json } = await get(url, API)
    return [status, json().error, headers['cache-control']]
  }
  expect(await call('/document')).toEqual([
    404,
    { code: 'NOT_FOUND', message: 'Document not found.' },
    'no-store',
  ])
  expect(await call('/forbidden')).toEqual([
    403,
    { code: 'FORBIDDEN', message: 'Not authorized.' },
    'no-store',
  ])
  expect(await call('/broken')).toEqual([
    500,
    { code: 'INTERNAL', message: 'A server error has occurred' },
    'no-store',
  ])
  expect((await get('/busy', API)).headers['retry-after']).toBe('17')
  expect((await call('/busy'))[0]).toBe(429)

  const missing = await get('/document')
  expect([missing.status, missing.text.includes('helioroom-page')]).toEqual([404, true])
  const refused = await get('/forbidden')
  expect([refused.status, refused.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(refused.text).toContain('Not authorized.')
  const broken = await get('/broken')
  expect([broken.status, broken.text.includes('A server error has occurred')]).toEqual([500, true])
  expect(broken.text).not.toMatch(/relation|\/srv/)
  expect(server.logged()).toContain('relation')
  expect((await get('/private?x=1')).headers.location).toBe('/login?next=%2Fprivate%3Fx%3D1')
})

test('a page that was not built says what to do', async () => {
  const { get } = await startPage({ dist: temporaryFolder() })
  const answer = await get('/')
  expect([answer.status, answer.text.includes('Please run npm start.')]).toEqual([503, true])
})

test('built files need no session; hashed ones are kept for good, others asked for again', async () => {
  const { get } = await startPage()
  const script = await get('/static/main-abc123.js', { cookie: '' })
  expect([script.status, script.text]).toEqual([200, SCRIPT])
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const mark = await get('/mark.svg', { cookie: '' })
  expect([mark.status, mark.headers['cache-control']]).toEqual([200, 'no-cache'])
  const again = await get('/mark.svg', { cookie: '', 'if-none-match': mark.headers.etag })
  expect([again.status, again.text]).toEqual([304, ''])
  const head = await get('/static/main-abc123.js', { cookie: '' }, 'HEAD')
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)])
  expect((await get('/index.html', API)).status).toBe(404)
  expect((await get('/static/../index.html', API)).status).toBe(404)
  // By this a page learns that its build is no more (ERR-09).
  expect((await get('/static/main-former.js', API, 'HEAD')).status).toBe(404)
})

test('what the build has compressed is sent so to whom it suits', async () => {
  const { dist } = await startPage()
  const script = path.join(dist, 'static', 'main-abc123.js')
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT))
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT))
  const { get } = await startPage({ dist })
  const fetched = (encoding: string) => get('/static/main-abc123.js', { 'accept-encoding': encoding })
  const brotli = await fetched('gzip, deflate, br;q=0.9')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT)
  const gzip = await fetched('gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT)
  expect(gzip.headers.etag).not.toBe(brotli.headers.etag)
  for (const encoding of ['identity', 'br;q=0', 'brotli', 'deflate']) {
    expect([encoding, (await fetched(encoding)).text]).toEqual([encoding, SCRIPT])
  }
  expect((await get('/static/main-abc123.js.br', API)).status).toBe(404)
})

test('a file that a newer build has taken away is not found, and nobody keeps that', async () => {
  const { dist } = await startPage()
  writeFileSync(path.join(dist, 'static', 'main-abc123.js.br'), brotliCompressSync(SCRIPT))
  const { get } = await startPage({ dist })
  rmSync(path.join(dist, 'static'), { recursive: true })
  for (const [method, encoding] of [
    ['GET', 'br'],
    ['GET', 'identity'],
    ['HEAD', 'identity'],
  ] as const) {
    const answer = await get('/static/main-abc123.js', { ...API, 'accept-encoding': encoding }, method)
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
      404,
      'no-store',
      undefined,
    ])
    if (method === 'GET') expect(answer.json().error.message).toBe('Address not found.')
  }
})

test('the mark is also where browsers look for an icon by themselves, without a session', async () => {
  const { get } = await startPage()
  const icon = await get('/favicon.ico', { cookie: '' })
  expect([icon.status, icon.headers['content-type'], icon.text]).toEqual([200, 'image/svg+xml', '<svg/>'])
  expect(icon.headers['cache-control']).toBe('no-cache')
})

test('SCALE-24 files of another build are sent as those of this one are', async () => {
  const { dist } = await startPage()
  const script = path.join(dist, 'static', 'main-abc123.js')
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT))
  const kept = hashedFiles(await readAssets(dist)).get('main-abc123.js')
  const contents = new Map(
    [...(kept?.forms ?? [])].map(([encoding, form]) => [encoding, readFileSync(form.path)]),
  )
  const pack = Buffer.concat([...contents.values()])
  const gzipStart = contents.get('')?.length ?? 0
  const others: OtherBuilds = {
    find: async (name) =>
      name === 'main-former.js' && kept
        ? {
            key: 'page-files-former',
            type: kept.type,
            forms: new Map([
              ['', { start: 0, end: gzipStart - 1 }],
              ['gzip', { start: gzipStart, end: pack.length - 1 }],
            ]),
          }
        : null,
    storage: { read: async (_key, { start, end }, write) => write(pack.subarray(start, end + 1)) },
  }
  const { get } = await startPage({ others })
  const of = async (name: string, encoding: string, headers = {}, method = 'GET') => {
    const answer = await get(
      `/static/${name}`,
      { cookie: '', 'accept-encoding': encoding, ...headers },
      method,
    )
    const { 'content-type': type, 'cache-control': cache, 'content-encoding': coding, vary } = answer.headers
    return {
      status: answer.status,
      bytes: answer.bytes,
      length: answer.headers['content-length'],
      tag: answer.headers.etag,
      common: { type, cache, vary },
      coding,
    }
  }
  const [own, plain, packed] = [
    await of('main-abc123.js', 'identity'),
    await of('main-former.js', 'identity'),
    await of('main-former.js', 'br, gzip'),
  ]
  expect([plain.status, plain.common, plain.length]).toEqual([200, own.common, String(SCRIPT.length)])
  expect(plain.bytes.toString()).toBe(SCRIPT)
  expect([packed.status, packed.coding]).toEqual([200, 'gzip'])
  expect(gunzipSync(packed.bytes).toString()).toBe(SCRIPT)
  expect(packed.tag).not.toBe(plain.tag)
  const again = await of('main-former.js', 'identity', { 'if-none-match': plain.tag })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  const head = await of('main-former.js', 'identity', {}, 'HEAD')
  expect([head.status, head.bytes.length, head.length]).toEqual([200, 0, String(SCRIPT.length)])
  expect((await get('/static/main-unknown.js', API, 'HEAD')).status).toBe(404)
})
