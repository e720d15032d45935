import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../database/index.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import type { Room } from '../room.ts'
import { startTestServer } from '../server.ts'
import { fetchZip, submitZip, zipState } from '../zips.ts'
import { contentOf } from './content.ts'
import { databaseOf, endOrphan } from './embedded.ts'
import { contributors } from './fund.ts'
import { smallDisk } from './smallDisk.ts'

const MB = 1024 * 1024
const MINUTE = 60_000

const database = testDatabase()
const dataDir = newDataDir()
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  endOrphan(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

async function upload(room: Room, files: readonly (readonly [name: string, bytes: Uint8Array])[]) {
  const announced = await room.announce(files.map(([name, bytes]) => ({ name, size: bytes.length })))
  for (const [index, each] of announced.entries()) {
    expect((await room.put(each, files[index]?.[1] ?? new Uint8Array())).status).toBe(200)
  }
  const { files: confirmed } = await room.confirm(announced)
  expect(confirmed).toHaveLength(files.length)
}

test(
  'kill -9 in the middle of a zip: the next start makes it from the beginning and leaves no orphan bytes',
  async () => {
    const env = { DEMO: 'off', WORKERS: '1', STORAGE_RESERVE_BYTES: '0' }
    product = await startProduct({ dataDir, env })
    const { port } = new URL(product.address)
    const filled = databaseOf(dataDir)
    const [room] = await contributors(filled, product.address, 1)
    await filled.close()
    const contents = [1, 2, 3, 4].map((number) => contentOf(number, 30 * MB))
    await upload(
      room,
      contents.map((bytes, number) => [`Survey ${number}.bin`, bytes] as const),
    )
    const files = path.join(dataDir, 'files')
    // Without what processes say of the room that they have promised.
    const stored = () =>
      readdirSync(files, { recursive: true })
        .map(String)
        .filter((name) => !name.startsWith('reserved'))
    const before = stored().length
    const arriving = () =>
      readdirSync(path.join(files, 'incoming')).map(
        (name) => statSync(path.join(files, 'incoming', name)).size,
      )

    const { zipExport } = await submitZip(room, [room.rootId])
    const id = zipExport?.id ?? ''
    while (!arriving().some((size) => size > 0)) await sleep(1)
    await product.kill()
    const [half] = arriving()
    // Otherwise it was finished already, and nothing below would mean anything.
    expect(half).toBeLessThan(4 * 30 * MB)

    product = await startProduct({ dataDir, env: { ...env, PORT: port } })
    await vi.waitFor(async () => expect(await zipState(room, id)).toMatchObject({ state: 'READY' }), {
      timeout: MINUTE,
      interval: 200,
    })
    expect(arriving()).toEqual([])
    const names = stored()
    expect(names.filter((name) => name.endsWith(id))).toHaveLength(1)
    // One more file, in a folder that may be new.
    expect(names.length - before).toBeLessThanOrEqual(2)

    const link = await room.client.request(`/zip-exports/${id}`)
    const answer = await room.client.request(link.headers.get('location') ?? '')
    const whole = Buffer.from(await answer.arrayBuffer())
    for (const bytes of contents) expect(whole.includes(Buffer.from(bytes))).toBe(true)
    expect(whole.length).toBeLessThan(4 * 30 * MB + 10_000)
  },
  3 * MINUTE,
)

test('DOP-26 a zip for which there is no room fails with its reason and leaves nothing; a smaller one is made', async () => {
  const disk = smallDisk(64 * MB)
  // Without a disk of its own nothing can be filled up but the machine's.
  if (!disk.ownDisk) return disk.close()
  const server = await startTestServer(database, { ...disk.env })
  try {
    const [room] = await contributors(database, server.address, 1)
    await upload(room, [
      ['Drone flight.mp4', contentOf(1, 36 * MB)],
      ['Site plan.pdf', contentOf(2, 100_000)],
    ])
    const [flight, plan] = await room.list()
    const { zipExport } = await submitZip(room, [flight?.id ?? '', plan?.id ?? ''])
    await server.app.runJobs()
    expect(await zipState(room, zipExport?.id ?? '')).toMatchObject({
      state: 'FAILED',
      failure: 'There is not enough space on the server for the zip. Please contact your administrator.',
    })
    expect(readdirSync(path.join(disk.ownDisk, 'incoming'))).toEqual([])
    const small = await submitZip(room, [plan?.id ?? ''])
    await server.app.runJobs()
    expect(Object.keys((await fetchZip(room.client, small.zipExport?.id ?? '')).entries)).toEqual([
      'Site plan.pdf',
      'manifest.csv',
    ])
  } finally {
    await server.close()
    disk.close()
  }
})
