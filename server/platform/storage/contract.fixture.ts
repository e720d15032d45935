import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stored } from '../../../testing/stored.ts'
import { newId } from '../ids.ts'
import {
  abortBefore,
  abortUnder,
  KeptOtherwiseError,
  KeyMissingError,
  KeyTakenError,
  type Storage,
  TooLargeError,
  TooShortError,
} from './index.ts'

const MIB = 1024 * 1024
const KEY = '019a2b3c-0000-7000-8000-000000000001'

/** A place that adapters store in, empty at first. */
export interface StoragePlace {
  /** The adapter as another process has it. */
  open(): Promise<Storage>
  remove(): Promise<void>
}

/** Random bytes in packets as a socket gives them. */
export async function* packets(bytes: number, size = 65_536): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += size) yield randomBytes(Math.min(size, bytes - sent))
}

const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)])

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** What the storage promises to its callers; each adapter passes all of it (STORE-37). */
export function testStorage(name: string, createPlace: () => Promise<StoragePlace>): void {
  describe(`the storage on ${name}`, () => {
    let place: StoragePlace
    let storage: Storage
    beforeEach(async () => {
      place = await createPlace()
      storage = await place.open()
    })
    afterEach(() => place.remove())

    const put = (key: string, text: string, options: { ifAbsent?: boolean } = {}) =>
      storage.put(key, streamOf(text), { size: Buffer.byteLength(text), ...options })
    const textOf = async (key: string) => (await stored(storage, key)).toString()
    /** Nothing is left: neither under a key nor on its way. */
    const expectEmpty = async () => {
      expect(await all(storage.list({ prefix: '' }))).toEqual([])
      expect(await all(storage.unfinished())).toEqual([])
    }

    test('bytes come back as they were, with size and SHA-256', async () => {
      for (const size of [0, 1, 65_537, 3 * MIB + 17]) {
        const bytes = randomBytes(size)
        const parts = Array.from({ length: Math.ceil(size / 10_007) }, (_, at) =>
          bytes.subarray(at * 10_007, (at + 1) * 10_007),
        )
        expect(await storage.head(KEY)).toBe(null)
        const kept = await storage.put(KEY, Readable.from(parts), { size })
        expect([kept.size, kept.sha256]).toEqual([size, createHash('sha256').update(bytes).digest()])
        await expect(kept.written).resolves.toBeUndefined()
        expect(await storage.head(KEY)).toBe(size)
        expect((await stored(storage, KEY)).equals(bytes)).toBe(true)
        await storage.remove([KEY])
      }
      await expectEmpty()
    })

    test('what is made here comes back as well, though nobody knew its size, and its memory is used again', async () => {
      const chunk = Buffer.alloc(100_000)
      const hash = createHash('sha256')
      const kept = await storage.put(
        KEY,
        async (write) => {
          for (let turn = 0; turn < 50; turn += 1) {
            chunk.fill(turn)
            hash.update(chunk)
            await write(chunk)
          }
        },
        { size: { about: 1000 } },
      )
      expect([kept.size, kept.sha256]).toEqual([5_000_000, hash.digest()])
      const bytes = await stored(storage, KEY)
      expect(createHash('sha256').update(bytes).digest()).toEqual(kept.sha256)
    })

    test('a further one takes the place of what is there; what was removed or replaced is answered as it is now', async () => {
      await put(KEY, 'gone again')
      await storage.remove([KEY])
      expect(await storage.head(KEY)).toBe(null)
      await put(KEY, 'first')
      await put(KEY, 'second and longer')
      expect(await Promise.all([storage.head(KEY), storage.head(KEY)])).toEqual([17, 17])
      expect(await textOf(KEY)).toBe('second and longer')
    })

    test('nothing is under a key before it is whole', async () => {
      const source = new PassThrough()
      const putting = storage.put(KEY, source, { size: 10 })
      source.write('half ')
      await expect.poll(async () => (await all(storage.unfinished(KEY))).length).toBe(1)
      expect(await storage.head(KEY)).toBe(null)
      expect(await all(storage.list({ prefix: '' }))).toEqual([])
      source.end('whole')
      await putting
      expect(await textOf(KEY)).toBe('half whole')
      expect(await all(storage.unfinished())).toEqual([])
    })

    test('ifAbsent: of several at the same time one gets the key, here or in another process, and keeps it', async () => {
      const storages = [storage, await place.open(), await place.open()]
      const results = await Promise.allSettled(
        storages.map((each, at) => each.put(KEY, streamOf(`${at}`), { size: 1, ifAbsent: true })),
      )
      const won = results.findIndex(({ status }) => status === 'fulfilled')
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(KeyTakenError)
      }
      expect(await textOf(KEY)).toBe(`${won}`)
      await expect(put(KEY, 'later', { ifAbsent: true })).rejects.toThrow(KeyTakenError)
      expect(await textOf(KEY)).toBe(`${won}`)
      await storage.remove([KEY])
      await put(KEY, 'free again', { ifAbsent: true })
      await storage.remove([KEY])
      await expectEmpty()
    })

    test('what is too long, too short, broken off or not made leaves nothing, and says which', async () => {
      const size = 3 * MIB
      await expect(storage.put(KEY, Readable.from(packets(size)), { size: size - 1 })).rejects.toThrow(
        TooLargeError,
      )
      const short = storage.put(KEY, Readable.from(packets(size)), { size: size + 1 })
      await expect(short).rejects.toBeInstanceOf(TooShortError)
      await expect(short).rejects.toMatchObject({ size })
      const broken = Readable.from(
        (async function* () {
          yield* packets(2 * MIB)
          throw new Error('the line broke')
        })(),
      )
      await expect(storage.put(KEY, broken, { size })).rejects.toThrow('the line broke')
      const failed = storage.put(
        KEY,
        async (write) => {
          await write(randomBytes(MIB))
          throw new Error('could not be made')
        },
        { size: { about: MIB } },
      )
      await expect(failed).rejects.toThrow('could not be made')
      await expectEmpty()
    })

    test('a stream that is refused is left to its owner, who may answer on it', async () => {
      const source = new PassThrough()
      const refused = storage.put(KEY, source, { size: 3 })
      source.write(randomBytes(200_000))
      await expect(refused).rejects.toThrow(TooLargeError)
      expect(source.destroyed).toBe(false)
    })

    test('a part of the bytes is read by its first and last', async () => {
      await put(KEY, '0123456789')
      expect((await stored(storage, KEY, { start: 2, end: 4 })).toString()).toBe('234')
      expect((await stored(storage, KEY, { start: 9, end: 9 })).toString()).toBe('9')
    })

    test('reading waits for each chunk, and ends with its receiver', async () => {
      const size = 3 * MIB + 17
      await storage.put(KEY, Readable.from(packets(size)), { size })
      let waiting = 0
      let most = 0
      let received = 0
      await storage.read(KEY, { start: 0, end: size - 1 }, async (chunk) => {
        waiting += 1
        received += chunk.length
        most = Math.max(most, waiting)
        await sleep(1)
        waiting -= 1
      })
      expect([most, received]).toEqual([1, size])
      let chunks = 0
      const gone = storage.read(KEY, { start: 0, end: size - 1 }, async () => {
        chunks += 1
        throw new Error('gone')
      })
      await expect(gone).rejects.toThrow('gone')
      expect(chunks).toBe(1)
    })

    test('what is not there, and what lies behind the end, are errors of the storage', async () => {
      await put(KEY, '0123456789')
      await expect(storage.read(KEY, { start: 0, end: 10 }, async () => {})).rejects.toThrow(RangeError)
      const missing = storage.read('missing', { start: 0, end: 0 }, () => expect.unreachable())
      await expect(missing).rejects.toThrow(KeyMissingError)
      expect(await storage.head('missing')).toBe(null)
    })

    test('many are removed together, those that are not there as well', async () => {
      const keys = Array.from({ length: 40 }, newId)
      await Promise.all(keys.map((key) => put(key, 'x')))
      await storage.remove([...keys.slice(1), newId()])
      expect(await all(storage.list({ prefix: '' }))).toEqual(keys.slice(0, 1))
      await storage.remove([])
      await storage.remove(keys)
      await expectEmpty()
    })

    test('keys are listed by their beginning, and by the time in them', async () => {
      // Made in 2025, 2030 and 2040.
      const [old, middle, late] = [
        '01941f29-7c00-7000-8000-000000000001',
        '01b8a3f4-4400-7000-8000-000000000001',
        '0202e7ea-d000-7000-8000-000000000001',
      ] as const
      const keys = [old, middle, late, `file-${old}`, `file-${late}`, 'installation']
      for (const key of keys) await put(key, 'x')
      const listed = async (which: Parameters<Storage['list']>[0]) => (await all(storage.list(which))).sort()
      expect(await listed({ prefix: '' })).toEqual([...keys].sort())
      expect(await listed({ prefix: 'file-' })).toEqual([`file-${old}`, `file-${late}`].sort())
      const before = new Date('2035-01-01')
      expect(await listed({ prefix: '', before })).toEqual([old, middle, `file-${old}`].sort())
      expect(await listed({ prefix: 'file-', before })).toEqual([`file-${old}`])
      expect(await listed({ prefix: '', from: new Date('2028-01-01'), before })).toEqual([middle])
      expect(await listed({ prefix: 'nothing' })).toEqual([])
    })

    test('what was left unfinished is listed by its key and ended; another key, and what is whole, stays', async () => {
      const [mine, other] = [new PassThrough(), new PassThrough()]
      const dropped = storage.put(KEY, mine, { size: { about: 10 } })
      const kept = storage.put(`${KEY.slice(0, -1)}2`, other, { size: 3 })
      mine.write('abandoned')
      other.write('a')
      await expect.poll(async () => (await all(storage.unfinished())).length).toBe(2)
      const elsewhere = await place.open()
      const found = await all(elsewhere.unfinished(KEY))
      expect(found).toMatchObject([{ key: KEY, isRunning: false, at: expect.any(Date) }])
      expect(await all(storage.unfinished(KEY))).toMatchObject([{ key: KEY, isRunning: true }])
      await abortUnder(elsewhere, KEY)
      mine.end()
      await expect(dropped).rejects.toThrow()
      other.end('bc')
      await kept
      expect(await storage.head(KEY)).toBe(null)
      expect(await all(storage.unfinished())).toEqual([])
      expect(await textOf(`${KEY.slice(0, -1)}2`)).toBe('abc')
    })

    test('what has got no bytes for long is ended, but neither what is young nor what runs here', async () => {
      const source = new PassThrough()
      const running = storage.put(KEY, source, { size: 10 })
      source.write('half ')
      await expect.poll(async () => (await all(storage.unfinished())).length).toBe(1)
      const later = new Date(Date.now() + 3_600_000)
      await abortBefore(await place.open(), new Date(Date.now() - 3_600_000))
      await abortBefore(storage, later)
      expect(await all(storage.unfinished())).toHaveLength(1)
      source.end('whole')
      await running
      expect(await textOf(KEY)).toBe('half whole')
      const lost = new PassThrough()
      // What a process that dies leaves, where its size was not known.
      const failed = storage.put(KEY, lost, { size: { about: 10 } })
      lost.write('half ')
      await expect.poll(async () => (await all(storage.unfinished())).length).toBe(1)
      await abortBefore(await place.open(), later)
      expect(await all(storage.unfinished())).toEqual([])
      lost.end('gone ')
      await expect(failed).rejects.toThrow()
      expect(await textOf(KEY)).toBe('half whole')
    })

    test('memory does not grow with the bytes, though they come faster than they are stored', async () => {
      const chunk = randomBytes(65_536)
      const size = 128 * MIB
      const endless = async function* () {
        for (let sent = 0; sent < size; sent += chunk.length) yield Buffer.from(chunk)
      }
      const before = process.memoryUsage().rss
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss)
      }, 5)
      await storage.put(KEY, Readable.from(endless()), { size })
      clearInterval(watch)
      expect(peak - before).toBeLessThan(64 * MIB)
    })

    describe('a transfer that can be gone on with', () => {
      const SIZE = 20 * MIB + 17
      const BROKEN_AT = 18 * MIB
      const rest = (bytes: Buffer, from: number, to = bytes.length) =>
        Readable.from(
          (async function* () {
            for (let at = from; at < to; at += 65_536) yield bytes.subarray(at, Math.min(to, at + 65_536))
            if (to < bytes.length) throw new Error('the line broke')
          })(),
        )
      const breakOff = async (bytes: Buffer, from: number, to: number, at = storage) => {
        const broken = at.put(KEY, rest(bytes, from, to), { size: bytes.length, from, ifAbsent: true })
        await expect(broken).rejects.toThrow('the line broke')
      }

      test('INDEX-11 keeps what it has stored, and another process goes on behind it, as often as it takes', async () => {
        const bytes = randomBytes(SIZE)
        expect(await storage.kept(KEY)).toBe(0)
        await breakOff(bytes, 0, 9 * MIB)
        const first = await storage.kept(KEY)
        expect(first).toBeGreaterThanOrEqual(8 * MIB)
        expect(first).toBeLessThanOrEqual(9 * MIB)
        expect(await storage.head(KEY)).toBe(null)
        const elsewhere = await place.open()
        expect(await elsewhere.kept(KEY)).toBe(first)
        await breakOff(bytes, first, BROKEN_AT, elsewhere)
        const second = await storage.kept(KEY)
        expect(second).toBeGreaterThanOrEqual(16 * MIB)
        const whole = await storage.put(KEY, rest(bytes, second), {
          size: SIZE,
          from: second,
          ifAbsent: true,
        })
        expect([whole.size, whole.sha256]).toEqual([SIZE, createHash('sha256').update(bytes).digest()])
        expect((await stored(elsewhere, KEY)).equals(bytes)).toBe(true)
        await storage.remove([KEY])
        await expectEmpty()
      })

      test('goes on behind what is kept and nowhere else, and a wrong try changes nothing', async () => {
        const bytes = randomBytes(SIZE)
        const put = (from: number) => storage.put(KEY, rest(bytes, from), { size: SIZE, from })
        await expect(put(7)).rejects.toMatchObject({ name: 'KeptOtherwiseError', kept: 0 })
        await breakOff(bytes, 0, BROKEN_AT)
        const kept = await storage.kept(KEY)
        for (const from of [kept - 1, kept + 1]) await expect(put(from)).rejects.toThrow(KeptOtherwiseError)
        expect(await storage.kept(KEY)).toBe(kept)
        expect((await put(kept)).sha256).toEqual(createHash('sha256').update(bytes).digest())
      })

      test('begins anew without what was kept, is ended like others, and keeps nothing for a key that is taken', async () => {
        const [first, second] = [randomBytes(SIZE), randomBytes(SIZE)]
        await breakOff(first, 0, BROKEN_AT)
        await breakOff(second, 0, 9 * MIB)
        const kept = await storage.kept(KEY)
        expect(kept).toBeLessThanOrEqual(9 * MIB)
        const whole = await storage.put(KEY, rest(second, kept), { size: SIZE, from: kept })
        expect(whole.sha256).toEqual(createHash('sha256').update(second).digest())
        await expect(
          storage.put(KEY, rest(first, 0), { size: SIZE, from: 0, ifAbsent: true }),
        ).rejects.toThrow(KeyTakenError)
        await storage.remove([KEY])
        await expectEmpty()
        await breakOff(first, 0, BROKEN_AT)
        await abortUnder(await place.open(), KEY)
        expect(await storage.kept(KEY)).toBe(0)
        await expectEmpty()
      })
    })

    test('a key is a plain name', async () => {
      for (const key of ['../x', 'a/b', '', '.', '..', 'a\0b', '.hidden', 'a\\b', 'x'.repeat(200)]) {
        await expect(storage.head(key)).rejects.toThrow(RangeError)
        await expect(storage.read(key, { start: 0, end: 0 }, async () => {})).rejects.toThrow(RangeError)
        await expect(storage.put(key, streamOf('x'), { size: 1 })).rejects.toThrow(RangeError)
        await expect(storage.remove([key])).rejects.toThrow(RangeError)
      }
      await expectEmpty()
    })

    test('says that it can be written, and leaves nothing by that', async () => {
      await storage.checkWritable()
      await expectEmpty()
    })
  })
}
