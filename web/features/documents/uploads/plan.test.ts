import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../testing/cpuTime.ts'
import { batchesOf } from './batches.ts'
import { planTasks, type UploadEntry } from './plan.ts'
import { file, folder, hugeFile, target } from './testing/harness.ts'

const LIMIT = 5_368_709_120
const plan = (entries: UploadEntry[], limit = LIMIT) => {
  let id = 0
  return planTasks(target, entries, limit, () => ++id)
}
const pathsOf = (entries: UploadEntry[]) => plan(entries).map((task) => task.path)

describe('planTasks', () => {
  test('UPL-05 folders come sorted by path, parents before children, ahead of the files', () => {
    const found = [folder('b/a'), file('b/a/z.pdf'), folder('b c'), folder('a'), folder('b')]
    expect(pathsOf(found)).toEqual(['a', 'b', 'b c', 'b/a', 'b/a/z.pdf'])
  })

  test('UPL-22 folders known only from the path of a file are made, once each', () => {
    expect(pathsOf([file('Site/Survey/alta.pdf'), file('Site/Survey/title.pdf'), folder('Site')])).toEqual([
      'Site',
      'Site/Survey',
      'Site/Survey/alta.pdf',
      'Site/Survey/title.pdf',
    ])
  })

  test('UPL-19 .DS_Store and Thumbs.db are ignored at any depth, other spellings are not', () => {
    const found = [file('.DS_Store'), file('Site/Thumbs.db'), file('thumbs.db'), file('my.DS_Store')]
    expect(pathsOf(found)).toEqual(['Site', 'thumbs.db', 'my.DS_Store'])
  })

  test('UPL-41 a file over the limit is failed immediately with its reason, one of the very limit is taken', () => {
    const tasks = plan([hugeFile('over.zip', LIMIT + 1), hugeFile('at.zip', LIMIT), file('empty.txt', '')])
    expect(tasks.map(({ name, status, reason, retryable }) => ({ name, status, reason, retryable }))).toEqual(
      [
        { name: 'over.zip', status: 'failed', reason: 'Over 5 GB limit', retryable: false },
        { name: 'at.zip', status: 'waiting', reason: null, retryable: true },
        { name: 'empty.txt', status: 'waiting', reason: null, retryable: true },
      ],
    )
  })

  test.each([
    [10, 'Over 10 B limit'],
    [1024 ** 2 * 50, 'Over 50 MB limit'],
    [2_500_000, 'Over 2.5 MB limit'],
  ])('UPL-41 a limit of %i bytes is named as people set it', (limit, reason) => {
    expect(plan([hugeFile('a', limit + 1)], limit)[0]?.reason).toBe(reason)
  })

  test('names that the server would refuse fail with their reason; the others go on', () => {
    const tasks = plan([file(`${'x'.repeat(300)}.pdf`), file('a\\b.pdf'), file('fine.pdf'), file('CON')])
    expect(tasks.map((task) => [task.status, task.reason])).toEqual([
      ['failed', 'A name can have at most 255 bytes, this one has 304.'],
      ['failed', 'A name cannot contain / or \\.'],
      ['waiting', null],
      ['waiting', null],
    ])
  })

  test('decomposed names of macOS become NFC, in folders and files, and two spellings are one folder', () => {
    const tasks = plan([
      file('Zu\u0308rich/plan.pdf'),
      file('Z\u00fcrich/site.pdf'),
      file('Z\u00dcRICH/note.pdf'),
    ])
    expect(tasks.map((task) => task.path)).toEqual([
      'Z\u00fcrich',
      'Z\u00fcrich/plan.pdf',
      'Z\u00fcrich/site.pdf',
      'Z\u00fcrich/note.pdf',
    ])
  })

  test('a folder whose case differs between paths still comes before its children', () => {
    expect(pathsOf([folder('b'), folder('B/a')])).toEqual(['b', 'b/a'])
  })

  test('UPL-40 a destination has id, name and ancestors; the id follows once the folder exists', () => {
    const inside = {
      ...target,
      parentId: 'd7',
      parentName: '04 Site',
      parentPath: [{ id: 'r', name: 'Documents' }],
    }
    let id = 0
    const [made, first] = planTasks(inside, [file('Surveys/alta.pdf')], LIMIT, () => ++id)
    expect(made?.destination).toMatchObject({
      id: 'd7',
      name: '04 Site',
      ancestors: [{ id: 'r', name: 'Documents' }],
    })
    expect(first?.destination).toMatchObject({ id: null, name: 'Surveys' })
    expect(first?.destination.ancestors.map((folder) => folder.name)).toEqual(['Documents', '04 Site'])
  })

  test('30 levels and thousands of files are planned quickly', () => {
    const deep = Array.from({ length: 30 }, (_, level) => `level ${level}`).join('/')
    const entries = Array.from({ length: 10_000 }, (_, index) => file(`${deep}/file ${index}.pdf`, 'x'))
    const costs = () => {
      const started = cpuTime()
      expect(plan(entries)).toHaveLength(10_030)
      return cpuTime() - started
    }
    expect(Math.min(costs(), costs(), costs())).toBeLessThan(500)
  })
})

describe('batchesOf', () => {
  const sizes = (entries: UploadEntry[]) =>
    batchesOf(plan(entries)).map((batch) => `${batch.kind} ${batch.taskIds.length}`)

  test('UPL-04 UPL-07 at most 50 folders and at most 20 files make a batch, folders first', () => {
    const entries = [
      ...Array.from({ length: 45 }, (_, index) => file(`f${index}`)),
      ...Array.from({ length: 120 }, (_, index) => folder(`d${index}`)),
    ]
    expect(sizes(entries)).toEqual([
      'folders 50',
      'folders 50',
      'folders 20',
      'files 20',
      'files 20',
      'files 5',
    ])
  })

  test('files that differ only by case or normalisation never share a batch', () => {
    const twins = [
      file('A.pdf'),
      file('a.pdf'),
      file('\u00e9.pdf'),
      file('e\u0301.pdf'),
      file('a.PDF'),
      file('b.pdf'),
    ]
    const tasks = plan(twins)
    const names = batchesOf(tasks).map((batch) =>
      batch.taskIds.map((id) => tasks.find((task) => task.id === id)?.name),
    )
    expect(names).toEqual([['A.pdf', '\u00e9.pdf', 'b.pdf'], ['a.pdf', '\u00e9.pdf'], ['a.PDF']])
  })

  test('the same name in different folders may share a batch', () => {
    expect(sizes([file('a/x.pdf'), file('b/x.pdf')])).toEqual(['folders 2', 'files 2'])
  })
})
