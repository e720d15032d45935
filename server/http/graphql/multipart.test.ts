import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { answerTo, temporaryFolder } from '../server.fixture.ts'
import { LIMITS } from './limits.ts'
import { readMultipart } from './multipart.ts'
import { CSRF, type GraphQLServer, startGraphQL } from './schema.fixture.ts'

const BOUNDARY = 'line-between-parts'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

interface Part {
  name: string
  filename?: string
  type?: string
  content: string | Buffer
}

function multipart(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...chunks, end].map((chunk) => Buffer.from(chunk)))
}

const operations = (body: unknown): Part => ({ name: 'operations', content: JSON.stringify(body) })
const map = (body: unknown): Part => ({ name: 'map', content: JSON.stringify(body) })
const file = (name: string, content: string | Buffer = 'hello', filename = `${name}.txt`): Part => ({
  name,
  filename,
  type: 'text/plain',
  content,
})

const UPLOAD = operations({
  query: 'mutation($file: Upload!) { upload(file: $file) }',
  variables: { file: null },
})
const UPLOAD_MAP = map({ 0: ['variables.file'] })

const send = (
  { post }: GraphQLServer,
  parts: readonly Part[],
  headers: Record<string, string | undefined> = {},
) => post(multipart(parts), { 'content-type': TYPE, ...headers })

test('API-002 a file arrives with its name, type and bytes, and is gone after the answer', async () => {
  const graphql = await startGraphQL()
  const answer = await send(graphql, [UPLOAD, UPLOAD_MAP, file('0', 'hello world', 'Überblick – Ω.txt')])
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({ data: { upload: 'Überblick – Ω.txt|text/plain|11|11|hello' } })
  expect(readdirSync(graphql.temporary)).toEqual([])
})

test('API-002 several files go where the map says, and a folder in a name is dropped', async () => {
  const graphql = await startGraphQL()
  const answer = await send(graphql, [
    operations({
      query: 'mutation($files: [Upload!]!, $filter: Filter) { uploadAll(files: $files, filter: $filter) }',
      variables: { files: [null, null, null], filter: { file: null } },
    }),
    map({
      a: ['variables.files.1'],
      b: ['variables.files.0', 'variables.filter.file'],
      c: ['variables.files.2'],
    }),
    file('a', Buffer.alloc(300_000, 'a'), '../../etc/passwd'),
    file('b', '', 'empty.txt'),
    file('c', 'ccc'),
  ])
  expect(answer.json()).toEqual({
    data: {
      uploadAll: [
        'empty.txt|text/plain|0|0|',
        'passwd|text/plain|300000|300000|aaaaa',
        'c.txt|text/plain|3|3|ccc',
      ],
    },
  })
  expect(readdirSync(graphql.temporary)).toEqual([])
})

test('API-002 an operation without files may come as multipart too', async () => {
  const graphql = await startGraphQL()
  const answer = await send(graphql, [operations({ query: '{ hello }' }), map({})])
  expect(answer.json()).toEqual({ data: { hello: 'Hello you' } })
})

test('AUTH-20 API-002 API-005 CSRF and session are checked before any file is read', async () => {
  const graphql = await startGraphQL()
  const parts = [UPLOAD, UPLOAD_MAP, file('0', Buffer.alloc(3_000_000))]
  const foreign = await send(graphql, parts, { 'x-csrftoken': 'wrong' })
  expect([foreign.status, foreign.json().errors[0].extensions]).toEqual([
    403,
    { code: 'FORBIDDEN', reason: 'CSRF' },
  ])
  const signedOut = await send(graphql, parts, { cookie: `csrftoken=${CSRF}` })
  expect([signedOut.status, signedOut.json().errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])

  // The answer comes while the file has not even begun.
  const request = http.request({
    port: graphql.server.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/graphql',
    headers: {
      'content-type': TYPE,
      'content-length': 1_000_000,
      cookie: `csrftoken=${CSRF}`,
      'x-csrftoken': CSRF,
    },
  })
  request.on('error', () => {})
  request.write(multipart([UPLOAD, UPLOAD_MAP, file('0')], ''))
  expect((await answerTo(request)).status).toBe(401)
  expect(graphql.trace.ran).toEqual([])
  expect(readdirSync(graphql.temporary)).toEqual([])
})

test('API-002 parts out of order, missing files and paths that are no Upload variable are refused', async () => {
  const graphql = await startGraphQL()
  const list = operations({
    query: 'mutation($files: [Upload!]!, $note: String) { uploadAll(files: $files) }',
    variables: { files: [null], note: null, other: null },
  })
  const cases: Record<string, Part[]> = {
    'map first': [UPLOAD_MAP, UPLOAD, file('0')],
    'file first': [file('0'), UPLOAD, UPLOAD_MAP],
    'file before map': [UPLOAD, file('0'), UPLOAD_MAP],
    'no map': [UPLOAD],
    'operations twice': [UPLOAD, UPLOAD, UPLOAD_MAP, file('0')],
    'a further field': [UPLOAD, UPLOAD_MAP, { name: 'note', content: 'x' }, file('0')],
    'file not in the map': [UPLOAD, UPLOAD_MAP, file('0'), file('1')],
    'file twice': [UPLOAD, UPLOAD_MAP, file('0'), file('0')],
    'entry without a file': [UPLOAD, map({ 0: ['variables.file'], 1: ['variables.file'] }), file('0')],
    'operations no JSON': [{ name: 'operations', content: '{' }, UPLOAD_MAP, file('0')],
    'operations a batch': [operations([{ query: '{ hello }' }]), map({}), file('0')],
    'map no JSON': [UPLOAD, { name: 'map', content: '{' }, file('0')],
    'map a list': [UPLOAD, map([['variables.file']]), file('0')],
    'map without paths': [UPLOAD, map({ 0: [] }), file('0')],
    'map with numbers': [UPLOAD, map({ 0: [1] }), file('0')],
    'no variable': [UPLOAD, map({ 0: ['variables.image'] }), file('0')],
    'no path into variables': [UPLOAD, map({ 0: ['query'] }), file('0')],
    'path too deep': [UPLOAD, map({ 0: ['variables.file.name'] }), file('0')],
    'path into a prototype': [UPLOAD, map({ 0: ['variables.__proto__.file'] }), file('0')],
    'no index': [list, map({ 0: ['variables.files.length'] }), file('0')],
    'index behind the end': [list, map({ 0: ['variables.files.1'] }), file('0')],
    'text variable': [list, map({ 0: ['variables.note'] }), file('0')],
    'undeclared variable': [list, map({ 0: ['variables.other'] }), file('0')],
    'six files': [list, map(Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [n, ['variables.files.0']])))],
  }
  for (const [name, parts] of Object.entries(cases)) {
    const answer = await send(graphql, parts)
    expect([name, answer.status, answer.json().errors[0].extensions]).toEqual([
      name,
      400,
      { code: 'BAD_USER_INPUT' },
    ])
  }
  const filled = operations({
    query: 'mutation($file: Upload!) { upload(file: $file) }',
    variables: { file: 'x' },
  })
  expect((await send(graphql, [filled, UPLOAD_MAP, file('0')])).status).toBe(400)
  const unmapped = await send(graphql, [UPLOAD, map({})])
  expect([unmapped.status, unmapped.json().errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
  const cut = await graphql.post(multipart([UPLOAD, UPLOAD_MAP, file('0')], ''), { 'content-type': TYPE })
  expect(cut.status).toBe(400)
  const noBoundary = await graphql.post(multipart([UPLOAD]), { 'content-type': 'multipart/form-data' })
  expect(noBoundary.status).toBe(400)
  expect(graphql.trace.ran).toEqual([])
  expect(readdirSync(graphql.temporary)).toEqual([])
})

test('API-002 an Upload can only come as a part of its own', async () => {
  const { post, trace } = await startGraphQL()
  const query = 'mutation($file: Upload!) { upload(file: $file) }'
  for (const given of ['text', {}, { path: '/etc/passwd', size: 3, filename: 'x', contentType: 'y' }, 5]) {
    expect((await post({ query, variables: { file: given } })).status).toBe(400)
  }
  expect((await post({ query: 'mutation { upload(file: "/etc/passwd") }' })).status).toBe(400)
  expect(trace.ran).toEqual([])
})

test('API-002 API-012 the parts and the whole body have limits', async () => {
  const graphql = await startGraphQL({ limits: { partBytes: 500, multipartBytes: 200_000 } })
  const longPart = await send(graphql, [
    operations({ query: '{ hello }', variables: { note: 'x'.repeat(500) } }),
    map({}),
  ])
  expect([longPart.status, longPart.json().errors[0].message]).toEqual([
    413,
    'The part "operations" is too large: at most 500 bytes.',
  ])
  const body = multipart([UPLOAD, UPLOAD_MAP, file('0', Buffer.alloc(200_000))])
  const announced = await graphql.post(body, { 'content-type': TYPE })
  expect([announced.status, announced.json().errors[0].message]).toEqual([
    413,
    `Request body is too large: ${body.length} bytes, at most 200000.`,
  ])
  const counted = await graphql.post(body, { 'content-type': TYPE, 'transfer-encoding': 'chunked' })
  expect([counted.status, counted.json().errors[0].extensions.code]).toEqual([413, 'BAD_USER_INPUT'])
  expect(graphql.trace.ran).toEqual([])
  expect(readdirSync(graphql.temporary)).toEqual([])
})

test('API-002 nothing is left of an aborted request', async () => {
  const { server, trace, temporary } = await startGraphQL()
  const request = http.request({
    port: server.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/graphql',
    headers: {
      'content-type': TYPE,
      cookie: `csrftoken=${CSRF}; sessionid=ann`,
      'x-csrftoken': CSRF,
    },
  })
  request.on('error', () => {})
  request.write(multipart([UPLOAD, UPLOAD_MAP, file('0', Buffer.alloc(500_000))], ''))
  await expect.poll(() => readdirSync(temporary).length).toBe(1)
  request.destroy()
  await expect.poll(() => readdirSync(temporary)).toEqual([])
  expect(trace.ran).toEqual([])
})

test('API-002 of a request that was gone before its body was looked at nothing is left, and nobody waits for it', async () => {
  const folder = temporaryFolder()
  const outcome = new Promise<unknown>((resolve) => {
    const server = http.createServer((raw) => {
      raw.once('close', () => {
        const request = { raw, headers: raw.headers } as FastifyRequest
        const handlers = { folder, limits: LIMITS, onParts: () => new Map() }
        readMultipart(request, handlers).catch(resolve)
        server.close()
      })
      raw.destroy()
    })
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const headers = { 'content-type': TYPE, 'content-length': 100 }
      http
        .request({ port, method: 'POST', headers })
        .on('error', () => {})
        .end('--')
    })
  })
  expect(await outcome).toMatchObject({ status: 400 })
  expect(readdirSync(folder)).toEqual([])
})

test('what a killed server left is removed at the next start, but nothing of today', async () => {
  const folder = temporaryFolder()
  const left = (name: string, hours: number) => {
    mkdirSync(path.join(folder, name))
    const then = Date.now() / 1000 - hours * 3600
    utimesSync(path.join(folder, name), then, then)
  }
  left('request-old', 25)
  left('request-new', 1)
  left('something-else', 25)
  await startGraphQL({ temporaryFolder: folder })
  expect(readdirSync(folder).sort()).toEqual(['request-new', 'something-else'])
})
