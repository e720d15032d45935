import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../cluster/living.ts'
import { urlOfDatabase } from '../commandLine.ts'
import { testDatabase } from '../database/index.ts'
import { contentOf, sha256 } from '../faults/content.ts'
import { contributors } from '../faults/fund.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import type { Room } from '../room.ts'
import { SECRET } from '../server.ts'
import { fetchZip, submitZip, zipState } from '../zips.ts'
import { bucketSettings, hasObjectStore, newBucket, objectStore } from './bucket.ts'
import { startGateway } from './ceph.ts'

const SENDERS = 4
/** Files that are confirmed before each kill. */
const CONFIRMED = 12
const SMALLEST = 2000
const LARGEST = 300_000
/** A worker takes over what another one had in hand within half a minute (SCALE-10). */
const WAIT = { timeout: 90_000, interval: 100 }
/** Of everything, on a machine that may be ten times slower. */
const TIMEOUT = 400_000
/** Nobody asks more than 600 times in a minute. */
const ZIP_WAIT = { ...WAIT, interval: 1000 }

const database = testDatabase()

/** What senders know of their files. */
interface Known {
  /** By name of the file. */
  readonly hashes: Map<string, string>
  readonly confirmed: Set<string>
  /** A confirmation was asked for, whether or not the answer arrived. */
  readonly asked: Set<string>
  readonly failed: Set<string>
}

describe.runIf(hasObjectStore())('processes and a store that are killed', () => {
  const folders = [newDataDir(), newDataDir()] as const
  const running: { server?: Product; worker?: Product; gateway?: ChildProcess } = {}
  let ports: { server: number; gateway: number }
  let settings: Record<string, string>
  let room: Room
  /** The same room, as people who look what is there. */
  let others: Room[]

  const startServer = async () => {
    const env = { ...settings, ROLE: 'web', PORT: String(ports.server) }
    running.server = await startProduct({ dataDir: folders[0], env })
    return running.server
  }
  const startWorker = async () => {
    running.worker = await startProduct({ dataDir: folders[1], env: { ...settings, ROLE: 'worker' } })
  }
  const openGateway = async () => {
    running.gateway = await startGateway(objectStore().conf, ports.gateway)
  }

  beforeAll(async () => {
    ports = { server: await freePort(), gateway: await freePort() }
    const bucket = await newBucket()
    settings = {
      DATABASE_URL: urlOfDatabase(database.poolConfig),
      SECRET_KEY: SECRET,
      DEMO: 'off',
      OCR: 'off',
      LIBREOFFICE: 'off',
      WORKERS: '1',
      ...bucketSettings(bucket),
      S3_ENDPOINT: `http://127.0.0.1:${ports.gateway}`,
    }
    await openGateway()
    const [{ address }] = await Promise.all([startServer(), startWorker()])
    ;[room, ...others] = await contributors(database, address, 3)
  })
  afterAll(async () => {
    await running.server?.stop()
    await running.worker?.stop()
    running.gateway?.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** Sends a file by itself; whatever fails on the way leaves it to later. */
  async function send(name: string, bytes: Uint8Array, known: Known): Promise<void> {
    known.hashes.set(name, sha256(bytes))
    try {
      const announced = await room.announce([{ name, size: bytes.length }])
      for (const upload of announced) {
        const { status } = await room.put(upload, bytes)
        if (status !== 200) throw new Error(`The transfer was answered with ${status}.`)
      }
      known.asked.add(name)
      const { files } = await room.confirm(announced)
      if (files.length === 0) throw new Error('The confirmation names it as failed.')
      known.confirmed.add(name)
    } catch {
      known.failed.add(name)
      await sleep(300)
    }
  }

  test('STORE-19 kill -9 of a server, a worker and the store: what was confirmed has its bytes, nothing else is listed, and what failed can be sent again', {
    timeout: TIMEOUT,
  }, async () => {
    const known: Known = { hashes: new Map(), confirmed: new Set(), asked: new Set(), failed: new Set() }
    const contents = new Map<string, Uint8Array>()
    let isOver = false
    let number = 0
    const sender = async () => {
      while (!isOver) {
        number += 1
        const [name, size] = [`Survey ${number}.bin`, SMALLEST + ((number * 7919) % (LARGEST - SMALLEST))]
        const bytes = contentOf(number, size)
        contents.set(name, bytes)
        await send(name, bytes, known)
      }
    }
    const senders = Array.from({ length: SENDERS }, sender)
    const confirmedMore = async () => {
      const { size } = known.confirmed
      await expect.poll(() => known.confirmed.size, WAIT).toBeGreaterThanOrEqual(size + CONFIRMED)
    }

    await confirmedMore()
    await running.server?.kill()
    await startServer()
    await confirmedMore()

    const { gateway } = running
    gateway?.kill('SIGKILL')
    if (gateway) await once(gateway, 'exit')
    await sleep(1000)
    await openGateway()
    await confirmedMore()

    const zipped = await room.list()
    const { zipExport } = await submitZip(
      room,
      zipped.map(({ id }) => id),
    )
    const zip = zipExport?.id ?? ''
    await expect.poll(async () => (await zipState(room, zip)).state, ZIP_WAIT).toMatch(/RUNNING|READY/)
    await running.worker?.kill()
    await startWorker()
    await confirmedMore()
    isOver = true
    await Promise.all(senders)
    // Otherwise nothing died in the middle, and nothing below would mean anything.
    expect(known.failed.size).toBeGreaterThan(2)

    const check = async (as = room): Promise<string[]> => {
      const listed = await as.list()
      const names = listed.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining([...known.confirmed]))
      expect(names.filter((name) => !known.asked.has(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
      for (const { id, name } of listed)
        expect((await as.download(id)).sha256, name).toBe(known.hashes.get(name))
      return names
    }
    const names = new Set(await check(others[0]))
    const again = [...known.hashes.keys()].filter((name) => !names.has(name))
    known.failed.clear()
    for (const name of again) await send(name, contents.get(name) ?? new Uint8Array(), known)
    expect([...known.failed]).toEqual([])
    expect((await check(others[1])).toSorted()).toEqual([...known.hashes.keys()].toSorted())

    await expect.poll(async () => (await zipState(room, zip)).state, ZIP_WAIT).toBe('READY')
    const { entries } = await fetchZip(room.client, zip)
    const inZip = Object.keys(entries).flatMap((each) => each.split('/').at(-1) ?? [])
    expect(inZip).toEqual(expect.arrayContaining(zipped.map(({ name }) => name)))
  })
})
