// @vitest-environment node
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createUploadEngine } from './engine.ts'
import { KEPT_UPLOADS } from './keptUploads.ts'
import { createMemory } from './memory.ts'
import type { UploadEntry } from './plan.ts'
import type { UploadTask } from './tasks.ts'
import { file, gate, reasonsOf, setUp, statuses, until } from './testing/harness.ts'

/** More than the system takes of a connection before anybody reads it. */
const SIZE = 24 * 1024 * 1024
/** Where a transfer is held. */
const HELD_AT = SIZE / 4
const BYTES = new Uint8Array(randomBytes(SIZE))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A tab's storage. */
function tabStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

const large = (bytes = BYTES, name = 'Survey.bin') => file(name, bytes)

/** Keeps the first transfer of a large file in its middle until the test lets go. */
function heldOnItsWay() {
  const { opened, open } = gate()
  let reached = false
  return {
    arrive: async (name: string, bytes: number) => {
      if (name !== 'Survey.bin' || bytes < HELD_AT || reached) return undefined
      reached = true
      return opened
    },
    isReached: () => reached,
    open,
  }
}

type Running = Awaited<ReturnType<typeof setUp>>

const startsOf = ({ server }: Running, name = 'Survey.bin') =>
  server.callsOf('put').flatMap((call) => (call.name === name ? [call.from] : []))
const storedIn = ({ server }: Running, name = 'Survey.bin') =>
  server.documents.find((document) => document.name === name)?.versions

/** A large upload that another page began, and what its tab remembers of it. */
async function reloaded(viewerId = 'ann') {
  const held = heldOnItsWay()
  let isReloaded = false
  const before = await setUp({
    arrive: held.arrive,
    put: (name) => (name === 'small.txt' && !isReloaded ? new Promise(() => {}) : undefined),
  })
  before.start(large(), file('small.txt'))
  await until(before.engine, ({ tasks }) => held.isReached() && tasks[0]?.begun === true)
  const storage = tabStorage()
  createMemory('ann', () => storage).save(before.engine.getSnapshot().tasks)
  // The page goes: nothing of its engine runs on.
  before.engine.pause()
  isReloaded = true
  held.open()
  const engine = createUploadEngine({ port: before.server.port })
  const memory = createMemory(viewerId, () => storage)
  engine.restore(memory.load())
  return { ...before, engine, storage, memory }
}

describe('uploads that go on', () => {
  test('a paused file lets the others through, and goes on where it stopped', async () => {
    const held = heldOnItsWay()
    const running = await setUp({ arrive: held.arrive })
    const { engine, start } = running
    start(large(), file('b.pdf'))
    await until(engine, held.isReached)
    const [{ id }] = engine.getSnapshot().tasks as [UploadTask]
    engine.pause(id)
    held.open()
    await until(engine, () => statuses(engine)['b.pdf'] === 'done')
    const [paused] = engine.getSnapshot().tasks
    expect(paused).toMatchObject({ status: 'waiting', paused: true, reason: null })
    expect(paused?.progress).toBeGreaterThan(0.2)
    expect(engine.getSnapshot()).toMatchObject({ busy: true, remaining: 1 })
    engine.unpause(id)
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'Survey.bin': 'done', 'b.pdf': 'done' })
    expect(startsOf(running)).toEqual([0, expect.toSatisfy((from: number) => from >= HELD_AT)])
    expect(storedIn(running)).toEqual([sha256(BYTES)])
    expect(running.server.callsOf('presign')).toHaveLength(1)
  })

  test('a file whose room another has meanwhile keeps what was sent, and goes on from there when it is sent again', async () => {
    const held = heldOnItsWay()
    let full = false
    const running = await setUp({ arrive: held.arrive, put: () => (full ? 507 : undefined) })
    const { engine, server, start } = running
    start(large())
    await until(engine, held.isReached)
    engine.pause()
    held.open()
    full = true
    engine.unpause()
    await engine.whenIdle()
    expect(reasonsOf(engine)).toEqual({ 'Survey.bin': 'Storage is full' })
    full = false
    engine.retryFailed()
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'Survey.bin': 'done' })
    expect(startsOf(running).at(-1)).toBeGreaterThanOrEqual(HELD_AT)
    expect(storedIn(running)).toEqual([sha256(BYTES)])
    expect(server.callsOf('presign')).toHaveLength(1)
  })

  test('all are paused and resumed together, those that have not begun as well', async () => {
    const hold = gate()
    const running = await setUp({ put: () => hold.opened })
    const { engine, server, start } = running
    start(...Array.from({ length: 25 }, (_, at) => file(`f${at}.txt`)))
    await until(engine, () => server.callsOf('put').length === 5)
    engine.pause()
    hold.open()
    await until(engine, ({ tasks }) => tasks.every(({ paused, status }) => paused && status === 'waiting'))
    // Whatever would still be sent would be by the time that another run is through.
    start(file('later.txt'))
    await until(engine, () => statuses(engine)['later.txt'] === 'done')
    expect(server.documents.map(({ name }) => name)).toEqual(['later.txt'])
    engine.unpause()
    await engine.whenIdle()
    expect(server.documents).toHaveLength(26)
  })

  test('INDEX-11 a lost connection pauses by itself, and the rest is sent once it is back', async () => {
    let breaks = 2
    const running = await setUp(
      { arrive: (_name, bytes) => (bytes > HELD_AT && breaks-- > 0 ? 'break' : undefined) },
      { resumeAfter: [1, 1, 1, 1, 1, 1, 1, 1] },
    )
    running.start(large())
    await until(running.engine, () => statuses(running.engine)['Survey.bin'] === 'done')
    const starts = startsOf(running)
    expect(starts).toHaveLength(3)
    expect(starts[1]).toBeGreaterThan(HELD_AT)
    expect(starts[2]).toBeGreaterThan(starts[1] ?? 0)
    expect(storedIn(running)).toEqual([sha256(BYTES)])
  })

  test('after a reload the same files go on, under the same name and folder', async () => {
    const running = await reloaded()
    const { engine } = running
    expect(statuses(engine)).toEqual({ 'Survey.bin': 'failed', 'small.txt': 'failed' })
    expect(new Set(Object.values(reasonsOf(engine)))).toEqual(
      new Set(['Interrupted. Please choose it again.']),
    )
    expect(engine.getSnapshot()).toMatchObject({ busy: false, retryable: 0 })
    expect(await engine.chooseAgain([large(), file('small.txt')])).toBe(2)
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'Survey.bin': 'done', 'small.txt': 'done' })
    expect(startsOf(running).at(-1)).toBeGreaterThanOrEqual(HELD_AT)
    expect(storedIn(running)).toEqual([sha256(BYTES)])
    running.memory.save(engine.getSnapshot().tasks)
    expect(running.storage.getItem(KEPT_UPLOADS)).toBeNull()
  })

  test.each([
    ['size', BYTES.subarray(1)],
    ['first bytes', Uint8Array.from(BYTES, (byte, at) => (at === 65_535 ? byte ^ 1 : byte))],
    ['last bytes', Uint8Array.from(BYTES, (byte, at) => (at === SIZE - 65_536 ? byte ^ 1 : byte))],
  ])('a file of another %s is refused at its row, and the right one still goes on', async (_what, other) => {
    const running = await reloaded()
    const { engine } = running
    expect(await engine.chooseAgain([large(new Uint8Array(other))])).toBe(1)
    expect(reasonsOf(engine)).toEqual({
      'Survey.bin': 'Not the same file. Please choose it again.',
      'small.txt': 'Interrupted. Please choose it again.',
    })
    expect(await engine.chooseAgain([file('unknown.pdf')])).toBe(0)
    expect(await engine.chooseAgain([large()])).toBe(1)
    await engine.whenIdle()
    expect(startsOf(running).at(-1)).toBeGreaterThanOrEqual(HELD_AT)
    expect(storedIn(running)).toEqual([sha256(BYTES)])
  })

  test('another person in the same tab sees nothing, and nothing of it stays', async () => {
    const { engine, storage } = await reloaded('bob')
    expect(engine.getSnapshot().total).toBe(0)
    expect(storage.length).toBe(0)
  })

  test('what a tab remembers has names, sizes and fingerprints, but neither contents nor addresses', async () => {
    const { server, engine, start } = await setUp({ put: () => new Promise(() => {}) })
    start(file('Site/secret.txt', 'the content'), file('b.txt'))
    await until(engine, () => server.callsOf('put').length === 2)
    const storage = tabStorage()
    createMemory('ann', () => storage).save(engine.getSnapshot().tasks)
    const kept = storage.getItem(KEPT_UPLOADS) ?? ''
    expect(kept).toContain('secret.txt')
    expect(kept).not.toContain('the content')
    expect(kept).not.toContain('/uploads/')
  })

  test('what was sent before a reload is confirmed without its file', async () => {
    const before = await setUp({
      confirm: (_uploads, attempt) => (attempt === 1 ? new Promise(() => {}) : undefined),
    })
    before.start(file('a.pdf'))
    await until(before.engine, () => statuses(before.engine)['a.pdf'] === 'confirming')
    const storage = tabStorage()
    const memory = createMemory('ann', () => storage)
    memory.save(before.engine.getSnapshot().tasks)
    const engine = createUploadEngine({ port: before.server.port })
    engine.restore(memory.load())
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'done' })
    expect(before.server.paths()).toEqual(['a.pdf'])
  })

  test('a cancelled file is given up by the server as well', async () => {
    const held = heldOnItsWay()
    const { engine, server, start } = await setUp({ arrive: held.arrive })
    start(large())
    await until(engine, held.isReached)
    engine.pause()
    held.open()
    engine.cancel()
    expect(statuses(engine)).toEqual({ 'Survey.bin': 'canceled' })
    await vi.waitFor(() => expect(server.callsOf('discard')).toHaveLength(1), { timeout: 5000 })
  })

  test('a file that has changed since is not added to the bytes of the former', async () => {
    const held = heldOnItsWay()
    const running = await setUp({ arrive: held.arrive })
    const { engine, start } = running
    const changing = new Uint8Array(BYTES)
    const entry = large(changing) as Extract<UploadEntry, { kind: 'file' }>
    start(entry)
    await until(engine, held.isReached)
    engine.pause()
    held.open()
    vi.spyOn(entry.file, 'slice').mockImplementation(() => new Blob(['something else']))
    engine.unpause()
    await engine.whenIdle()
    expect(reasonsOf(engine)).toEqual({ 'Survey.bin': 'The file has changed. Please choose it again.' })
    expect(running.server.documents).toEqual([])
  })

  test('an address that will not hold for long is renewed, and what was sent stays', async () => {
    const held = heldOnItsWay()
    const running = await setUp({ arrive: held.arrive })
    const { engine, server, start } = running
    start(large())
    await until(engine, held.isReached)
    engine.pause()
    held.open()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 55 * 60_000)
    onTestFinished(() => void vi.restoreAllMocks())
    engine.unpause()
    await engine.whenIdle()
    expect(server.callsOf('presign').map(({ files }) => files[0]?.version)).toEqual([
      undefined,
      expect.stringMatching(/^v/),
    ])
    expect(startsOf(running).at(-1)).toBeGreaterThanOrEqual(HELD_AT)
    expect(storedIn(running)).toEqual([sha256(BYTES)])
  })
})
