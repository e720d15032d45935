// @vitest-environment node

import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDirectSending } from './directSending.ts'
import type { PutOptions } from './port.ts'
import { createSha256 } from './sha256.ts'

const MIB = 1024 * 1024
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('a SHA-256 of pieces is that of the whole, however they are cut', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 70_001]) {
    const bytes = randomBytes(size)
    const hash = createSha256()
    for (let at = 0, step = 1; at < size; at += step, step = (step * 7) % 131 || 1)
      hash.add(bytes.subarray(at, at + step))
    expect(hash.end(), `${size} bytes`).toBe(sha256Of(bytes))
  }
})

/** A store that takes what it gets. */
async function startStore() {
  const got: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { got, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** What the browser does, without progress in between. */
async function put(url: string, content: Blob, { headers, onProgress, signal }: PutOptions): Promise<void> {
  const sent = Object.fromEntries((headers ?? []).map(({ name, value }) => [name, value]))
  await fetch(url, { method: 'PUT', headers: sent, body: await content.arrayBuffer(), signal })
  onProgress(content.size)
}

const hash = async (content: Blob) => sha256Of(new Uint8Array(await content.arrayBuffer()))
const options = (progress: number[] = []): PutOptions => ({
  contentType: 'application/pdf',
  signal: new AbortController().signal,
  onProgress: (sent) => void progress.push(sent),
})

test('a small file goes to the store with the headers of its address alone, and one without goes where it went', async () => {
  const { got, origin } = await startStore()
  const direct = createDirectSending({ hash, put, presignParts: async () => [] })
  const file = new File(['content'], 'a.pdf', { type: 'application/pdf' })
  const asked = await direct.hashed([{ name: 'a.pdf', size: 7, parentId: 'root', file }])
  expect(asked).toEqual([
    { name: 'a.pdf', size: 7, parentId: 'root', sha256: sha256Of(Buffer.from('content')) },
  ])
  const headers = [{ name: 'x-amz-content-sha256', value: 'hash' }]
  const known = { file: { id: 'd1', name: 'a.pdf' }, version: 'v1', url: `${origin}/staged`, headers }
  direct.note('t1', [known])
  expect([direct.isWhole(known.url), direct.isWhole(`${origin}/uploads/v2`)]).toEqual([true, false])
  await direct.put(known.url, file, { ...options(), from: 0 })
  expect(got[0]).toMatchObject({ url: '/staged', headers: { 'x-amz-content-sha256': 'hash' } })
  expect(got[0]?.headers['content-type']).toBeUndefined()
  expect(got[0]?.body.toString()).toBe('content')
})

test('a large file goes in parts of its hashes, behind those that the store has', async () => {
  const { got, origin } = await startStore()
  const bytes = randomBytes(9 * MIB + 5)
  const asked: { number: number; sha256: string }[][] = []
  const direct = createDirectSending({
    hash,
    put,
    presignParts: async (treeId, version, parts) => {
      expect([treeId, version]).toEqual(['t1', 'v1'])
      asked.push([...parts])
      return parts.map(({ number, sha256 }) => ({
        number,
        url: `${origin}/part/${number}`,
        headers: [{ name: 'x-amz-content-sha256', value: sha256 }],
      }))
    },
  })
  const file = new File([bytes], 'large.bin')
  const upload = { file: { id: 'd1', name: 'large.bin' }, url: '/uploads/v1', version: 'v1' }
  direct.note('t1', [{ ...upload, headers: [], parts: { size: MIB, count: 10 } }])
  const progress: number[] = []
  await direct.put('/uploads/v1', file, { ...options(progress), from: MIB })
  expect(asked.flat().map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(got.map(({ url }) => url)).toEqual(asked.flat().map(({ number }) => `/part/${number}`))
  expect(Buffer.concat(got.map(({ body }) => body)).equals(bytes.subarray(MIB))).toBe(true)
  for (const { headers, body } of got) expect(headers['x-amz-content-sha256']).toBe(sha256Of(body))
  expect([progress[0], progress.at(-1)]).toEqual([2 * MIB, bytes.length])
})
