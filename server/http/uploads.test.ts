import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { stored } from '../../testing/stored.ts'
import { ask } from './server.fixture.ts'
import { BYTES, errorOf, SHA256, startUploads, VERSION } from './uploads.fixture.ts'

test('UPL-37 a file that was announced is received whole, without cookie or CSRF token', async () => {
  const { put, upload, storage, files } = await startUploads()
  const answer = await put()
  expect([answer.status, answer.json()]).toEqual([200, {}])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(upload).toMatchObject({ state: 'RECEIVED', sha256: SHA256 })
  expect((await stored(storage, VERSION)).equals(BYTES)).toBe(true)
  expect(files()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${VERSION}$`))])
})

test('UPL-41 an empty file is received too', async () => {
  const { put, storage } = await startUploads({ size: 0 })
  expect((await put({}, Buffer.alloc(0))).status).toBe(200)
  expect(await storage.head(VERSION)).toBe(0)
})

test('UPL-37 the content type makes no difference', async () => {
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/html', 'no type', '']) {
    const { put, storage } = await startUploads()
    expect([type, (await put({ 'content-type': type })).status]).toEqual([type, 200])
    expect(await storage.head(VERSION)).toBe(BYTES.length)
  }
})

test('UPL-37 an expired, altered or unknown address is refused and nothing is kept', async () => {
  const { put, url, files, upload } = await startUploads()
  const past = Math.floor(Date.now() / 1000) - 1
  const expired = url({ expires: past })
  expect(errorOf(await put({}, BYTES, expired))).toEqual([403, 'ADDRESS_EXPIRED'])
  const good = url()
  const altered = {
    'later expiry': good.replace(/expires=\d+/, `expires=${past + 9999}`),
    'expired and altered': expired.replace(/signature=./, 'signature=!'),
    'other signature': good.replace(/signature=.{5}/, 'signature=AAAAA'),
    'no signature': good.replace(/&signature=.*/, ''),
    'two signatures': `${good}&signature=x`,
    'no expiry': good.replace(/expires=\d+&/, ''),
    'for another size': url({ size: BYTES.length + 1 }),
    'for another person': url({ personId: 'bob' }),
    'unknown version': url({ version: '019a2b3c-0000-7000-8000-0000000000ab' }),
    'signature of another version': good.replace(VERSION, '019a2b3c-0000-7000-8000-0000000000ab'),
  }
  for (const [name, address] of Object.entries(altered)) {
    expect([name, ...errorOf(await put({}, BYTES, address))]).toEqual([name, 403, 'ADDRESS_INVALID'])
  }
  expect([files(), upload.state]).toEqual([[], 'ANNOUNCED'])
  expect((await put()).status).toBe(200)
})

test('UPL-37 an address is good for one file: a further PUT is refused and changes nothing', async () => {
  const { put, storage } = await startUploads()
  expect((await put()).status).toBe(200)
  expect(errorOf(await put({}, randomBytes(BYTES.length)))).toEqual([409, 'ADDRESS_USED'])
  expect((await stored(storage, VERSION)).equals(BYTES)).toBe(true)
})

test('UPL-37 only one of several concurrent PUTs is accepted', async () => {
  const { put, files, storage } = await startUploads()
  const answers = await Promise.all([put(), put(), put()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(files()).toHaveLength(1)
  expect(await storage.head(VERSION)).toBe(BYTES.length)
})

test('UPL-37 an address that has since been used, perhaps on another server, is refused after the body', async () => {
  const { put, files, storage, upload } = await startUploads()
  await storage.put(VERSION, Readable.from([BYTES]), { size: BYTES.length, ifAbsent: true })
  expect(errorOf(await put({}, randomBytes(BYTES.length)))).toEqual([409, 'ADDRESS_USED'])
  expect([files().length, upload.state]).toEqual([1, 'ANNOUNCED'])
  expect((await stored(storage, VERSION)).equals(BYTES)).toBe(true)
})

test('UPL-39 a body of another size than announced is refused by its Content-Length', async () => {
  const { put, files, server, url } = await startUploads()
  expect(errorOf(await put({}, BYTES.subarray(1)))).toEqual([400, 'SIZE_MISMATCH'])
  expect(errorOf(await put({}, Buffer.concat([BYTES, BYTES])))).toEqual([413, 'TOO_LARGE'])
  const chunked = await ask(server, {
    method: 'PUT',
    path: url(),
    headers: { 'transfer-encoding': 'chunked' },
    body: BYTES,
  })
  expect(errorOf(chunked)).toEqual([411, 'BAD_USER_INPUT'])
  expect(files()).toEqual([])
  expect((await put()).status).toBe(200)
})

test('no other method is taken, and its body is not read', async () => {
  const { server, url, upload } = await startUploads()
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await ask(server, { method, path: url() })
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'PUT'])
  }
  expect(upload.state).toBe('ANNOUNCED')
})
