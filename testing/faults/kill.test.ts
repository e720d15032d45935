import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { newDataDir, type Product, startProduct } from '../product.ts'
import type { Room } from '../room.ts'
import { contentOf, sha256 } from './content.ts'
import { databaseOf, endOrphan } from './embedded.ts'
import { contributors } from './fund.ts'

const FILES = 200
const IN_PARALLEL = 5
/** Files that are announced and confirmed together. */
const BATCH = 4
/** Transfers after which the server is killed, in the middle of others. */
const KILLED_AFTER = 90
const MINUTES = 60_000

const dataDir = newDataDir()
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  endOrphan(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

interface File {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What the sender knows of each file when the conversation broke off, by name. */
interface Memory {
  readonly confirmed: Set<string>
  /** A confirmation was asked for, whether or not the answer arrived. */
  readonly asked: Set<string>
}

const start = (port = '0') => startProduct({ dataDir, env: { DEMO: 'off', WORKERS: '0', PORT: port } })

/** Sends files in batches, five at a time, until they are all there or the server is gone. */
async function send(room: Room, files: readonly File[], onSent: () => void): Promise<Memory> {
  const memory: Memory = { confirmed: new Set(), asked: new Set() }
  const waiting = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, index) =>
    files.slice(index * BATCH, (index + 1) * BATCH),
  )
  const worker = async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const announced = await room.announce(batch.map(({ name, bytes }) => ({ name, size: bytes.length })))
      for (const [index, upload] of announced.entries()) {
        const answer = await room.put(upload, batch[index]?.bytes ?? new Uint8Array())
        expect(answer.status).toBe(200)
        onSent()
      }
      for (const { name } of batch) memory.asked.add(name)
      const { files: confirmed } = await room.confirm(announced)
      for (const { name } of confirmed) memory.confirmed.add(name)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: IN_PARALLEL }, worker))
  for (const end of ends) {
    // fetch fails in this way, and only in this way, when the server is gone.
    if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(TypeError)
  }
  return memory
}

test(
  'UPL-38 kill -9 in the middle of 200 uploads: what was confirmed is there whole, the rest is not and can be sent again',
  async () => {
    product = await start()
    const { port } = new URL(product.address)
    const database = databaseOf(dataDir)
    const [room] = await contributors(database, product.address, 1)
    await database.close()
    const files = Array.from(
      { length: FILES },
      (_, number): File => ({
        name: `Survey ${number}.bin`,
        bytes: contentOf(number, 1_000 + ((number * 7_919) % 400_000)),
      }),
    )
    const hashes = new Map(files.map(({ name, bytes }) => [name, sha256(bytes)]))

    let sent = 0
    let killed: Promise<void> | undefined
    const { confirmed, asked } = await send(room, files, () => {
      sent += 1
      if (sent === KILLED_AFTER) killed = product?.kill()
    })
    await killed
    // Otherwise the server did not die in the middle, and nothing below would mean anything.
    expect(confirmed.size).toBeGreaterThan(KILLED_AFTER / 2)
    expect(confirmed.size).toBeLessThan(FILES / 2)

    // The session, the data and the port are those of before.
    product = await start(port)
    const listed = await room.list()
    const names = listed.map((file) => file.name)
    expect(names).toEqual(expect.arrayContaining([...confirmed]))
    expect(names.filter((name) => !asked.has(name))).toEqual([])
    for (const { id, name } of listed) expect((await room.download(id)).sha256).toBe(hashes.get(name))

    const again = files.filter(({ name }) => !names.includes(name))
    const second = await send(room, again, () => {})
    expect(second.confirmed.size).toBe(again.length)
    const all = await room.list()
    expect(all.map((file) => file.name).sort()).toEqual([...hashes.keys()].sort())
    for (const { id, name } of all) expect((await room.download(id)).sha256).toBe(hashes.get(name))
  },
  3 * MINUTES,
)
