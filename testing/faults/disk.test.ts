import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database/index.ts'
import { engineOf } from '../real/engine.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { contentOf, sha256 } from './content.ts'
import { contributors } from './fund.ts'
import { smallDisk } from './smallDisk.ts'

const MB = 1024 * 1024
const ROOM = 64 * MB
/** Bytes of a file for which there is no room; Node slices none of 4 GiB. */
const LARGE = 4080 * MB

const database = testDatabase()
const disk = smallDisk(ROOM)
let server: TestServer
let room: Room
beforeAll(async () => {
  server = await startTestServer(database, { ...disk.env })
  ;[room] = await contributors(database, server.address, 1)
})
afterAll(async () => {
  await server.close()
  disk.close()
})

const uploadedNames = async () => (await room.list()).map((file) => file.name)
const incoming = () => readdirSync(path.join(disk.env.DATA_DIR ?? '', 'files/incoming'))

/** A file of many parts that are one and the same, so that a large one needs little memory. */
function large(name: string, size: number): File {
  const part = new Blob([new Uint8Array(16 * MB)])
  return new File(
    Array.from({ length: size / part.size }, () => part),
    name,
  )
}

const target = () => ({
  treeId: room.treeId,
  treeName: 'Faults',
  parentId: room.rootId,
  parentName: 'Documents',
  parentPath: [],
})

test('UPL-11 UPL-17 an upload for which there is no room fails with its reason, and a smaller one goes through', async () => {
  const engine = engineOf(room.client)
  const small = contentOf(1, 300_000)
  const before = statfsSync(path.join(disk.env.DATA_DIR ?? '', 'files')).bavail
  engine.start({
    ...target(),
    entries: [
      { kind: 'file', path: ['Aerial survey.tif'], file: large('Aerial survey.tif', LARGE) },
      { kind: 'file', path: ['Site plan.pdf'], file: new File([new Uint8Array(small)], 'Site plan.pdf') },
    ],
  })
  await engine.whenIdle()
  const tasks = engine.getSnapshot().tasks.map(({ name, status, reason }) => [name, status, reason])
  expect(tasks).toEqual([
    ['Aerial survey.tif', 'failed', 'Storage is full'],
    ['Site plan.pdf', 'done', null],
  ])
  expect(incoming()).toEqual([])
  const listed = await room.list()
  expect(listed.map((file) => file.name)).toEqual(['Site plan.pdf'])
  expect((await room.download(listed[0]?.id ?? '')).sha256).toBe(sha256(small))
  if (disk.ownDisk) expect(before - statfsSync(disk.ownDisk).bavail).toBeLessThan(1 * MB)
})

test('the refusal is 507 STORAGE_FULL, before the body is read', async () => {
  const [upload] = await room.announce([{ name: 'Too large.bin', size: 4096 * MB }])
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = http.request(room.client.address(upload?.url ?? ''), {
      method: 'PUT',
      headers: { 'content-length': 4096 * MB, expect: '100-continue' },
    })
    request.once('continue', () => reject(new Error('The body was asked for.')))
    request.once('error', reject)
    request.once('response', async (response) => {
      let body = ''
      for await (const part of response.setEncoding('utf8')) body += part
      resolve({ status: response.statusCode, body })
    })
    request.flushHeaders()
  })
  expect(answer.status).toBe(507)
  expect(JSON.parse(answer.body)).toEqual({
    error: { code: 'STORAGE_FULL', message: 'The storage is full. Please contact your administrator.' },
  })
})

// Without a disk of its own nothing can be filled up but the machine's.
if (disk.ownDisk) {
  const { ownDisk } = disk

  test('UPL-11 a disk that others fill up during the transfer fails it, leaves nothing, and the address works again', async () => {
    const size = 40 * MB
    const body = contentOf(2, size)
    const [upload] = await room.announce([{ name: 'Drone flight.mp4', size }])
    if (!upload) throw new Error('Nothing was announced.')
    const before = await uploadedNames()
    const filler = path.join(ownDisk, 'filler')
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(room.client.address(upload.url), {
        method: 'PUT',
        headers: { 'content-length': size },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.write(body.subarray(0, 8 * MB), async () => {
        while (incoming().length === 0) await sleep(10)
        fillUp(filler)
        request.end(body.subarray(8 * MB))
      })
    })
    expect(status).toBe(507)
    expect(incoming()).toEqual([])
    expect(await room.confirm([upload])).toEqual({ files: [], failedIds: [upload.file.id] })
    expect(await uploadedNames()).toEqual(before)

    rmSync(filler)
    expect((await room.put(upload, body)).status).toBe(200)
    const { files } = await room.confirm([upload])
    expect((await room.download(files[0]?.id ?? '')).sha256).toBe(sha256(body))
  })
}

/** Takes all that is free on the disk of that file. */
function fillUp(file: string): void {
  const part = new Uint8Array(1 * MB)
  try {
    for (;;) writeFileSync(file, part, { flag: 'a' })
  } catch {
    // That was the last of it.
  }
}
