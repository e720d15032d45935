// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { turns } from '../../../testing/settled.ts'
import { UploadRefusal } from './port.ts'
import { UPLOAD_STATUSES } from './tasks.ts'
import { file, folder, gate, reasonsOf, setUp, statuses, target, until } from './testing/harness.ts'

const numbered = (count: number, from = 100) =>
  Array.from({ length: count }, (_, index) => file(`f${from + index}.pdf`))

describe('the queue', () => {
  test('UPL-01 an item is in one of seven states, each of them met', async () => {
    const hold = gate()
    const { engine, start } = await setUp({
      put: (name) => (name === 'slow.pdf' ? hold.opened : name === 'full.pdf' ? 507 : undefined),
      confirm: (_uploads, attempt) => {
        if (attempt === 2) throw new TypeError('fetch failed')
      },
    })
    const met = () => [...new Set(engine.getSnapshot().tasks.map((task) => task.status))]
    start(...numbered(19), file('full.pdf'), file('late.pdf'))
    await engine.whenIdle()
    expect(met()).toEqual(['done', 'failed', 'unconfirmed'])
    start(file('slow.pdf'), ...numbered(20))
    await until(engine, () => met().includes('confirming') && engine.getSnapshot().remaining === 21)
    expect(met()).toEqual(['uploading', 'confirming', 'waiting'])
    engine.cancel()
    expect(met()).toEqual(['canceled'])
    expect(UPLOAD_STATUSES.toSorted()).toEqual(
      ['done', 'failed', 'unconfirmed', 'uploading', 'confirming', 'waiting', 'canceled'].toSorted(),
    )
  })

  test('UPL-03 UPL-16 batches run one at a time, in the order queued, and only the first is uploading', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({ put: () => hold.opened })
    start(...numbered(20))
    start(folder('later'), file('later/a.pdf'))
    await until(engine, () => server.callsOf('put').length === 5)
    const { tasks } = engine.getSnapshot()
    expect(tasks.slice(0, 20).every((task) => task.status === 'uploading')).toBe(true)
    expect(tasks.slice(20).map((task) => task.status)).toEqual(['waiting', 'waiting'])
    expect(server.callsOf('createFolders')).toHaveLength(0)
    hold.open()
    await engine.whenIdle()
    const order = server.calls.filter(({ kind }) => kind !== 'put').map(({ kind }) => kind)
    expect(order).toEqual(['presign', 'confirm', 'createFolders', 'presign', 'confirm'])
    expect(engine.getSnapshot().remaining).toBe(0)
  })

  test('UPL-34 another upload joins the run; after the end of all a new run begins', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ put: () => hold.opened })
    start(file('a.pdf'))
    start(file('b.pdf'))
    expect(engine.getSnapshot()).toMatchObject({ total: 2, remaining: 2 })
    hold.open()
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    start(file('c.pdf'))
    expect(engine.getSnapshot()).toMatchObject({ total: 1, remaining: 1 })
    await engine.whenIdle()
  })

  test('UPL-17 nothing that fails stops what stands behind it', async () => {
    const { engine, server, start } = await setUp({
      createFolders: (paths) => {
        if (paths[0]?.startsWith('x')) throw new UploadRefusal('No.')
      },
      presign: (_files, attempt) => {
        if (attempt === 2) throw new TypeError('fetch failed')
      },
      put: (name) => (name === 'f105.pdf' ? 500 : undefined),
      confirm: (_uploads, attempt) => {
        if (attempt === 2) throw new UploadRefusal('No.')
      },
    })
    engine.onBatchDone(() => {
      throw new Error('a broken listener')
    })
    start(folder('x1'), file('x1/in.pdf'), ...numbered(19))
    start(...numbered(20, 200))
    start(...numbered(20, 300))
    start(folder('y'), file('y/last.pdf'))
    await engine.whenIdle()
    const count = (from: number, status: string) =>
      engine
        .getSnapshot()
        .tasks.filter((task) => task.name.startsWith(`f${from}`.slice(0, 2)) && task.status === status).length
    expect([count(100, 'done'), count(200, 'failed'), count(300, 'failed')]).toEqual([18, 20, 20])
    expect(statuses(engine)).toMatchObject({ 'x1/in.pdf': 'failed', y: 'done', 'y/last.pdf': 'done' })
    expect(server.paths()).toContain('y/last.pdf')
  })

  test('UPL-17 even a fault of the port itself leaves no item hanging', async () => {
    const { engine, server, start } = await setUp()
    const { presign } = server.port
    server.port.presign = () => {
      server.port.presign = presign
      return Promise.resolve(null as never)
    }
    start(...numbered(20))
    start(file('next.pdf'))
    await engine.whenIdle()
    expect(engine.getSnapshot()).toMatchObject({ busy: false, failed: 20 })
    expect(statuses(engine)).toMatchObject({ 'next.pdf': 'done' })
  })

  test('UPL-24 UPL-26 N is the mean progress of all items rounded down; remaining counts what has work ahead', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ confirm: () => hold.opened })
    start(folder('Site'), file('a.pdf'), file(`${'x'.repeat(300)}.pdf`))
    const state = await until(engine, (now) => now.tasks.some((task) => task.status === 'confirming'))
    expect(state).toMatchObject({ total: 3, remaining: 1, failed: 1, percent: 66 })
    hold.open()
    await engine.whenIdle()
    expect(engine.getSnapshot()).toMatchObject({ remaining: 0, percent: 66, busy: false })
  })

  test('UPL-28 a run is forgotten on request, but not while busy', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ put: () => hold.opened })
    start(file('a.pdf'))
    expect(engine.dismiss()).toBe(false)
    expect(engine.getSnapshot().total).toBe(1)
    hold.open()
    await engine.whenIdle()
    expect(engine.dismiss()).toBe(true)
    expect(engine.getSnapshot()).toMatchObject({ total: 0, tasks: [] })
  })

  test('an upload of nothing but system leftovers opens no run', async () => {
    const { engine, start } = await setUp()
    expect(start(file('.DS_Store'), file('Thumbs.db'))).toBe(0)
    expect(engine.getSnapshot().total).toBe(0)
  })
})

describe('cancel', () => {
  test('UPL-11 UPL-18 ends all but failed and done items, aborts transfers and empties the queue', async () => {
    const { engine, server, start } = await setUp({
      put: async (name) => {
        if (name === 'full.pdf') return 507
        if (name.startsWith('f')) await new Promise(() => {})
        return undefined
      },
    })
    start(folder('Site'))
    start(file('Site/done.pdf'))
    start(file('full.pdf'), ...numbered(40))
    await until(engine, () => server.callsOf('put').length === 7 && statuses(engine)['full.pdf'] === 'failed')
    engine.cancel()
    expect(statuses(engine)).toMatchObject({ Site: 'done', 'Site/done.pdf': 'done', 'full.pdf': 'failed' })
    const canceled = engine.getSnapshot().tasks.filter((task) => task.status === 'canceled')
    expect(canceled).toHaveLength(40)
    expect(engine.getSnapshot()).toMatchObject({ busy: false, remaining: 0, canceled: 40 })
    const { length } = server.calls
    await turns()
    expect(server.calls).toHaveLength(length)
    expect(server.seen.running).toBe(0)
  })

  test('UPL-18 unconfirmed items become canceled too', async () => {
    const { engine, start } = await setUp({
      confirm: () => {
        throw new TypeError('fetch failed')
      },
    })
    start(file('a.pdf'))
    await engine.whenIdle()
    engine.cancel()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'canceled' })
  })

  test('UPL-18 an item canceled after it was sent is not confirmed', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({
      put: (name) => (name === 'slow.pdf' ? hold.opened : undefined),
    })
    start(file('quick.pdf'), file('slow.pdf'))
    await until(engine, () => statuses(engine)['quick.pdf'] === 'confirming')
    engine.cancel()
    hold.open()
    await turns()
    expect(statuses(engine)).toEqual({ 'quick.pdf': 'canceled', 'slow.pdf': 'canceled' })
    expect(server.callsOf('confirm')).toHaveLength(0)
  })

  test('what was confirmed while the cancel came stays canceled, and says that it was stored', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({ confirm: () => hold.opened })
    start(file('a.pdf'))
    await until(engine, () => server.callsOf('confirm').length === 1)
    engine.cancel()
    hold.open()
    await until(engine, () => reasonsOf(engine)['a.pdf'] === 'Uploaded before you cancelled')
    expect(statuses(engine)).toEqual({ 'a.pdf': 'canceled' })
    expect(server.paths()).toEqual(['a.pdf'])
  })

  test('a new upload starts immediately after a cancel, and late answers of the old one change nothing', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({
      presign: (_files, attempt) => (attempt === 1 ? hold.opened : undefined),
    })
    start(file('old.pdf'))
    engine.cancel()
    start(file('new.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'new.pdf': 'done' })
    hold.open()
    await turns()
    expect(server.paths()).toEqual(['new.pdf'])
    expect(server.callsOf('put')).toHaveLength(1)
  })
})

describe('retry', () => {
  test('failed files are sent again, and their reason goes', async () => {
    let full = true
    const { engine, server, start } = await setUp({ put: () => (full ? 507 : undefined) })
    start(file('a.pdf'), file('b.pdf'))
    await engine.whenIdle()
    expect(engine.getSnapshot()).toMatchObject({ failed: 2, retryable: 2 })
    full = false
    engine.retryFailed()
    expect(engine.getSnapshot()).toMatchObject({ busy: true, remaining: 2, failed: 0, percent: 0 })
    await engine.whenIdle()
    expect(reasonsOf(engine)).toEqual({ 'a.pdf': null, 'b.pdf': null })
    expect(server.paths()).toEqual(['a.pdf', 'b.pdf'])
  })

  test('a failed folder is made first, then what fell with it', async () => {
    const { engine, server, start } = await setUp({
      createFolders: (_paths, attempt) => {
        if (attempt === 1) throw new TypeError('fetch failed')
      },
    })
    start(file('Site/Survey/alta.pdf'), file('top.pdf'))
    await engine.whenIdle()
    expect(engine.getSnapshot().failed).toBe(3)
    engine.retryFailed()
    await engine.whenIdle()
    expect(engine.getSnapshot().failed).toBe(0)
    expect(server.paths()).toEqual(['Site/', 'Site/Survey/', 'Site/Survey/alta.pdf', 'top.pdf'])
    expect(server.callsOf('put')).toHaveLength(2)
  })

  test('unconfirmed files are confirmed again without being sent again', async () => {
    const { engine, server, start } = await setUp({
      confirm: (_uploads, attempt) => {
        if (attempt === 1) throw new TypeError('fetch failed')
      },
    })
    start(file('a.pdf'), file('b.pdf'))
    await engine.whenIdle()
    engine.retryFailed()
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'done', 'b.pdf': 'done' })
    expect(server.callsOf('put')).toHaveLength(2)
    expect(server.callsOf('confirm')).toHaveLength(2)
  })

  test('items of several uploads go back to where they belong', async () => {
    let broken = true
    const { engine, server, start } = await setUp({
      createFolders: () => {
        if (broken) throw new TypeError('fetch failed')
      },
    })
    start(file('Site/a.pdf'))
    engine.start({ ...target, parentId: 'other', entries: [file('Site/b.pdf')] })
    await engine.whenIdle()
    broken = false
    engine.retryFailed()
    await engine.whenIdle()
    const homes = server.documents.filter(({ kind }) => kind === 'folder').map(({ parentId }) => parentId)
    expect(homes).toEqual(['root', 'other'])
    expect(engine.getSnapshot().failed).toBe(0)
  })

  test('what can never succeed is left as it is', async () => {
    const { engine, start } = await setUp({}, { maxBytes: 4 })
    start(file('large.pdf', 'large'))
    engine.retryFailed()
    expect(engine.getSnapshot()).toMatchObject({ busy: false, failed: 1, retryable: 0 })
    expect(reasonsOf(engine)).toEqual({ 'large.pdf': 'Over 4 B limit' })
  })
})

test('UPL-17 what was lost with the network goes on by itself once it is back, folders first, and only that', async () => {
  let isOffline = true
  const { engine, server, start } = await setUp(
    { put: (name) => (name === 'refused.pdf' ? 403 : isOffline && name !== 'sent.pdf' ? null : undefined) },
    { resumeAfter: [20, 20, 20, 20] },
  )
  start(file('sent.pdf'), file('Site/a.pdf'), file('refused.pdf'))
  await engine.whenIdle()
  expect(engine.getSnapshot()).toMatchObject({ failed: 2, lost: 1 })
  isOffline = false
  await until(engine, ({ lost, busy }) => lost === 0 && !busy)
  expect(statuses(engine)).toMatchObject({
    'sent.pdf': 'done',
    'Site/a.pdf': 'done',
    'refused.pdf': 'failed',
  })
  const sent = server.callsOf('put').length
  engine.resume()
  expect(server.callsOf('put')).toHaveLength(sent)
})
