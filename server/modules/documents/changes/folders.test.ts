import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { fieldsOf } from '../../../../testing/refusals.ts'
import type { Actor } from '../../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, names } = documentsOver(database)

let treeId: string
let writer: Actor

beforeAll(async () => {
  const room = await make.room()
  treeId = room.treeId
  writer = await make.actorWith(room.place, 'Contributor')
})

const createFolders = (...folderPaths: string[]) =>
  documents().createFolders(writer, { treeId, parentId: null, folderPaths })

test('UPL-05 UPL-22 API-033 folders are made by paths, what is there is given, in the order asked', async () => {
  const first = await createFolders('A', 'A/B', 'C/D')
  const again = await createFolders('c/d', 'a/b/E', 'A')
  expect(first.map((folder) => folder.name)).toEqual(['A', 'B', 'D'])
  expect(again.map((folder) => folder.name)).toEqual(['D', 'E', 'A'])
  expect(again[2]?.id).toBe(first[0]?.id)
  expect(again[0]?.id).toBe(first[2]?.id)
  expect(await names(writer, treeId)).toEqual(['A', 'C'])
  const made = await database.db
    .selectFrom('activity')
    .select('recorded_path')
    .where('tree_id', '=', treeId)
    .orderBy('id')
    .execute()
  expect(made.map((row) => row.recorded_path)).toEqual(['A', 'A/B', 'C', 'C/D', 'A/B/E'])
})

test('UPL-22 a tree 30 levels deep holds a file at its end', async () => {
  const path = Array.from({ length: 30 }, (_, level) => `Level ${level + 1}`).join('/')
  const [deepest] = await createFolders(path)
  await upload(writer, treeId, deepest?.id ?? '', 'deep.pdf')
  const file = (
    await documents().children(await documents().document(writer, treeId, deepest?.id ?? ''), {
      limit: 10,
      offset: 0,
    })
  )[0]
  expect(file && (await documents().families.ancestors([file]))[0]).toHaveLength(31)
  const tooDeep = Array.from({ length: 101 }, (_, level) => `x${level}`).join('/')
  await expect(createFolders(tooDeep)).rejects.toThrow('Folders can be at most 100 levels deep.')
  expect(await names(writer, treeId)).not.toContain('x0')
})

test('UPL-22 a path of any length is refused before it waits for anybody or holds anybody up', async () => {
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('document_tree').select('id').where('id', '=', treeId).forUpdate().execute()
    const tooDeep = createFolders(Array.from({ length: 5000 }, (_, level) => `x${level}`).join('/'))
    await expect(tooDeep).rejects.toThrow(
      'Folders can be at most 100 levels deep. Please use a shorter path.',
    )
  })
})

test('DOP-02 a name that the folder has, regardless of case, is refused on its field', async () => {
  await createFolders('Permits')
  expect(await documents().createFolder(writer, { treeId, parentId: null, name: ' permits ' })).toEqual({
    folder: null,
    errors: [{ field: 'name', message: 'Folder permits already exists!' }],
  })
  const blank = await documents().createFolder(writer, { treeId, parentId: null, name: '   ' })
  expect(blank.errors).toEqual([{ field: 'name', message: 'A name cannot be blank.' }])
})

test('UPL-04 at most 50 folders go into one request, and a bad path is named', async () => {
  const many = Array.from({ length: 51 }, (_, index) => `Many ${index}`)
  await expect(createFolders(...many)).rejects.toThrow('Please create at most 50 folders at a time, not 51.')
  expect(await fieldsOf(createFolders('Fine', 'Bad/../Path'))).toEqual({
    code: 'BAD_USER_INPUT',
    fields: { 'folderPaths.1': 'A name cannot be "." or "..".' },
  })
  expect(await names(writer, treeId)).not.toContain('Fine')
})

test('DOC-15 DOC-14 folders stand before files, then by name regardless of case, numbers by value', async () => {
  const [parent] = await createFolders('Sorted')
  const id = parent?.id ?? ''
  await documents().createFolders(writer, {
    treeId,
    parentId: id,
    folderPaths: ['03.10 Estoppels', '03.2 Interconnection', 'b', 'A'],
  })
  for (const name of ['file 10.pdf', 'File 9.pdf', 'Äpfel.pdf', 'zebra.pdf'])
    await upload(writer, treeId, id, name)
  expect(await names(writer, treeId, id)).toEqual([
    '03.2 Interconnection',
    '03.10 Estoppels',
    'A',
    'b',
    'Äpfel.pdf',
    'File 9.pdf',
    'file 10.pdf',
    'zebra.pdf',
  ])
})

test('DOC-10 the neighbours of a file are the files before and after it in the list', async () => {
  const [parent] = await createFolders('Walk')
  const id = parent?.id ?? ''
  await documents().createFolders(writer, { treeId, parentId: id, folderPaths: ['folder'] })
  const ids = new Map<string, string>()
  for (const name of ['p 10.pdf', 'P 2.pdf', 'a.pdf']) ids.set(name, await upload(writer, treeId, id, name))
  const node = await documents().document(writer, treeId, ids.get('P 2.pdf') ?? '')
  expect((await documents().families.neighbours([node], 'previous'))[0]?.name).toBe('a.pdf')
  expect((await documents().families.neighbours([node], 'next'))[0]?.name).toBe('p 10.pdf')
  const first = await documents().document(writer, treeId, ids.get('a.pdf') ?? '')
  expect(await documents().families.neighbours([first], 'previous')).toEqual([null])
})
