import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../testing/cpuTime.ts'
import { readDrop, readFileList } from './entries.ts'
import { dropOf, fakeFile, fakeFolder } from './testing/fakeEntries.ts'

const shown = (entries: Awaited<ReturnType<typeof readDrop>>) =>
  entries.map((entry) => `${entry.kind} ${entry.path.join('/')}`)

describe('readDrop', () => {
  test('UPL-22 dropped folders are read through, empty ones included, each before its content', async () => {
    const site = fakeFolder('Site', [
      fakeFile('alta.pdf'),
      fakeFolder('Surveys', [fakeFile('geotech.pdf'), fakeFolder('Empty', [])]),
      fakeFolder('Title', []),
    ])
    expect(shown(await readDrop(dropOf(site, fakeFile('loose.pdf'))))).toEqual([
      'folder Site',
      'file Site/alta.pdf',
      'folder Site/Surveys',
      'file Site/Surveys/geotech.pdf',
      'folder Site/Surveys/Empty',
      'folder Site/Title',
      'file loose.pdf',
    ])
  })

  test('UPL-22 folders of more entries than a reader hands out in one go are read whole', async () => {
    const files = Array.from({ length: 1001 }, (_, index) => fakeFile(`f${index}`))
    const read = await readDrop(dropOf(fakeFolder('big', files)))
    expect(read).toHaveLength(1002)
    expect(new Set(shown(read)).size).toBe(1002)
  })

  test('the items are taken while the event is handled: afterwards the browser takes them away', async () => {
    const transfer = dropOf(fakeFolder('Site', [fakeFile('a.pdf')]))
    const reading = readDrop(transfer)
    transfer.clear()
    expect(shown(await reading)).toEqual(['folder Site', 'file Site/a.pdf'])
  })

  test('UPL-22 30 levels deep', async () => {
    const deep = Array.from({ length: 30 }).reduce<FileSystemEntry>(
      (inside, _, level) => fakeFolder(`level ${30 - level}`, [inside]),
      fakeFile('deep.pdf'),
    )
    const read = await readDrop(dropOf(deep))
    expect(read).toHaveLength(31)
    expect(read.at(-1)?.path).toHaveLength(31)
  })

  test('a file that cannot be read is told with its reason, the others are read', async () => {
    const read = await readDrop(
      dropOf(fakeFolder('Site', [fakeFile('gone.pdf', 'broken'), fakeFile('a.pdf')])),
    )
    expect(read.slice(1)).toMatchObject([
      {
        kind: 'unreadable',
        path: ['Site', 'gone.pdf'],
        reason: 'Could not be read. Please choose it again.',
      },
      { kind: 'file', path: ['Site', 'a.pdf'] },
    ])
  })

  test('a folder that can be read in part gives that part and says that some is missing', async () => {
    const files = Array.from({ length: 150 }, (_, index) => fakeFile(`f${index}`))
    const read = await readDrop(dropOf(fakeFolder('Site', files, 'broken'), fakeFile('a.pdf')))
    expect(read.filter((entry) => entry.kind === 'file')).toHaveLength(101)
    expect(read.find((entry) => entry.kind === 'unreadable')).toMatchObject({
      path: ['Site'],
      reason: 'Could not be read completely. Please drop it again.',
    })
  })

  test('dropped text and links are passed over; a pasted picture without an entry is taken', async () => {
    const picture = new File(['x'], 'image.png', { type: 'image/png' })
    const items = [
      { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
      { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => picture },
    ]
    const read = await readDrop({ items } as never)
    expect(read).toEqual([{ kind: 'file', path: ['image.png'], file: picture }])
  })

  test('the page gets its turn while thousands of entries are read', async () => {
    const folders = Array.from({ length: 400 }, (_, index) =>
      fakeFolder(
        `d${index}`,
        Array.from({ length: 50 }, (_, number) => fakeFile(`f${number}`)),
      ),
    )
    let longest = 0
    let last = cpuTime()
    const ticks = setInterval(() => {
      longest = Math.max(longest, cpuTime() - last)
      last = cpuTime()
    }, 1)
    const read = await readDrop(dropOf(...folders))
    clearInterval(ticks)
    expect(read).toHaveLength(400 * 51)
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThan(150)
  })
})

describe('readFileList', () => {
  test('UPL-22 a folder chosen as a whole keeps its structure', async () => {
    const inside = new File(['x'], 'alta.pdf')
    Object.defineProperty(inside, 'webkitRelativePath', { value: 'Site/Surveys/alta.pdf' })
    const read = await readFileList([inside, new File(['y'], 'loose.pdf')])
    expect(shown(read)).toEqual(['file Site/Surveys/alta.pdf', 'file loose.pdf'])
  })
})
