import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { column, exportRoom, ORIGIN, sheetOf, today } from '../../../../testing/exportRoom.ts'
import { outcomeOf } from '../../../../testing/outcome.ts'
import { newId } from '../../../platform/ids.ts'
import { createPerson } from '../../accounts/index.ts'

const database = testDatabase()
let room: Awaited<ReturnType<typeof exportRoom>>
beforeAll(async () => {
  room = await exportRoom(database)
})

describe('the file index', () => {
  test('DOP-29 DOP-31 lists the tree in the order of its lists, with path, dates and links', async () => {
    const { ids, slug, admin, index } = room
    const sheet = await sheetOf(index(admin))
    expect(sheet.fileName).toBe(`${slug}-documents-file-index-${today}.xlsx`)
    expect(sheet.rows[0]).toEqual(['Modified', 'Path', 'Name', 'Link'])
    expect(sheet.boldHeader).toBe(true)
    expect(column(sheet, 'Path')).toEqual([
      '1 Falcon bids/',
      '1 Falcon bids/Merlin/',
      '1 Falcon bids/Merlin/Kestrel terms.docx',
      '1 Falcon bids/Osprey price.xlsx',
      '2 Permits/',
      '2 Permits/Zoning/',
      '2 Permits/Zoning/=SUM(1).xlsx',
      '2 Permits/a 9.pdf',
      '2 Permits/A 10.pdf',
      '2 Permits/b.pdf',
      '10 Tax/',
      '10 Tax/came from Falcon.pdf',
      'root.txt',
    ])
    expect(column(sheet, 'Name').slice(6, 8)).toEqual(['=SUM(1).xlsx', 'a 9.pdf'])
    const address = `${ORIGIN}/portfolios/${slug}/storage/documents/${ids.get('2 Permits')}`
    expect(column(sheet, 'Link')[4]).toBe(address)
    expect(sheet.links.get('D6')).toBe(address)
    const { rows } = await database.pool.query('select modified_at from document where id = $1', [
      ids.get('b.pdf'),
    ])
    expect(column(sheet, 'Modified')[9]).toEqual(rows[0].modified_at)
  })

  test('DOP-29 DOP-31 optional columns come when they are chosen, in their own order', async () => {
    const { ids, treeId, admin, index } = room
    const sheet = await sheetOf(index(admin, { columns: ['size', 'download_url', 'created', 'name'] }))
    expect(sheet.rows[0]).toEqual(['Modified', 'Path', 'Name', 'Link', 'Download URL', 'Created', 'Size'])
    expect(sheet.rows[5]?.slice(4)).toEqual([null, expect.any(Date)])
    expect(sheet.rows.at(-1)?.slice(4)).toEqual([
      `${ORIGIN}/documents/${treeId}/${ids.get('root.txt')}/download`,
      expect.any(Date),
      7,
    ])
    expect(await outcomeOf(index(admin, { columns: ['size', 'owner'] }))).toBe('BAD_USER_INPUT')
    expect(await outcomeOf(index(admin, { columns: ['constructor'] }))).toBe('BAD_USER_INPUT')
  })

  test('VIEW-16 who may only view a file gets no address of it', async () => {
    const { ids, documents, treeId, admin, auditor, index } = room
    const set = (level: 'VIEW' | 'ORIGINAL') =>
      documents().levels.set(admin, {
        treeId,
        documentIds: [ids.get('b.pdf') ?? ''],
        changes: [{ principalId: auditor.groupId, level }],
      })
    const without = async (actor: typeof admin) => {
      const sheet = await sheetOf(index(actor, { columns: ['download_url'] }))
      const addresses = column(sheet, 'Download URL')
      return column(sheet, 'Path').filter((path, at) => !`${path}`.endsWith('/') && addresses[at] === null)
    }
    await set('VIEW')
    expect(await without(auditor)).toEqual(['2 Permits/b.pdf'])
    expect(await without(admin)).toEqual([])
    await set('ORIGINAL')
    expect(await without(auditor)).toEqual([])
  })

  test('DOP-31 folderId narrows it to what is below a folder', async () => {
    const { ids, treeId, admin, auditor, index } = room
    const folderId = ids.get('2 Permits') ?? ''
    const sheet = await sheetOf(index(admin, { folderId }))
    expect(column(sheet, 'Path')).toEqual([
      '2 Permits/Zoning/',
      '2 Permits/Zoning/=SUM(1).xlsx',
      '2 Permits/a 9.pdf',
      '2 Permits/A 10.pdf',
      '2 Permits/b.pdf',
    ])
    expect((await sheetOf(index(admin, { folderId: `tree:${treeId}` }))).rows).toHaveLength(14)
    for (const id of [ids.get('b.pdf') ?? '', newId(), 'no id', treeId]) {
      expect([id, await outcomeOf(index(admin, { folderId: id }))]).toEqual([id, 'NOT_FOUND'])
    }
    expect(await outcomeOf(index(auditor, { folderId: ids.get('1 Falcon bids') ?? '' }))).toBe('NOT_FOUND')
  })

  test('DOP-31 large and many folders are listed whole, in order', async () => {
    const { place, make, documents, admin, index } = room
    const tree = await make.tree({ ...place, type: 'REPORTS' })
    const wide = Array.from({ length: 40 }, (_, n) => `Folder ${n + 1}/Inner`)
    await documents().createFolders(admin, { treeId: tree, parentId: null, folderPaths: wide })
    const leaves = (name: string) => (name === 'Folder 7' ? 1234 : 3)
    await database.pool.query(
      `with made as (
         select gen_random_uuid() as id, gen_random_uuid() as version, f.id as parent, f.path, f.acl_id, n, kind
         from document f, generate_series(1, case when f.name = 'Folder 7' then 1234 else 3 end) n,
           unnest(array['Leaf', 'Report']) kind
         where f.tree_id = $1 and f.name like 'Folder%'
       ), entries as (
         insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, current_version_id, size)
         select id, $1, parent, kind = 'Leaf', kind || ' ' || n, lower(kind || ' ' || n), path || id, acl_id,
           case kind when 'Report' then version end, case kind when 'Report' then 1 end
         from made
       )
       insert into document_version (id, document_id, number, size, sha256, created_by)
       select version, id, 1, 1, sha256('1'), $2 from made where kind = 'Report'`,
      [tree, admin.personId],
    )
    const sheet = await sheetOf(index(admin, { treeId: tree }))
    const expected = Array.from({ length: 40 }, (_, n) => `Folder ${n + 1}`).flatMap((name) => [
      `${name}/`,
      `${name}/Inner/`,
      ...Array.from({ length: leaves(name) }, (_, leaf) => `${name}/Leaf ${leaf + 1}/`),
      ...Array.from({ length: leaves(name) }, (_, leaf) => `${name}/Report ${leaf + 1}`),
    ])
    expect(column(sheet, 'Path')).toEqual(expected)
  })
})

describe('the change log', () => {
  test('DOP-33 HIST-06 has the entries that the filters select, newest first', async () => {
    const { documents, ids, slug, treeId, admin } = room
    const sheet = await sheetOf(documents().exports.changeLog(admin, treeId, { activityTypes: ['UPLOAD'] }))
    expect(sheet.fileName).toBe(`${slug}-documents-change-log-${today}.xlsx`)
    expect(sheet.rows[0]).toEqual([
      'Time',
      'User',
      'User groups',
      'Activity',
      'Document',
      'Path',
      'Former path',
      'Version',
      'Seen by before',
      'Seen by',
    ])
    expect(column(sheet, 'Document').slice(0, 2)).toEqual(['root.txt', 'came from Falcon.pdf'])
    const { histories } = documents()
    const entries = await histories.page(await histories.open(admin, treeId, { activityTypes: ['UPLOAD'] }), {
      limit: 200,
      offset: 0,
    })
    expect(column(sheet, 'Time')).toEqual(entries.map((entry) => entry.createdAt))
    expect(new Set(column(sheet, 'User groups'))).toEqual(new Set(['Sellers']))
    expect(new Set(column(sheet, 'Activity'))).toEqual(new Set(['Upload']))
    expect(new Set(column(sheet, 'Version'))).toEqual(new Set([1]))
    const found = await sheetOf(
      documents().exports.changeLog(admin, treeId, {
        search: 'a 9',
        fileTypes: ['pdf'],
        ancestorIds: [ids.get('2 Permits') ?? ''],
      }),
    )
    expect(column(found, 'Path')).toEqual(['2 Permits/a 9.pdf'])
    expect(await outcomeOf(documents().exports.changeLog(admin, treeId, { activityTypes: ['VIEW'] }))).toBe(
      'BAD_USER_INPUT',
    )
    expect(
      await outcomeOf(documents().exports.changeLog(admin, treeId, { userGroupIds: [admin.groupId] })),
    ).toBe('FORBIDDEN')
  })
})

describe('the access log', () => {
  test('DOC-38 DOP-32 has views and downloads with user, company, document, path, action and time', async () => {
    const { documents, slug, treeId, admin, access } = room
    const person = await database.db.transaction().execute((tx) =>
      createPerson(tx, {
        email: 'ann@exports.example',
        firstName: 'Ann',
        lastName: 'Reader',
        companyName: 'Northwind Energy',
      }),
    )
    await access(person, 'VIEW', 'b.pdf')
    await access(person, 'DOWNLOAD', 'Kestrel terms.docx')
    await access(person, 'PRINT', 'b.pdf')
    await access(admin.personId, 'DOWNLOAD', 'root.txt')
    // In a view of others, which only who sees permissions may know by name.
    await access(admin.personId, 'VIEW', 'root.txt', 'Lenders')
    const sheet = await sheetOf(documents().exports.accessLog(admin, treeId))
    expect(sheet.fileName).toBe(`${slug}-documents-access-log-${today}.xlsx`)
    expect(sheet.rows[0]).toEqual(['Time', 'User', 'Company', 'Document', 'Path', 'Action'])
    expect(sheet.rows.slice(1).map((row) => row.slice(1))).toEqual([
      [expect.stringMatching(/^Pat /), null, 'root.txt', 'root.txt', 'View as Lenders'],
      [expect.stringMatching(/^Pat /), null, 'root.txt', 'root.txt', 'Download'],
      ['Ann Reader', 'Northwind Energy', 'b.pdf', '2 Permits/b.pdf', 'Print'],
      [
        'Ann Reader',
        'Northwind Energy',
        'Kestrel terms.docx',
        '1 Falcon bids/Merlin/Kestrel terms.docx',
        'Download',
      ],
      ['Ann Reader', 'Northwind Energy', 'b.pdf', '2 Permits/b.pdf', 'View'],
    ])
    const moments = column(sheet, 'Time') as Date[]
    expect(moments.every((at) => Math.abs(Date.now() - at.getTime()) < 60_000)).toBe(true)
  })

  test('DOP-32 many rows come whole and once, also those of one moment', async () => {
    const { make, documents, upload, place, treeId, admin } = room
    const tree = await make.tree({ ...place, type: 'REPORTS', portfolioId: (await make.portfolio(place)).id })
    const top = await upload(admin, treeId, `tree:${treeId}`, 'busy.txt')
    await database.pool.query(
      `insert into activity (kind, person_id, session_id, tree_id, document_id, recorded_path, at)
       select 'VIEW', $1, $2, $3, $4, 'busy ' || n || '.txt', '2020-01-01T00:00:00.000123Z'::timestamptz + (n / 100) * interval '1 microsecond'
       from generate_series(1, 4321) n`,
      [admin.personId, newId(), tree, top],
    )
    const reader = await make.actorWith(
      {
        ...place,
        portfolioId: (
          await database.pool.query('select portfolio_id from document_tree where id = $1', [tree])
        ).rows[0].portfolio_id,
      },
      ['REPORTS_ADMIN', 'ACCESS_LOG_VIEW'],
    )
    const sheet = await sheetOf(documents().exports.accessLog(reader, tree))
    const seen = column(sheet, 'Document')
    expect(seen).toHaveLength(4321)
    expect(new Set(seen).size).toBe(4321)
    expect([seen[0], seen.at(-1)]).toEqual(['busy 4321.txt', 'busy 1.txt'])
  })
})

// Last, since the room is numbered from here on.
test('in a numbered room its numbers stand before the names, as each reader sees them', async () => {
  const { documents, treeId, admin, auditor, index, access } = room
  await documents().numbering.set(admin, treeId, 'EACH_READER')
  const sheet = await sheetOf(index(admin, { folderId: room.ids.get('2 Permits') ?? '' }))
  expect(sheet.rows[0]).toEqual(['Modified', 'Path', 'Number', 'Name', 'Link'])
  expect(sheet.rows.slice(1).map((row) => row.slice(2, 4))).toEqual([
    ['2.1', 'Zoning'],
    ['2.1.1', '=SUM(1).xlsx'],
    ['2.2', 'a 9.pdf'],
    ['2.3', 'A 10.pdf'],
    ['2.4', 'b.pdf'],
  ])
  // Whoever does not see the first folder counts without it.
  const own = await sheetOf(index(auditor))
  expect(column(own, 'Name')[0]).toBe('2 Permits')
  expect(column(own, 'Number')[0]).toBe('1')
  await access(admin.personId, 'VIEW', 'b.pdf')
  const log = await sheetOf(documents().exports.accessLog(admin, treeId))
  expect(log.rows[0]).toEqual(['Time', 'User', 'Company', 'Number', 'Document', 'Path', 'Action'])
  expect(log.rows[1]?.slice(3, 5)).toEqual(['2.4', 'b.pdf'])
})
