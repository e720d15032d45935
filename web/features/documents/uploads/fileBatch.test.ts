// @vitest-environment node
import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { turns } from '../../../testing/settled.ts'
import { RENEW_ADDRESS_AFTER_MS } from './fileBatch.ts'
import { UploadRefusal } from './port.ts'
import { file, folder, gate, reasonsOf, setUp, statuses, until } from './testing/harness.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => file(`f${100 + index}.pdf`))

describe('file batches: addresses', () => {
  test('UPL-07 addresses are asked for 20 at a time, with name, size and parent of each file', async () => {
    const { engine, server, start } = await setUp()
    start(folder('Site'), file('Site/a.pdf', '12345'), ...numbered(44))
    await engine.whenIdle()
    const asked = server.callsOf('presign').map((call) => call.files)
    expect(asked.map((files) => files.length)).toEqual([20, 20, 5])
    expect(asked[0]?.slice(0, 2)).toMatchObject([
      { name: 'a.pdf', size: 5, parentId: server.documents.find(({ name }) => name === 'Site')?.id },
      { name: 'f100.pdf', size: 8, parentId: 'root' },
    ])
  })

  test('UPL-02 a task ends with file, path, treeName, status, progress, document, url and version', async () => {
    const { engine, start } = await setUp()
    start(file('Site/a.pdf'))
    await engine.whenIdle()
    const task = engine.getSnapshot().tasks.at(-1)
    expect(task).toMatchObject({
      path: 'Site/a.pdf',
      treeName: 'Prairie Sun II',
      status: 'done',
      progress: 1,
      document: { id: 'd2', name: 'a.pdf' },
      version: 'v3',
    })
    expect(task?.file?.name).toBe('a.pdf')
    expect(task?.url).toMatch(/\/uploads\/v3$/)
  })

  test('one bad file of 20 does not fail the other 19: it gets its text, they are asked for again', async () => {
    const { engine, server, start } = await setUp({
      presign: (files) => {
        const fields = files.flatMap(({ name }, index) =>
          name === 'f103.pdf' || name === 'f107.pdf'
            ? [[`files.${index}.name`, `${name} is a folder here.`]]
            : [],
        )
        if (fields.length > 0) throw new UploadRefusal('Some names are taken.', Object.fromEntries(fields))
      },
    })
    start(...numbered(20))
    await engine.whenIdle()
    const failed = engine.getSnapshot().tasks.filter((task) => task.status === 'failed')
    expect(failed.map((task) => task.reason)).toEqual([
      'f103.pdf is a folder here.',
      'f107.pdf is a folder here.',
    ])
    expect(server.documents).toHaveLength(18)
    expect(server.callsOf('presign').map((call) => call.files.length)).toEqual([20, 18])
  })

  test('UPL-15 UPL-17 a refused address request that names no file fails the batch, not the next', async () => {
    const { engine, start } = await setUp({
      presign: (_files, attempt) => {
        if (attempt === 1) throw new UploadRefusal('Not authorized.', { treeId: 'Unknown.' })
      },
    })
    start(...numbered(25))
    await engine.whenIdle()
    const { tasks } = engine.getSnapshot()
    expect(tasks.slice(0, 20).every((task) => task.reason === 'Not authorized.')).toBe(true)
    expect(tasks.slice(20).every((task) => task.status === 'done')).toBe(true)
  })

  test('used-up calls are waited for as the server asks, not failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { engine, server, start } = await setUp({
      presign: (_files, attempt) => {
        if (attempt === 1) throw new UploadRefusal('Too many requests. Please try again in 7 seconds.', {}, 7)
      },
    })
    start(file('a.pdf'))
    await vi.advanceTimersByTimeAsync(6900)
    expect(server.callsOf('presign')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'done' })
  })

  test('UPL-07 an address that grew old before its transfer began is asked for again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { engine, server, start } = await setUp({
      put: (name) => {
        if (name === 'f100.pdf') vi.setSystemTime(Date.now() + RENEW_ADDRESS_AFTER_MS + 1)
        return undefined
      },
    })
    start(...numbered(6))
    await engine.whenIdle()
    vi.useRealTimers()
    expect(server.callsOf('presign').map((call) => call.files.map(({ name }) => name))).toEqual([
      ['f100.pdf', 'f101.pdf', 'f102.pdf', 'f103.pdf', 'f104.pdf', 'f105.pdf'],
      ['f105.pdf'],
    ])
    expect(engine.getSnapshot().tasks.every((task) => task.status === 'done')).toBe(true)
  })
})

describe('file batches: transfers', () => {
  test('UPL-09 the bare file is PUT to its address with its content type', async () => {
    const { engine, server, start } = await setUp()
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
    start(
      file('flight.mkv', bytes),
      file('curve.csv', 'a,b', 'text/csv'),
      file('data', 'x'),
      file('empty.pdf', ''),
    )
    await engine.whenIdle()
    const sent = server.callsOf('put').map(({ name, contentType }) => `${name} ${contentType}`)
    expect(sent.toSorted()).toEqual([
      'curve.csv text/csv',
      'data application/octet-stream',
      'empty.pdf application/pdf',
      'flight.mkv video/x-matroska',
    ])
    const stored = server.documents.find(({ name }) => name === 'flight.mkv')
    expect(stored?.versions).toEqual([createHash('sha256').update(bytes).digest('hex')])
  })

  test('UPL-09 progress is told for each file while it is sent', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ put: () => hold.opened })
    start(file('large.zip', new Uint8Array(40_000_000)), file('small.pdf'))
    const { tasks } = await until(engine, (state) => (state.tasks[0]?.progress ?? 0) > 0)
    expect(tasks[0]?.status).toBe('uploading')
    expect(tasks[0]?.progress).toBeLessThan(1)
    hold.open()
    await engine.whenIdle()
    expect(engine.getSnapshot().tasks[0]?.progress).toBe(1)
  })

  test('UPL-41 an empty file is taken', async () => {
    const { engine, server, start } = await setUp()
    start(file('empty.txt', ''))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'empty.txt': 'done' })
    expect(server.paths()).toEqual(['empty.txt'])
  })

  test('UPL-10 five files are sent at a time, never more', async () => {
    let waiting = 0
    const five = gate()
    const { engine, server, start } = await setUp({
      put: () => {
        waiting += 1
        if (waiting === 5) void turns().then(five.open)
        return five.opened
      },
    })
    start(...numbered(20))
    await engine.whenIdle()
    expect(server.seen.parallel).toBe(5)
    expect(server.documents).toHaveLength(20)
  })

  test('UPL-11 UPL-12 what was sent is confirming, what failed is failed and not confirmed', async () => {
    const hold = gate()
    const { engine, server, start } = await setUp({
      put: (name) => (name === 'full.pdf' ? 507 : name === 'cut.pdf' ? null : undefined),
      confirm: () => hold.opened,
    })
    start(file('full.pdf'), file('cut.pdf'), file('good.pdf'), file('fine.pdf'))
    await until(engine, () => server.callsOf('confirm').length === 1 && engine.getSnapshot().remaining === 2)
    expect(statuses(engine)).toEqual({
      'full.pdf': 'failed',
      'cut.pdf': 'failed',
      'good.pdf': 'confirming',
      'fine.pdf': 'confirming',
    })
    const sent = engine.getSnapshot().tasks.filter((task) => task.status === 'confirming')
    expect(server.callsOf('confirm').map((call) => call.uploads)).toEqual([
      sent.map((task) => ({ version: task.version, documentId: task.document?.id })),
    ])
    hold.open()
    await engine.whenIdle()
    expect(reasonsOf(engine)).toMatchObject({ 'full.pdf': 'Storage is full', 'cut.pdf': 'Connection lost' })
  })

  test.each([
    [400, 'Upload incomplete'],
    [403, 'Upload address refused'],
    [409, 'Upload address already used'],
    [413, 'The file has changed. Please choose it again.'],
    [500, 'Refused by the storage (500)'],
    [507, 'Storage is full'],
  ])('UPL-11 an answer of %i fails the file with its reason', async (status, reason) => {
    const { engine, start } = await setUp({ put: () => status })
    start(file('a.pdf'))
    await engine.whenIdle()
    expect(reasonsOf(engine)).toEqual({ 'a.pdf': reason })
  })
})

describe('file batches: confirming', () => {
  test('UPL-12 each batch has one confirm request', async () => {
    const { engine, server, start } = await setUp()
    start(...numbered(25))
    await engine.whenIdle()
    expect(server.callsOf('confirm').map((call) => call.uploads.length)).toEqual([20, 5])
  })

  test('UPL-13 confirmed files are done, those in the failed list are failed', async () => {
    const { engine, server, start } = await setUp()
    const confirm = server.port.confirm
    server.port.confirm = async (treeId, uploads, staged) => {
      const { files } = await confirm(treeId, uploads, staged)
      return { files: files.slice(1), failedIds: [uploads[0]?.documentId ?? ''] }
    }
    start(file('lost.pdf'), file('kept.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'lost.pdf': 'failed', 'kept.pdf': 'done' })
    expect(reasonsOf(engine)).toMatchObject({ 'lost.pdf': 'Upload incomplete' })
  })

  test('UPL-13 a file that the answer does not speak of is not taken for done', async () => {
    const { engine, server, start } = await setUp()
    server.port.confirm = async () => ({ files: [], failedIds: [] })
    start(file('a.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'unconfirmed' })
  })

  test('UPL-14 a confirm that throws leaves its files unconfirmed', async () => {
    const { engine, start } = await setUp({
      confirm: () => {
        throw new TypeError('fetch failed')
      },
    })
    start(file('a.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'unconfirmed' })
    expect(engine.getSnapshot()).toMatchObject({ busy: false, remaining: 0, failed: 1 })
  })

  test('UPL-14 UPL-15 errors inside the confirm response fail its files', async () => {
    const { engine, start } = await setUp({
      confirm: () => {
        throw new UploadRefusal('A server error has occurred')
      },
    })
    start(file('a.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ 'a.pdf': 'failed' })
    expect(reasonsOf(engine)).toEqual({ 'a.pdf': 'A server error has occurred' })
  })

  test('two files of one name in a run are both sent; the second is asked for once the first is kept', async () => {
    const { engine, server, start } = await setUp()
    start(file('Site/PPA.pdf', 'first'), file('Site/ppa.PDF', 'second'))
    await engine.whenIdle()
    expect(server.callsOf('presign').map((call) => call.files.map(({ name }) => name))).toEqual([
      ['PPA.pdf'],
      ['ppa.PDF'],
    ])
    expect(server.calls.map((call) => call.kind).slice(1)).toEqual([
      ...['presign', 'put', 'confirm'],
      ...['presign', 'put', 'confirm'],
    ])
    expect(server.paths()).toEqual(['Site/', 'Site/PPA.pdf'])
    expect(server.documents.at(-1)?.versions).toHaveLength(2)
    expect(engine.getSnapshot().tasks.every((task) => task.status === 'done')).toBe(true)
  })

  test('UPL-13 a file that another person created first is done under the document that both ended as', async () => {
    const { engine, server, start } = await setUp({
      confirm: () => {
        server.documents.push({
          id: 'theirs',
          kind: 'file',
          name: 'A.pdf',
          parentId: 'root',
          versions: ['x'],
        })
      },
    })
    start(file('a.pdf'))
    await engine.whenIdle()
    expect(engine.getSnapshot().tasks[0]).toMatchObject({ status: 'done', document: { id: 'theirs' } })
  })

  test('UPL-35 the folders of confirmed files are announced, after the confirm', async () => {
    const { engine, server, start } = await setUp()
    const announced: { folders: string[]; confirms: number }[] = []
    engine.onBatchDone(({ folderIds }) =>
      announced.push({ folders: [...folderIds], confirms: server.callsOf('confirm').length }),
    )
    start(file('Site/a.pdf'), file('b.pdf'))
    await engine.whenIdle()
    expect(announced).toEqual([
      { folders: ['root'], confirms: 0 },
      { folders: ['d1', 'root'], confirms: 1 },
    ])
  })
})
