import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../database/index.ts'
import { engineOf } from '../real/engine.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { KeptFiles } from '../stored.ts'
import { contentOf, sha256 } from './content.ts'
import { contributors } from './fund.ts'

const database = testDatabase()
let server: TestServer
let room: Room
beforeAll(async () => {
  server = await startTestServer(database)
  ;[room] = await contributors(database, server.address, 1)
})
afterAll(() => server.close())

const BAD: readonly (readonly [what: string, name: string, reason: string])[] = [
  ['../', '../passwd', 'A name cannot contain / or \\.'],
  ['a backslash', '..\\passwd', 'A name cannot contain / or \\.'],
  ['the folder above', '..', 'A name cannot be "." or "..".'],
  ['the folder itself', ' . ', 'A name cannot be "." or "..".'],
  ['a line break', 'Lease\nfinal.pdf', 'A name cannot contain control characters.'],
  ['a zero byte', 'Lease\0.pdf', 'A name cannot contain control characters.'],
  ['a C1 control character', 'Lease\u0085.pdf', 'A name cannot contain control characters.'],
  ['300 bytes', `${'é'.repeat(148)}.pdf`, 'A name can have at most 255 bytes, this one has 300.'],
  ['nothing but blanks', '   ', 'A name cannot be blank.'],
  ['half a character', 'Lease \ud83d.pdf', 'A name cannot contain broken characters.'],
]

/** As given, and as kept. */
const GOOD: readonly (readonly [what: string, given: string, kept: string])[] = [
  ['NFD, as macOS hands it out', 'Re\u0301sume\u0301.pdf', 'R\u00e9sum\u00e9.pdf'],
  ['emoji', 'Site photo ☀️👩🏽‍🔧.jpg', 'Site photo ☀️👩🏽‍🔧.jpg'],
  ['255 bytes', `${'太'.repeat(83)}ab.pdf`, `${'太'.repeat(83)}ab.pdf`],
  ['a name that Windows reserves', 'CON.pdf', 'CON.pdf'],
  ['another of those', 'LPT1', 'LPT1'],
  ['what Windows does not take', 'Q: why <now>? *"|.txt', 'Q: why <now>? *"|.txt'],
  ['blanks around', '  Lease.pdf ', 'Lease.pdf'],
  ['markup', '<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
  ['right-to-left letters', 'عقد إيجار.pdf', 'عقد إيجار.pdf'],
  ['dots alone, three of them', '...', '...'],
  ['dots at the end', 'Exhibit A...', 'Exhibit A...'],
  ['blanks and a dot at the end', 'Exhibit B .  ', 'Exhibit B .'],
]

describe('names of files and folders', () => {
  test.each(BAD)(
    'refused with a reason, as file, folder and step of a path: %s',
    async (_what, name, reason) => {
      const [kept] = await room.createFolders(['Kept'])
      const before = await room.list()
      const file = await room.askToAnnounce({ name, size: 1 })
      expect(file.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { 'files.0.name': reason },
      })
      const folder = await room.ask(CREATE_FOLDER, { name })
      expect(folder.data?.createFolder).toEqual({
        folder: null,
        errors: [{ field: 'name', message: reason }],
      })
      // A slash parts the steps of a path, so that one name with it is two there.
      if (!name.includes('/')) {
        const step = await room.ask(CREATE_FOLDERS, { folderPaths: [`Reports/${name}/2026`] })
        expect(step.errors[0]?.extensions).toMatchObject({
          code: 'BAD_USER_INPUT',
          fields: { 'folderPaths.0': reason },
        })
      }
      const renamed = await room.ask(RENAME, { id: kept?.id, name })
      expect(renamed.data?.renameDocument).toEqual({
        document: null,
        error: name.trim() === '' ? 'This field may not be blank' : reason,
      })
      expect(await room.list()).toEqual(before)
    },
  )

  test.each(GOOD)('kept, listed, and given back with the file: %s', async (_what, given, kept) => {
    const bytes = contentOf(given.length, 5_000)
    const [upload] = await room.announce([{ name: given, size: bytes.length }])
    if (!upload) throw new Error('Nothing was announced.')
    expect((await room.put(upload, bytes)).status).toBe(200)
    const { files } = await room.confirm([upload])
    expect(files.map((file) => file.name)).toEqual([kept])
    const listed = (await room.list()).find((file) => file.id === files[0]?.id)
    expect(listed?.name).toBe(kept)
    // By rename as well, there and back.
    await room.call(RENAME, { id: listed?.id, name: `Other ${given.length}.pdf` })
    const renamed = await room.ask(RENAME, { id: listed?.id, name: given })
    expect(renamed.data?.renameDocument).toEqual({ document: { name: kept }, error: null })
    expect(await room.download(listed?.id ?? '')).toEqual({
      name: kept,
      size: bytes.length,
      sha256: sha256(bytes),
    })
    const { url } = await room.call<{ url: string }>(DOWNLOAD, { id: listed?.id })
    const disposition = (await room.client.request(url)).headers.get('content-disposition') ?? ''
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(kept)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
    expect(disposition).toMatch(/^attachment; filename="[^"\\\x00-\x1f\x7f-\uffff]*"; /)
  })

  test('no name becomes a name of what is stored', async () => {
    const keys = await new KeptFiles(() => server, database).keys()
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !/^[0-9a-f-]{36}$/.test(key))).toEqual([])
  })
})

test('UPL-22 UPL-05 a folder tree 30 levels deep goes up, is reached step by step, and its file comes down', async () => {
  const bytes = contentOf(30, 20_000)
  const steps = Array.from({ length: 30 }, (_, level) => `Level ${level + 1}`)
  const engine = engineOf(room.client)
  engine.start({
    treeId: room.treeId,
    treeName: 'Faults',
    parentId: room.rootId,
    parentName: 'Documents',
    parentPath: [],
    entries: [
      { kind: 'file', path: [...steps, 'Deep.bin'], file: new File([new Uint8Array(bytes)], 'Deep.bin') },
    ],
  })
  await engine.whenIdle()
  expect(engine.getSnapshot()).toMatchObject({ total: 31, failed: 0 })

  let folderId: string | null = null
  for (const step of steps) {
    const found: { id: string; fileCount: number } | undefined = (await room.list(folderId)).find(
      (entry) => entry.name === step,
    )
    expect(found?.fileCount).toBe(1)
    folderId = found?.id ?? null
  }
  const [deep] = await room.list(folderId)
  const { ancestors } = await room.call<{ ancestors: { name: string }[] }>(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { ancestors { name } } }',
    { id: deep?.id },
  )
  expect(ancestors.slice(1).map((folder) => folder.name)).toEqual(steps)
  expect((await room.download(deep?.id ?? '')).sha256).toBe(sha256(bytes))
})

const CREATE_FOLDER = `mutation($treeId: ID!, $name: String!) {
  createFolder(treeId: $treeId, name: $name) { folder { id } errors { field message } }
}`
const CREATE_FOLDERS = `mutation($treeId: ID!, $folderPaths: [String!]!) {
  documentsCreateFolders(treeId: $treeId, folderPaths: $folderPaths) { folders { id } }
}`
const RENAME = `mutation($treeId: ID!, $id: ID!, $name: String!) {
  renameDocument(treeId: $treeId, documentId: $id, name: $name) { document { name } error }
}`
const DOWNLOAD = 'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }'
