import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { fillNameLetters } from '../core/nameGroups.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload, wrongTallies } = documentsOver(database)

let treeId: string
let admin: Actor
let bidder: Actor & { groupId: string }
const ids = new Map<string, string>()

beforeAll(async () => {
  const room = await make.room()
  const { place } = room
  treeId = room.treeId
  admin = await make.actorWith(place, 'Deal Room Admin')
  bidder = await make.actorWith(place, 'Bidder')
  const folders = ['Offtake/Executed PPAs', 'Offtake/Drafts', 'Secret PPAs']
  for (const [index, folder] of (
    await documents().createFolders(admin, { treeId, parentId: null, folderPaths: folders })
  ).entries()) {
    ids.set(folders[index] ?? '', folder.id)
  }
  const files: [string, string][] = [
    ['Offtake/Executed PPAs', 'PPA 10.pdf'],
    ['Offtake/Executed PPAs', 'ppa 9.pdf'],
    ['Offtake/Drafts', '100% PPA_draft.docx'],
    ['Offtake/Drafts', 'Año solar.pdf'],
    ['Secret PPAs', 'PPA price.xlsx'],
  ]
  for (const [folder, name] of files) ids.set(name, await upload(admin, treeId, ids.get(folder) ?? '', name))
  const secret = ids.get('Secret PPAs') ?? ''
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${secret}:${bidder.groupId}`,
    permissible: false,
  })
})

const find = async (
  actor: Actor,
  text: string,
  folder: string | null = null,
  page = { limit: 200, offset: 0 },
  fileType?: 'FILE' | 'FOLDER',
) => {
  const search = await documents().search(actor, {
    treeId,
    documentId: folder === null ? null : (ids.get(folder) ?? ''),
    search: text,
    fileType,
  })
  const found = await documents().matches(search, page)
  return { names: found.map((node) => node.name), count: await documents().countMatches(search) }
}

test('DOC-21 a text of 3 or more characters, case ignored, with %, _ and \\ as they are', async () => {
  expect(await find(admin, 'pp')).toEqual({ names: [], count: 0 })
  expect(await find(admin, '  pp ')).toEqual({ names: [], count: 0 })
  expect((await find(admin, 'pPa')).names).toEqual([
    '100% PPA_draft.docx',
    'Executed PPAs',
    'ppa 9.pdf',
    'PPA 10.pdf',
    'PPA price.xlsx',
    'Secret PPAs',
  ])
  expect((await find(admin, '100%')).names).toEqual(['100% PPA_draft.docx'])
  expect((await find(admin, 'pa_')).names).toEqual(['100% PPA_draft.docx'])
  expect((await find(admin, 'p\\a')).names).toEqual([])
  expect((await find(admin, 'AÑO'.normalize('NFD'))).names).toEqual(['Año solar.pdf'])
})

test('DOC-21 words are found in any order, each as part of the name, and with diacritics or without', async () => {
  const root = `tree:${treeId}`
  const files = [
    'PPA memo.pdf',
    'Memo on PPA 10.pdf',
    'Räume Süd.pdf',
    'Strasse 5.pdf',
    'Straße 6.pdf',
    'Łódź.pdf',
  ]
  const made: string[] = []
  for (const name of files) made.push(await upload(admin, treeId, root, name))
  const names = async (text: string) => (await find(admin, text)).names
  expect(await names('memo PPA')).toEqual(['Memo on PPA 10.pdf', 'PPA memo.pdf'])
  expect(await names('ppa 10 memo')).toEqual(['Memo on PPA 10.pdf'])
  expect(await names('ppa  memo ppa')).toEqual(['Memo on PPA 10.pdf', 'PPA memo.pdf'])
  expect(await names('memo lease')).toEqual([])
  for (const text of ['raume', 'Räume', 'RÄUME'.normalize('NFD'), 'sud raume']) {
    expect([text, await names(text)]).toEqual([text, ['Räume Süd.pdf']])
  }
  expect(await names('strasse')).toEqual(['Strasse 5.pdf', 'Straße 6.pdf'])
  expect(await names('straße')).toEqual(['Strasse 5.pdf', 'Straße 6.pdf'])
  expect(await names('lodz')).toEqual(['Łódź.pdf'])
  // Words too short to find a group by are looked for as they stand.
  expect(await names('1 0')).toEqual([])
  await documents().rename(admin, { treeId, documentId: made[2] ?? '', name: 'Vertrag Süd.pdf' })
  expect([await names('raume'), await names('vertrag sud')]).toEqual([[], ['Vertrag Süd.pdf']])
  await documents().remove(admin, { treeId, documentIds: made })
})

test('DOC-21 SCALE-22 names of before are found as they are written until a job has filled the letters of their groups', async () => {
  const file = await upload(admin, treeId, `tree:${treeId}`, 'Übergabe.pdf')
  await database.pool.query(`
    update name_group g set is_folded = false, letters = (
      select bit_or(name_letters(name_key)) from document_name_search named where named.group_id = g.id)`)
  const names = async (text: string) => (await find(admin, text)).names
  expect([await names('übergabe'), await names('ubergabe')]).toEqual([['Übergabe.pdf'], []])
  await fillNameLetters(database.db)
  expect([await names('übergabe'), await names('ubergabe')]).toEqual([['Übergabe.pdf'], ['Übergabe.pdf']])
  expect(await wrongTallies()).toEqual([])
  await documents().remove(admin, { treeId, documentIds: [file] })
})

test('DOC-22 API-087 a search in a folder covers everything below it, and nothing else', async () => {
  expect(await find(admin, 'ppa', 'Offtake/Executed PPAs')).toEqual({
    names: ['ppa 9.pdf', 'PPA 10.pdf'],
    count: 2,
  })
  await expect(find(admin, 'ppa', 'PPA 10.pdf')).rejects.toThrow('Document not found.')
})

test('HIST-08 folders are found apart from files, however many files have the text in their names', async () => {
  const drafts = ids.get('Offtake/Drafts') ?? ''
  const { rowCount } = await database.pool.query(
    `with made as (
       select gen_random_uuid() as id, gen_random_uuid() as version, d.path, d.acl_id, n
       from document d, generate_series(1, 300) n where d.id = $1
     ), entries as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, current_version_id, size)
       select id, $2, $1, false, 'A weekly ' || n, 'a weekly ' || n, path || id, acl_id, version, 1 from made
     )
     insert into document_version (id, document_id, number, size, sha256, created_by)
     select version, id, 1, 1, sha256('1'), $3 from made`,
    [drafts, treeId, admin.personId],
  )
  expect(rowCount).toBe(300)
  for (const folderPaths of [['Weekly minutes'], ['Sealed weekly']]) {
    await documents().createFolders(admin, { treeId, parentId: drafts, folderPaths })
  }
  const folders = (actor: Actor) => find(actor, 'weekly', null, { limit: 200, offset: 0 }, 'FOLDER')
  expect(await folders(admin)).toEqual({ names: ['Sealed weekly', 'Weekly minutes'], count: 2 })
  expect((await find(admin, 'weekly', null, { limit: 3, offset: 0 }, 'FILE')).count).toBe(300)
  const [sealed] = (await find(admin, 'sealed')).names
  expect(sealed).toBe('Sealed weekly')
  const found = await documents().search(admin, { treeId, search: 'sealed', fileType: 'FOLDER' })
  const [node] = await documents().matches(found, { limit: 1, offset: 0 })
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${node?.id}:${bidder.groupId}`,
    permissible: false,
  })
  expect(await folders(bidder)).toEqual({ names: ['Weekly minutes'], count: 1 })
  expect(await find(bidder, 'ppa', 'Offtake/Executed PPAs', undefined, 'FOLDER')).toEqual({
    names: [],
    count: 0,
  })
})

test('DOC-25 PERM-10 a search holds only what one may view, pages and counts alike', async () => {
  expect(await find(bidder, 'ppa')).toEqual({
    names: ['100% PPA_draft.docx', 'Executed PPAs', 'ppa 9.pdf', 'PPA 10.pdf'],
    count: 4,
  })
  expect((await find(bidder, 'ppa', null, { limit: 2, offset: 1 })).names).toEqual([
    'Executed PPAs',
    'ppa 9.pdf',
  ])
  await expect(find(bidder, 'price', 'Secret PPAs')).rejects.toThrow('Document not found.')
})

test('of a text that more than 1000 names hold the first 1000 are paged through, in order', async () => {
  const many = Array.from({ length: 50 }, (_, folder) => folder)
  for (const folder of many) {
    await documents().createFolders(admin, {
      treeId,
      parentId: ids.get('Offtake/Drafts') ?? '',
      folderPaths: Array.from({ length: 21 }, (_, index) => `Common ${folder * 21 + index}`),
    })
  }
  expect(await find(admin, 'common', null, { limit: 3, offset: 0 })).toEqual({
    names: ['Common 0', 'Common 1', 'Common 2'],
    count: 1000,
  })
  expect((await find(admin, 'common', null, { limit: 200, offset: 998 })).names).toEqual([
    'Common 998',
    'Common 999',
  ])
  expect((await find(admin, 'common', null, { limit: 200, offset: 1000 })).names).toEqual([])
})

test('DOC-21 DOC-25 a renamed entry is found by its new name alone, a deleted one by none', async () => {
  const file = await upload(admin, treeId, `tree:${treeId}`, 'Easement north.pdf')
  expect((await find(admin, 'easement')).names).toEqual(['Easement north.pdf'])
  await documents().rename(admin, { treeId, documentId: file, name: 'Servitude north.pdf' })
  expect(await find(admin, 'easement')).toEqual({ names: [], count: 0 })
  expect((await find(admin, 'SERVITUDE')).names).toEqual(['Servitude north.pdf'])
  await documents().remove(admin, { treeId, documentIds: [file] })
  expect(await find(admin, 'servitude')).toEqual({ names: [], count: 0 })
})
