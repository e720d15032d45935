import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { hasObjectStore, namesIn, newBucket, objectStore, uploadsIn } from '../../../../testing/s3/bucket.ts'
import {
  type Fault,
  type FaultyLine,
  faultyLine,
  type SeenRequest,
} from '../../../../testing/s3/faultyLine.ts'
import { stored } from '../../../../testing/stored.ts'
import { newId } from '../../ids.ts'
import { packets } from '../contract.fixture.ts'
import {
  abortBefore,
  KeyTakenError,
  NotRemovedError,
  type Storage,
  StorageFullError,
  StorageUnavailableError,
} from '../index.ts'
import { createS3Storage, databaseClaims, type S3Options } from './index.ts'

const MIB = 1024 * 1024
const KEY = '019a2b3c-0000-7000-8000-000000000001'

const database = testDatabase()

describe.runIf(hasObjectStore())('an object store, and a line to it that fails', () => {
  let options: S3Options
  let line: FaultyLine
  let storage: Storage
  const open = (): Storage =>
    createS3Storage({ ...options, endpoint: line.endpoint }, databaseClaims(database.db))
  beforeEach(async () => {
    options = await newBucket('rooms/')
    line = await faultyLine(objectStore().endpoint)
    storage = open()
  })
  afterEach(() => line.close())

  const put = (key: string, bytes: Buffer, ifAbsent = false) =>
    storage.put(key, Readable.from([bytes]), { size: bytes.length, ifAbsent })
  const expectNothingLeft = async () => {
    expect([await namesIn(options), await uploadsIn(options)]).toEqual([[], []])
  }

  test('STORE-04 STORE-05 each content is one object of exactly its bytes under the prefix; its name and metadata hold nothing else', async () => {
    const bytes = randomBytes(9 * MIB)
    await put(KEY, bytes, true)
    await put('zip-1', Buffer.from('small'))
    expect((await namesIn(options)).sort()).toEqual([`rooms/files/${KEY}`, 'rooms/files/zip-1'])
    expect(await uploadsIn(options)).toEqual([])
    expect((await stored(storage, KEY)).equals(bytes)).toBe(true)
    const metadata = line.seen.flatMap(({ headers }) =>
      Object.keys(headers).filter((name) => name.startsWith('x-amz-meta')),
    )
    expect(metadata).toEqual([])
  })

  test('STORE-06 STORE-29 requests are signed by version 4, with no trailer, no chunked body, no checksum of the SDK, no ACL', async () => {
    await put(KEY, randomBytes(100))
    await put('large', randomBytes(20 * MIB), true)
    await stored(storage, KEY)
    await storage.remove([KEY, 'large'])
    await storage.checkWritable()
    expect(line.seen.length).toBeGreaterThan(10)
    for (const { method, url, headers } of line.seen) {
      expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /)
      expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/)
      expect(
        Object.keys(headers).filter((name) => /trailer|^x-amz-(checksum|sdk-checksum|acl|grant)/.test(name)),
      ).toEqual([])
      expect(headers['content-encoding']).toBeUndefined()
      // The library would open a connection of its own for it.
      expect(headers.expect).toBeUndefined()
      expect(`${method} ${url}`).not.toMatch(/[?&](?:acl|policy)/)
    }
  })

  test('STORE-07 what is large goes in parts of 8 to 64 MiB, and memory does not grow with it', async () => {
    const size = 120 * MIB
    const before = process.memoryUsage().rss
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 5)
    await storage.put(KEY, Readable.from(packets(size)), { size })
    let received = 0
    await storage.read(KEY, { start: 0, end: size - 1 }, async (chunk) => {
      received += chunk.length
    })
    clearInterval(watch)
    expect(received).toBe(size)
    const parts = line.seen.filter(({ url }) => url.includes('partNumber=')).map(({ bytes }) => bytes)
    expect(parts).toHaveLength(15)
    expect(Math.min(...parts)).toBe(8 * MIB)
    expect(Math.max(...parts)).toBeLessThanOrEqual(64 * MIB)
    expect(peak - before).toBeLessThan(80 * MIB)
  })

  test('a part that is late holds no other up, and is put in its place', async () => {
    const bytes = randomBytes(44 * MIB)
    let isFirst = true
    const passed: string[] = []
    line.fault = ({ url }) => {
      const [, number] = /partNumber=(\d+)/.exec(url) ?? []
      if (number !== undefined) passed.push(number)
      if (!isFirst || number !== '2') return null
      isFirst = false
      return { delayMs: 1500 }
    }
    await put(KEY, bytes)
    expect(passed.sort()).toEqual(['1', '2', '3', '4', '5', '6'])
    // Stores take them in the order of their numbers alone.
    const together = line.seen.find(({ method, text }) => method === 'POST' && text.includes('<PartNumber>'))
    const order = [...(together?.text ?? '').matchAll(/<PartNumber>(\d+)/g)].map(([, number]) => number)
    expect(order).toEqual(['1', '2', '3', '4', '5', '6'])
    expect((await stored(storage, KEY)).equals(bytes)).toBe(true)
  })

  const isConditional = ({ headers }: SeenRequest) => headers['if-none-match'] !== undefined
  const fourWrite = async () => {
    const storages = [open(), open(), open(), open()]
    const contents = storages.map((_, at) => Buffer.from(`content ${at}`))
    const results = await Promise.allSettled(
      storages.map((each, at) =>
        each.put(KEY, Readable.from([contents[at]]), { size: contents[at]?.length ?? 0, ifAbsent: true }),
      ),
    )
    const won = results.findIndex(({ status }) => status === 'fulfilled')
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      results.filter((each) => each.status === 'rejected' && each.reason instanceof KeyTakenError),
    ).toHaveLength(3)
    expect((await stored(storage, KEY)).toString()).toBe(`content ${won}`)
  }

  test.each<{ store: string; answer: Fault }>([
    { store: 'ignores conditions', answer: { status: 200 } },
    { store: 'does not know conditions', answer: { status: 501 } },
  ])('STORE-08 of several at the same time one gets the key at a store that $store', async ({ answer }) => {
    line.fault = (request) => (isConditional(request) ? answer : null)
    await fourWrite()
    expect(line.seen.filter(isConditional).filter(({ url }) => url.includes(KEY))).toEqual([])
  })

  test('STORE-08 of several at the same time one gets the key by the condition of a store that keeps to it', async () => {
    await fourWrite()
    const writes = line.seen.filter(({ method, url }) => method === 'PUT' && url.includes(KEY))
    expect(writes.map(isConditional)).toEqual([true, true, true, true])
    // The one is of whoever reads it in the end.
    expect(line.seen.filter(({ method }) => method === 'HEAD')).toHaveLength(1)
  })

  test('a write whose answer was lost is found to be done, and one that came too late is refused', async () => {
    let first: Fault | null = 'lost'
    line.fault = ({ method, url }) => {
      if (method !== 'PUT' || !url.includes(KEY)) return null
      const fault = first
      first = null
      return fault
    }
    await put(KEY, Buffer.from('mine'), true)
    expect((await stored(storage, KEY)).toString()).toBe('mine')
    first = { status: 500 }
    await expect(put(KEY, Buffer.from('more'), true)).rejects.toThrow(KeyTakenError)
    await expect(put(KEY, Buffer.from('mine'), true)).rejects.toThrow(KeyTakenError)
    expect((await stored(storage, KEY)).toString()).toBe('mine')
  })

  test('whether a store keeps to conditions is asked again where it did not answer', async () => {
    line.fault = () => ({ status: 503 })
    await expect(put(KEY, Buffer.from('x'), true)).rejects.toThrow(StorageUnavailableError)
    line.fault = () => null
    line.seen.length = 0
    await put(KEY, Buffer.from('x'), true)
    await put(newId(), Buffer.from('x'), true)
    expect(line.seen.filter(isConditional)).toHaveLength(6)
    expect(await namesIn(options)).toHaveLength(2)
  })

  test('STORE-08 a claim of a process that died stands for a minute, not for ever', async () => {
    const claims = databaseClaims(database.db)
    const begun = Promise.withResolvers<void>()
    const mine = claims.whileMine('key', () => {
      begun.resolve()
      return new Promise(() => {})
    })
    mine.catch(() => {})
    await begun.promise
    await expect(claims.whileMine('key', async () => 'theirs')).rejects.toThrow(KeyTakenError)
    await database.pool.query(`update storage_claim set until = now() - interval '1 second'`)
    expect(await claims.whileMine('key', async () => 'theirs')).toBe('theirs')
  })

  test('STORE-09 what is aborted or short leaves nothing, not even an unfinished upload', async () => {
    const broken = new PassThrough()
    const failed = storage.put(KEY, broken, { size: 30 * MIB })
    broken.write(randomBytes(20 * MIB))
    await expect
      .poll(() => line.seen.filter(({ url }) => url.includes('partNumber=')).length)
      .toBeGreaterThan(0)
    broken.destroy(new Error('the line broke'))
    await expect(failed).rejects.toThrow('the line broke')
    await expect(storage.put(KEY, Readable.from(packets(10 * MIB)), { size: 10 * MIB + 1 })).rejects.toThrow()
    await expectNothingLeft()
    await put(KEY, randomBytes(10 * MIB), true)
  })

  test('STORE-10 what was left is found and ended by its age; nothing outside of the prefix is touched', async () => {
    const other = createS3Storage({ ...options, prefix: 'other/' }, databaseClaims(database.db))
    const [mine, theirs] = [new PassThrough(), new PassThrough()]
    const lost = storage.put(KEY, mine, { size: { about: 1 } })
    const kept = other.put(KEY, theirs, { size: { about: 1 } })
    mine.write('x')
    theirs.write('theirs')
    await expect.poll(() => uploadsIn(options)).toHaveLength(2)
    await abortBefore(open(), new Date(Date.now() - 86_400_000))
    expect(await uploadsIn(options)).toHaveLength(2)
    await abortBefore(open(), new Date(Date.now() + 86_400_000))
    expect(await uploadsIn(options)).toEqual([`other/files/${KEY}`])
    mine.end()
    theirs.end()
    await expect(lost).rejects.toThrow()
    await kept
    expect(await namesIn(options)).toEqual([`other/files/${KEY}`])
  })

  test('STORE-11 a download that the store cuts goes on from the byte reached, and every byte comes once', async () => {
    const bytes = randomBytes(3 * MIB)
    await put(KEY, bytes)
    let cuts = 0
    line.fault = ({ method }) => (method === 'GET' && cuts++ < 3 ? { cutAfter: 700_001 } : null)
    const chunks: Buffer[] = []
    await storage.read(
      KEY,
      { start: 5, end: bytes.length - 1 },
      async (chunk) => void chunks.push(Buffer.from(chunk)),
    )
    expect(Buffer.concat(chunks).equals(bytes.subarray(5))).toBe(true)
    expect(line.seen.filter(({ method }) => method === 'GET').map(({ headers }) => headers.range)).toEqual([
      'bytes=5-3145727',
      'bytes=700006-3145727',
      'bytes=1400007-3145727',
      'bytes=2100008-3145727',
    ])
  })

  test('STORE-11 what was replaced in the middle of a download is not glued together', async () => {
    await put(KEY, randomBytes(2 * MIB))
    let isFirst = true
    line.fault = ({ method }) => {
      if (method !== 'GET' || !isFirst) return null
      isFirst = false
      return { cutAfter: 100_000 }
    }
    const direct = createS3Storage(options, databaseClaims(database.db))
    let replaced: Promise<unknown> | undefined
    const reading = storage.read(KEY, { start: 0, end: 2 * MIB - 1 }, async () => {
      replaced ??= direct.put(KEY, Readable.from([randomBytes(2 * MIB)]), { size: 2 * MIB })
      await replaced
    })
    await expect(reading).rejects.toThrow()
  })

  test('STORE-13 with each tenth request answered 500, 200 uploads and 200 downloads succeed', async () => {
    line.fault = (_request, number) => (number % 10 === 0 ? { status: 500 } : null)
    const contents = Array.from({ length: 200 }, () => ({ key: newId(), bytes: randomBytes(20_000) }))
    const inTurns = async (work: (one: { key: string; bytes: Buffer }) => Promise<void>) => {
      const waiting = contents.values()
      const worker = async () => {
        for (const one of waiting) await work(one)
      }
      await Promise.all(Array.from({ length: 5 }, worker))
    }
    await inTurns(async ({ key, bytes }) => void (await put(key, bytes, true)))
    await inTurns(async ({ key, bytes }) => expect((await stored(storage, key)).equals(bytes)).toBe(true))
    expect(line.seen.length).toBeGreaterThan(600)
  })

  test('STORE-14 a store that stays away is said within seconds; nothing stays, and the key is free', async () => {
    line.fault = () => ({ status: 503 })
    const begun = performance.now()
    await expect(put(KEY, randomBytes(10), true)).rejects.toThrow(StorageUnavailableError)
    await expect(storage.read(KEY, { start: 0, end: 1 }, async () => {})).rejects.toThrow(
      StorageUnavailableError,
    )
    await expect(storage.head(KEY)).rejects.toThrow(StorageUnavailableError)
    expect(performance.now() - begun).toBeLessThan(10_000)
    line.fault = () => null
    await expectNothingLeft()
    await put(KEY, randomBytes(10), true)
  })

  test('STORE-14 a download under way that can’t go on fails, and never ends as if it were whole', async () => {
    await put(KEY, randomBytes(2 * MIB))
    let isFirst = true
    line.fault = ({ method }) => {
      if (method !== 'GET') return null
      if (!isFirst) return { status: 503 }
      isFirst = false
      return { cutAfter: 500_000 }
    }
    let received = 0
    const reading = storage.read(KEY, { start: 0, end: 2 * MIB - 1 }, async (chunk) => {
      received += chunk.length
    })
    await expect(reading).rejects.toThrow(StorageUnavailableError)
    expect(received).toBe(500_000)
  })

  test('STORE-31 whatever is written is asked to be encrypted, probes included', async () => {
    // The store here has no keys to encrypt by: the line answers in its place.
    line.fault = ({ method, url }) =>
      method === 'POST' && url.includes('uploads')
        ? { status: 200, body: '<Result><UploadId>upload</UploadId></Result>' }
        : { status: 200, body: '<Result></Result>' }
    const encryption = { kind: 'aws:kms', keyId: 'key-1' } as const
    const own = createS3Storage(
      { ...options, endpoint: line.endpoint, encryption },
      databaseClaims(database.db),
    )
    await own.put(newId(), Readable.from([Buffer.from('small')]), { size: 5, ifAbsent: true }).catch(() => {})
    await own.put(newId(), Readable.from([Buffer.from('small')]), { size: 5 })
    await own.put(newId(), Readable.from(packets(9 * MIB)), { size: 9 * MIB })
    await own.checkWritable()
    const writes = line.seen.filter(
      ({ method, url }) => (method === 'PUT' && !url.includes('partNumber=')) || url.includes('uploads'),
    )
    // Four that ask whether the store decides, the one that is large, the small one and the probe.
    expect(writes).toHaveLength(7)
    for (const { headers } of writes) {
      expect(headers['x-amz-server-side-encryption']).toBe('aws:kms')
      expect(headers['x-amz-server-side-encryption-aws-kms-key-id']).toBe('key-1')
    }
  })

  test('STORE-15 a store that is full says so as a disk does, and is not asked again', async () => {
    line.fault = ({ method }) => (method === 'PUT' ? { status: 507 } : null)
    await expect(put(KEY, randomBytes(10))).rejects.toThrow(StorageFullError)
    const quota = '<?xml version="1.0"?><Error><Code>QuotaExceeded</Code><Message>full</Message></Error>'
    line.fault = ({ method }) => (method === 'PUT' ? { status: 403, body: quota } : null)
    await expect(put(KEY, randomBytes(10))).rejects.toThrow(StorageFullError)
    expect(line.seen.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })

  test('STORE-16 a probe of a store that is silent ends within three seconds', async () => {
    line.fault = () => 'silent'
    const begun = performance.now()
    await expect(storage.checkWritable()).rejects.toThrow()
    expect(performance.now() - begun).toBeLessThan(3000)
  })

  test('STORE-20 a thousand go in one request; those that the store refuses to remove are named', async () => {
    const keys = Array.from({ length: 1001 }, newId)
    await put(keys[0] ?? '', Buffer.from('x'))
    line.seen.length = 0
    await storage.remove(keys)
    expect(line.seen.map(({ method }) => method)).toEqual(['POST', 'POST'])
    await expectNothingLeft()
    line.fault = () => ({ status: 403 })
    const refused = storage.remove([KEY])
    await expect(refused).rejects.toThrow(NotRemovedError)
    await expect(refused).rejects.toMatchObject({ keys: new Set([KEY]) })
  })
})
