import { describe, expect, test } from 'vitest'
import type { Lists } from './lists.ts'
import type { DocumentRow, FileRow, FolderRow } from './rows.ts'
import { createSha256, sha256OfFile } from './sha256.ts'
import { createTree, currentOf, titleOf } from './tree.ts'
import { type Chosen, expectedOf, verifyFiles } from './verifying.ts'

const shaOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('SHA-256 of a stream', () => {
  test('is that of the browser for every length around a block, in whatever pieces it comes', async () => {
    for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256)
      for (const piece of [1, 13, 64, 1000]) {
        const hash = createSha256()
        for (let at = 0; at < length; at += piece) hash.update(bytes.subarray(at, at + piece))
        expect(hash.digest()).toBe(await shaOf(bytes))
      }
    }
  })

  test('of a file is that of its pieces together, and says how far it is', async () => {
    const bytes = new Uint8Array(9 * 1024 * 1024 + 5).fill(3)
    const read: number[] = []
    expect(await sha256OfFile(new Blob([bytes]), (count) => void read.push(count))).toBe(await shaOf(bytes))
    expect(read.length).toBeGreaterThan(2)
    expect(read.reduce((sum, count) => sum + count, 0)).toBe(bytes.length)
  })
})

const folder = (id: string, more: Partial<FolderRow> = {}): FolderRow => ({
  id,
  tree: 'DOCUMENTS',
  name: id,
  ...more,
})
const file = (id: string, more: Partial<DocumentRow> = {}): DocumentRow => ({
  id,
  tree: 'DOCUMENTS',
  name: id,
  versions: [],
  ...more,
})

describe('the tree of an archive', () => {
  const tree = createTree(
    [folder('Permits', { number: '10' }), folder('Drawings', { parent: 'Permits', number: '10.1' })],
    [
      file('Rules.pdf', { number: '2' }),
      file('Zoning approval.pdf', { folder: 'Permits' }),
      file('Café plan.pdf', { folder: 'Drawings' }),
      file('Report 2026.pdf', { tree: 'REPORTS' }),
    ],
  )
  const names = (entries: readonly { row: { name: string } }[]) => entries.map(({ row }) => row.name)

  test('has its entries by number, then folders before documents by name', () => {
    expect(tree.kinds).toEqual(['DOCUMENTS', 'REPORTS'])
    expect(names(tree.children('DOCUMENTS', null))).toEqual(['Rules.pdf', 'Permits'])
    expect(names(tree.children('DOCUMENTS', 'Permits'))).toEqual(['Drawings', 'Zoning approval.pdf'])
    expect(names(tree.children('REPORTS', null))).toEqual(['Report 2026.pdf'])
    expect(
      names(createTree([folder('b')], [file('a'), file('A 10'), file('a 9')]).children('DOCUMENTS', null)),
    ).toEqual(['b', 'a', 'a 9', 'A 10'])
  })

  test('finds by all words of a name or number, whatever their case and accents', () => {
    expect(names(tree.find('cafe PLAN'))).toEqual(['Café plan.pdf'])
    expect(names(tree.find('10.1'))).toEqual(['Drawings'])
    expect(names(tree.find('plan zoning'))).toEqual([])
    const [found] = tree.find('café')
    expect(found && tree.folderNames(found)).toEqual(['10 Permits', '10.1 Drawings'])
    expect(titleOf({ name: 'Rules.pdf', number: '2' })).toBe('2 Rules.pdf')
  })

  test('shows the version that is current, which an earlier one may be', () => {
    const version = (number: number, path?: string) => ({
      ...{ number, at: '', size: 1, sha256: '' },
      ...(path === undefined ? {} : { file: path }),
    })
    const restored = file('a', { versions: [version(1, 'files/a'), version(2, 'versions/a')] })
    expect(currentOf(restored)?.number).toBe(1)
    expect(currentOf(file('b', { versions: [version(1), version(2)] }))?.number).toBe(2)
    expect(currentOf(file('c'))).toBeNull()
  })
})

describe('verifying files that somebody chose', () => {
  const contents = new Map([
    ['index.html', 'page'],
    ['files/Documents/1 Permits/a.pdf', 'one'],
    ['files/Documents/2 Old/a.pdf', 'two'],
    ['data/files-0001.js', 'list'],
    ['files/Documents/manifest.json', 'a document'],
    ['manifest.json', '{"room":"<Harbor>"}'],
    ['signature.json', '{"by":"\u2028"}'],
    ['timestamps.json', ''],
    ['data/manifest-0001.js', 'helioroom({"kind":"manifest","text":"{\\"room\\":\\"\\u003cHarbor>\\"}"});\n'],
    ['data/signature-0001.js', 'helioroom({"kind":"signature","text":"{\\"by\\":\\"\\u2028\\"}"});\n'],
    ['parts/part-001.json', '{"archive":"a1","format":"helioroom archive part 1","number":1}'],
    [
      'parts/part-002.json',
      '{"archive":"a1","format":"helioroom archive part 1","number":2,"previous":"x-archive-001.zip"}',
    ],
  ])
  /** Those of which the manifest says nothing. */
  const OWN = /^(data\/|parts\/|[^/]+\.json$)/
  const rows = async (): Promise<FileRow[]> =>
    Promise.all(
      [...contents.keys()]
        .filter((path) => !OWN.test(path))
        .map(async (path) => ({
          ...{ path, part: 1, kind: 'ORIGINAL', size: contents.get(path)?.length ?? 0 },
          sha256: await shaOf(bytesOf(contents.get(path) ?? '')),
        })),
    )
  const lists = async () => {
    const all = await rows()
    const list = { path: 'data/files-0001.js', size: 4, sha256: await shaOf(bytesOf('list')) }
    return {
      texts: { manifest: contents.get('manifest.json'), signature: contents.get('signature.json') },
      signature: { manifest: await shaOf(bytesOf(contents.get('manifest.json') ?? '')) },
      manifest: {
        archive: 'a1',
        parts: [1, 2].map((number) => ({ number, name: `x-archive-00${number}.zip` })),
        lists: [list],
      },
      all: async () => all,
    } as unknown as Lists
  }
  const chosen = (files: Iterable<readonly [string, string]>, above = 'Harbor/'): Chosen[] =>
    Array.from(files, ([path, text]) => ({ path: `${above}${path}`, file: new Blob([text]) }))
  const verify = async (files: readonly Chosen[]) => {
    let read = 0
    const findings = await verifyFiles(files, await expectedOf(await lists(), () => {}), (progress) => {
      read = progress.read
    })
    expect(read).toBe(files.reduce((sum, each) => sum + each.file.size, 0))
    return findings.filter(({ outcome }) => outcome !== 'GOOD')
  }

  test('the whole folder is good, wherever it lies and whatever form its names are in', async () => {
    expect(await verify(chosen(contents))).toEqual([])
    expect(await verify(chosen([...contents, ['x-archive-001.zip', '']]))).toEqual([])
  })

  test('what says of the archive itself is compared, too, and what nobody looked at is not called good', async () => {
    for (const path of contents.keys()) {
      const files = new Map(contents).set(path, `${contents.get(path)} `)
      const expected = path === 'timestamps.json' ? [] : [{ path, outcome: 'CHANGED' }]
      expect(await verify(chosen(files))).toEqual(expected)
      files.delete(path)
      expect(await verify(chosen(files))).toContainEqual({ path, outcome: 'MISSING' })
    }
    const added = chosen([
      ['parts/part-003.json', ''],
      ['y-archive-001.zip', ''],
    ])
    expect(await verify([...chosen(contents), ...added])).toEqual([
      { path: 'parts/part-003.json', outcome: 'UNKNOWN' },
      { path: 'y-archive-001.zip', outcome: 'UNKNOWN' },
    ])
    const unread = chosen([
      ['timestamps.json', ''],
      ['x-archive-001.zip', ''],
    ])
    expect(await verifyFiles(unread, await expectedOf(await lists(), () => {}), () => {})).toEqual([])
  })

  test('what was changed, is missing, or does not belong there is named', async () => {
    const files = new Map(contents)
    files.set('files/Documents/1 Permits/a.pdf', 'One')
    files.set('data/files-0001.js', 'longer')
    files.delete('files/Documents/2 Old/a.pdf')
    files.set('files/Documents/new.pdf', 'new')
    expect(await verify(chosen(files))).toEqual([
      { path: 'files/Documents/1 Permits/a.pdf', outcome: 'CHANGED' },
      { path: 'data/files-0001.js', outcome: 'CHANGED' },
      { path: 'files/Documents/new.pdf', outcome: 'UNKNOWN' },
      { path: 'files/Documents/2 Old/a.pdf', outcome: 'MISSING' },
    ])
    // A file that lies a folder higher is not where it belongs.
    expect(await verify([...chosen(contents), ...chosen([['Documents/1 Permits/a.pdf', 'one']])])).toEqual([
      { path: 'Documents/1 Permits/a.pdf', outcome: 'UNKNOWN' },
    ])
  })

  test('files by themselves are known by their content, or else by their name', async () => {
    const of = (path: string, text: string) => verify(chosen([[path, text]], ''))
    expect(await of('renamed.pdf', 'two')).toEqual([])
    expect(await of('a.pdf', 'three')).toEqual([{ path: 'files/Documents/2 Old/a.pdf', outcome: 'CHANGED' }])
    expect(await of('other.pdf', 'three')).toEqual([{ path: 'other.pdf', outcome: 'UNKNOWN' }])
    // Of a folder of the archive its path says which file is meant.
    expect(await verify(chosen([['files/Documents/1 Permits/a.pdf', 'two']], ''))).toEqual([
      { path: 'files/Documents/1 Permits/a.pdf', outcome: 'CHANGED' },
    ])
  })
})
