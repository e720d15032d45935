import { readdirSync, statSync, utimesSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stored } from '../../testing/stored.ts'
import { createDiskStorage } from '../platform/storage/index.ts'
import { answerTo } from './server.fixture.ts'
import {
  BYTES,
  begin,
  type Desk,
  errorOf,
  isStaging,
  SHA256,
  startUploads,
  VERSION,
} from './uploads.fixture.ts'

const SIZE = BYTES.length
const rangeFrom = (from: number, size = SIZE) => `bytes ${from}-${size - 1}/${size}`
const NOTHING = Buffer.alloc(0)

const ask = (desk: Desk, url = desk.url(), headers: http.OutgoingHttpHeaders = {}) =>
  desk.put({ 'content-range': `bytes */${SIZE}`, ...headers }, NOTHING, url)
/** What the server says that it has; it may not have noticed yet that the sender is gone. */
async function keptBy(desk: Desk): Promise<number> {
  await expect.poll(async () => (await ask(desk)).status).toBe(202)
  return (await ask(desk)).json().received
}
const putRest = (desk: Desk, from: number, bytes = BYTES) =>
  desk.put({ 'content-range': rangeFrom(from) }, bytes.subarray(from))

/** A transfer that breaks off in the middle; says how many bytes are kept of it. */
async function breakOff(desk: Desk, sent = 150_000): Promise<number> {
  const request = begin(desk, sent, { 'content-range': rangeFrom(0) })
  await isStaging(desk).toBe(1)
  request.destroy()
  return keptBy(desk)
}

test('what has arrived of a transfer that breaks off stays, is asked for, and the rest makes the file', async () => {
  const desk = await startUploads()
  expect(await keptBy(desk)).toBe(0)
  const kept = await breakOff(desk)
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThanOrEqual(150_000)
  expect(desk.upload.state).toBe('ANNOUNCED')
  const answer = await putRest(desk, kept)
  expect([answer.status, answer.json()]).toEqual([200, {}])
  expect(desk.upload.sha256).toBe(SHA256)
  expect((await stored(desk.storage, VERSION)).equals(BYTES)).toBe(true)
  expect(desk.files()).toHaveLength(1)
  // Whoever did not get that answer asks, and learns that nothing is missing.
  expect((await ask(desk)).json()).toEqual({ received: SIZE })
  expect(errorOf(await putRest(desk, kept))).toEqual([409, 'ADDRESS_USED'])
})

test('the hash is of what was received: another file behind the first bytes makes another one', async () => {
  const desk = await startUploads()
  const kept = await breakOff(desk)
  const other = Buffer.from(BYTES)
  other.fill(0, SIZE - 10)
  expect((await putRest(desk, kept, other)).status).toBe(200)
  expect(desk.upload.sha256).not.toBe(SHA256)
})

test('only behind what is kept, and only the whole rest; what is refused changes nothing', async () => {
  const desk = await startUploads()
  const kept = await breakOff(desk)
  for (const from of [kept - 1, kept + 1]) {
    expect(errorOf(await putRest(desk, from))).toEqual([409, 'OFFSET_MISMATCH'])
  }
  const sendWith = async (range: string, body = BYTES.subarray(kept)) =>
    errorOf(await desk.put({ 'content-range': range }, body))
  expect(await sendWith(rangeFrom(kept, SIZE + 1))).toEqual([400, 'BAD_USER_INPUT'])
  expect(await sendWith(`bytes ${kept}-${SIZE - 2}/${SIZE}`)).toEqual([400, 'BAD_USER_INPUT'])
  expect(await sendWith(`bytes ${SIZE}-${SIZE - 1}/${SIZE}`, NOTHING)).toEqual([400, 'BAD_USER_INPUT'])
  expect(await sendWith('bytes */1', NOTHING)).toEqual([400, 'BAD_USER_INPUT'])
  expect(await sendWith('lines 1-2/3')).toEqual([400, 'BAD_USER_INPUT'])
  expect(await sendWith(rangeFrom(kept), BYTES.subarray(kept + 1))).toEqual([400, 'SIZE_MISMATCH'])
  expect(await sendWith(rangeFrom(kept), BYTES)).toEqual([413, 'TOO_LARGE'])
  expect(await sendWith(`bytes */${SIZE}`, BYTES)).toEqual([413, 'TOO_LARGE'])
  expect(await keptBy(desk)).toBe(kept)
  expect((await putRest(desk, kept)).status).toBe(200)
  expect(desk.upload.sha256).toBe(SHA256)
})

test('nobody else asks, goes on or discards, and no one once the address has expired', async () => {
  const desk = await startUploads()
  const kept = await breakOff(desk)
  const strangers = [
    { url: desk.url({ personId: 'bob' }), code: 'ADDRESS_INVALID' },
    { url: desk.url({ expires: 1 }), code: 'ADDRESS_EXPIRED' },
  ]
  for (const { url, code } of strangers) {
    expect(errorOf(await ask(desk, url))).toEqual([403, code])
    expect(errorOf(await ask(desk, url, { 'upload-discard': '1' }))).toEqual([403, code])
    const rest = await desk.put({ 'content-range': rangeFrom(kept) }, BYTES.subarray(kept), url)
    expect(errorOf(rest)).toEqual([403, code])
  }
  expect(await keptBy(desk)).toBe(kept)
})

test('of two transfers that go on one wins, and neither a question nor the other disturbs it', async () => {
  const desk = await startUploads()
  const kept = await breakOff(desk)
  const request = begin(desk, 0, { 'content-range': rangeFrom(kept), 'content-length': SIZE - kept })
  request.write(BYTES.subarray(kept, kept + 1000))
  await expect.poll(async () => (await ask(desk)).status).toBe(409)
  expect(errorOf(await putRest(desk, kept))).toEqual([409, 'ADDRESS_USED'])
  expect(errorOf(await ask(desk, desk.url(), { 'upload-discard': '1' }))).toEqual([409, 'ADDRESS_USED'])
  request.end(BYTES.subarray(kept + 1000))
  expect((await answerTo(request)).status).toBe(200)
  expect(desk.upload.sha256).toBe(SHA256)
})

test('what is discarded is gone, and the address begins anew', async () => {
  const desk = await startUploads()
  await breakOff(desk)
  expect((await ask(desk, desk.url(), { 'upload-discard': '1' })).json()).toEqual({ received: 0 })
  expect(desk.files()).toEqual([])
  expect((await desk.put()).status).toBe(200)
})

test('what a server that died has left is gone on with, once it is sure that it writes no more', async () => {
  const desk = await startUploads()
  const dead = await createDiskStorage({ root: desk.root, reserveBytes: 0 })
  const request = begin(desk, 150_000, { 'content-range': rangeFrom(0) })
  const incoming = path.join(desk.root, 'incoming')
  await isStaging(desk).toBe(1)
  const sizes = () => readdirSync(incoming).map((name) => statSync(path.join(incoming, name)).size)
  await expect.poll(() => Math.max(...sizes())).toBeGreaterThan(100_000)
  // Another server sees a transfer that may be running.
  await expect(dead.kept(VERSION)).rejects.toThrow('stored under this key already')
  const [name = ''] = readdirSync(incoming)
  const minutesAgo = new Date(Date.now() - 3 * 60_000)
  utimesSync(path.join(incoming, name), minutesAgo, minutesAgo)
  expect(await dead.kept(VERSION)).toBeGreaterThan(100_000)
  request.destroy()
})
