// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { UploadRefusal } from './port.ts'
import { file, folder, gate, reasonsOf, setUp, statuses, until } from './testing/harness.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => folder(`d${100 + index}`))

describe('folder batches', () => {
  test('UPL-04 UPL-05 120 folders go in three requests of at most 50, parents before children', async () => {
    const { engine, server, start } = await setUp()
    start(...numbered(118).reverse(), folder('a/b'))
    await engine.whenIdle()
    const requests = server.callsOf('createFolders').map((call) => call.paths)
    expect(requests.map((paths) => paths.length)).toEqual([50, 50, 20])
    expect(requests[0]?.slice(0, 3)).toEqual(['a', 'a/b', 'd100'])
    expect(requests.flat()).toEqual(requests.flat().toSorted())
  })

  test('UPL-03 UPL-06 folders wait, are uploading while asked for, then done with progress 1', async () => {
    const hold = gate()
    const { engine, start } = await setUp({ createFolders: () => hold.opened })
    start(...numbered(51))
    const during = engine.getSnapshot().tasks
    expect(during.filter((task) => task.status === 'uploading')).toHaveLength(50)
    expect(during.at(-1)?.status).toBe('waiting')
    hold.open()
    await engine.whenIdle()
    for (const task of engine.getSnapshot().tasks) {
      expect(task).toMatchObject({ status: 'done', progress: 1, document: { name: task.name } })
    }
  })

  test('UPL-06 UPL-15 UPL-17 a failed folder request fails its folders with the server’s text, no others', async () => {
    const { engine, start } = await setUp({
      createFolders: (_paths, attempt) => {
        if (attempt === 1) throw new UploadRefusal('Not authorized.')
      },
    })
    start(...numbered(60))
    await engine.whenIdle()
    const { tasks } = engine.getSnapshot()
    expect(
      tasks.filter((task) => task.status === 'failed' && task.reason === 'Not authorized.'),
    ).toHaveLength(50)
    expect(tasks.filter((task) => task.status === 'done')).toHaveLength(10)
  })

  test('UPL-08 what lies in a folder that was not created fails for it, without a request', async () => {
    const { engine, server, start } = await setUp({
      createFolders: (_paths, attempt) => {
        if (attempt === 1) throw new TypeError('fetch failed')
      },
    })
    start(...numbered(50), folder('d149/x'), file('d149/x/a.pdf'), file('d100/b.pdf'), file('c.pdf'))
    await engine.whenIdle()
    expect(statuses(engine)).toMatchObject({ d149: 'failed', 'd149/x': 'failed', 'c.pdf': 'done' })
    expect(reasonsOf(engine)).toMatchObject({
      d149: 'Connection lost',
      'd149/x': 'Folder "d149" not created',
      'd149/x/a.pdf': 'Folder "x" not created',
      'd100/b.pdf': 'Folder "d100" not created',
    })
    expect(server.callsOf('createFolders')).toHaveLength(1)
    expect(server.callsOf('presign').flatMap((call) => call.files.map(({ name }) => name))).toEqual(['c.pdf'])
  })

  test('a folder that the server names fails with what is in it; the others are asked for again', async () => {
    const { engine, server, start } = await setUp({
      createFolders: (paths) => {
        const index = paths.indexOf('b')
        if (index >= 0) {
          throw new UploadRefusal('A name is taken.', { [`folderPaths.${index}`]: 'A file is named "b".' })
        }
      },
    })
    start(folder('a'), folder('b/inner'), folder('c'))
    await engine.whenIdle()
    expect(statuses(engine)).toEqual({ a: 'done', b: 'failed', 'b/inner': 'failed', c: 'done' })
    expect(reasonsOf(engine)).toMatchObject({ b: 'A file is named "b".' })
    expect(server.paths()).toEqual(['a/', 'c/'])
  })

  test('a folder with a name that cannot be kept bars what is in it, for good', async () => {
    const { engine, server, start } = await setUp()
    start(folder('bad\\name/inner'), file('bad\\name/inner/a.pdf'), file('ok.pdf'))
    await engine.whenIdle()
    expect(engine.getSnapshot()).toMatchObject({ failed: 3, retryable: 0, busy: false })
    expect(server.paths()).toEqual(['ok.pdf'])
  })

  test('UPL-22 a tree 30 levels deep arrives as it is, empty folders too', async () => {
    const { engine, server, start } = await setUp()
    const deep = Array.from({ length: 30 }, (_, level) => `level ${String(level).padStart(2, '0')}`).join('/')
    start(folder('empty/inside'), file(`${deep}/survey.pdf`))
    await engine.whenIdle()
    expect(server.paths()).toContain(`${deep}/survey.pdf`)
    expect(server.paths()).toContain('empty/inside/')
    expect(server.documents).toHaveLength(33)
  })

  test('UPL-35 the folder uploaded into is announced once its folders are made', async () => {
    const { engine, start } = await setUp()
    const announced: string[][] = []
    engine.onBatchDone(({ treeId, folderIds }) => announced.push([treeId, ...folderIds]))
    start(folder('a/b'))
    await until(engine, (state) => !state.busy)
    expect(announced).toEqual([['t1', 'root', 'd1']])
  })
})
