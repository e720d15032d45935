import { beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { type ReadSheet, readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import type { Actor } from '../../../access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import { createPerson } from '../../accounts/index.ts'
import { createTree } from '../index.ts'
import type { Export } from './exports.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)

/** Reads every log of a tree, but is no admin of its documents. */
const AUDITOR: readonly Permission[] = ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'ACCESS_LOG_VIEW']
const ORIGIN = 'https://rooms.example.com'

let place: { organisationId: string; portfolioId: string }
let slug: string
let treeId: string
let admin: Actor & { groupId: string }
let auditor: Actor & { groupId: string }
const ids = new Map<string, string>()

const sheetOf = async (exported: Promise<Export>): Promise<ReadSheet & { fileName: string }> => {
  const { fileName, spreadsheet } = await exported
  const pieces: Uint8Array[] = []
  for await (const piece of spreadsheetBytes(spreadsheet)) pieces.push(piece)
  const [sheet] = readSpreadsheet(Buffer.concat(pieces))
  if (!sheet) throw new Error('There is no sheet.')
  return { ...sheet, fileName }
}
const index = (
  actor: Actor,
  more: Partial<{ treeId: string; columns: string[]; folderId: string | null }> = {},
) => documents().exports.fileIndex(actor, { treeId, columns: [], folderId: null, origin: ORIGIN, ...more })
const column = (sheet: ReadSheet, header: string): unknown[] => {
  const at = sheet.rows[0]?.indexOf(header) ?? -1
  return sheet.rows.slice(1).map((row) => row[at] ?? null)
}
const code = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )
const today = new Date().toISOString().slice(0, 10)
/** Everything that a file says, in cells and in links. */
const wording = (sheet: ReadSheet): string => JSON.stringify([sheet.rows, [...sheet.links]])

async function access(personId: string, kind: 'VIEW' | 'DOWNLOAD', name: string) {
  const { rows } = await database.pool.query('select current_version_id as id from document where id = $1', [
    ids.get(name),
  ])
  await documents().logAccess({ personId, sessionId: newId() }, rows[0].id, kind)
}

beforeAll(async () => {
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId, name: 'Kayenta Solar' })
  slug = portfolio.slug
  place = { organisationId, portfolioId: portfolio.id }
  treeId = await make.tree(place)
  admin = await make.actorWith(place, 'Deal Room Admin', 'Sellers')
  auditor = await make.actorWith(place, AUDITOR, 'Auditors')
  const paths = ['10 Tax', '2 Permits', '2 Permits/Zoning', '1 Falcon bids', '1 Falcon bids/Merlin']
  const folders = await documents().createFolders(admin, { treeId, parentId: null, folderPaths: paths })
  for (const [place, folder] of folders.entries()) ids.set(paths[place] ?? '', folder.id)
  const files: [string, string][] = [
    ['2 Permits', 'b.pdf'],
    ['2 Permits', 'A 10.pdf'],
    ['2 Permits', 'a 9.pdf'],
    ['2 Permits/Zoning', '=SUM(1).xlsx'],
    ['1 Falcon bids', 'Osprey price.xlsx'],
    ['1 Falcon bids/Merlin', 'Kestrel terms.docx'],
    ['10 Tax', 'came from Falcon.pdf'],
  ]
  for (const [folder, name] of files) ids.set(name, await upload(admin, treeId, ids.get(folder) ?? '', name))
  ids.set('root.txt', await upload(admin, treeId, `tree:${treeId}`, 'root.txt'))
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${ids.get('1 Falcon bids')}:${auditor.groupId}`,
    permissible: false,
  })
})

describe('the file index', () => {
  test('DOP-29 DOP-31 lists the tree in the order of its lists, with path, dates and links', async () => {
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
    const sheet = await sheetOf(index(admin, { columns: ['size', 'download_url', 'created', 'name'] }))
    expect(sheet.rows[0]).toEqual(['Modified', 'Path', 'Name', 'Link', 'Download URL', 'Created', 'Size'])
    expect(sheet.rows[5]?.slice(4)).toEqual([null, expect.any(Date)])
    expect(sheet.rows.at(-1)?.slice(4)).toEqual([
      `${ORIGIN}/documents/${treeId}/${ids.get('root.txt')}/download`,
      expect.any(Date),
      7,
    ])
    expect(await code(index(admin, { columns: ['size', 'owner'] }))).toBe('BAD_USER_INPUT')
    expect(await code(index(admin, { columns: ['constructor'] }))).toBe('BAD_USER_INPUT')
  })

  test('DOP-31 folderId narrows it to what is below a folder', async () => {
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
      expect([id, await code(index(admin, { folderId: id }))]).toEqual([id, 'NOT_FOUND'])
    }
    expect(await code(index(auditor, { folderId: ids.get('1 Falcon bids') ?? '' }))).toBe('NOT_FOUND')
  })

  test('DOP-31 large and many folders are listed whole, in order', async () => {
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
    expect(await code(documents().exports.changeLog(admin, treeId, { activityTypes: ['VIEW'] }))).toBe(
      'BAD_USER_INPUT',
    )
    expect(await code(documents().exports.changeLog(admin, treeId, { userGroupIds: [admin.groupId] }))).toBe(
      'FORBIDDEN',
    )
  })
})

describe('the access log', () => {
  test('DOC-38 DOP-32 has views and downloads with user, company, document, path, action and time', async () => {
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
    await access(admin.personId, 'DOWNLOAD', 'root.txt')
    const sheet = await sheetOf(documents().exports.accessLog(admin, treeId))
    expect(sheet.fileName).toBe(`${slug}-documents-access-log-${today}.xlsx`)
    expect(sheet.rows[0]).toEqual(['Time', 'User', 'Company', 'Document', 'Path', 'Action'])
    expect(sheet.rows.slice(1).map((row) => row.slice(1))).toEqual([
      [expect.stringMatching(/^Pat /), null, 'root.txt', 'root.txt', 'Download'],
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

describe('who gets what', () => {
  test('ORG-47 ORG-53 ORG-56 each needs its right besides the view right', async () => {
    const { exports } = documents()
    const asked = async (actor: Actor, tree = treeId) => [
      await code(index(actor, { treeId: tree })),
      await code(exports.changeLog(actor, tree, {})),
      await code(exports.accessLog(actor, tree)),
    ]
    expect(await asked(admin)).toEqual(['ok', 'ok', 'ok'])
    expect(await asked(await make.actorWith(place, 'Viewer'))).toEqual(['ok', 'FORBIDDEN', 'FORBIDDEN'])
    const blind = await make.actorWith(place, ['ACCESS_LOG_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'REPORTS_VIEW'])
    expect(await asked(blind)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    expect(await asked(await make.actor(await make.person()))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    expect(await asked(admin, newId())).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
  })

  test('DOP-31 DOP-32 DOP-33 HIST-14 the names below a denied folder are in no spreadsheet', async () => {
    // Out of the denied folder and open to all, but it remembers where it came from.
    const merlin = ids.get('1 Falcon bids/Merlin') ?? ''
    const moved = await upload(admin, treeId, merlin, 'open letter.pdf')
    ids.set('open letter.pdf', moved)
    for (const name of ['open letter.pdf', 'Kestrel terms.docx', 'Osprey price.xlsx']) {
      await access(admin.personId, 'DOWNLOAD', name)
    }
    await documents().move(admin, {
      treeId,
      destinationParentId: ids.get('10 Tax') ?? '',
      sourceDocumentIds: [moved],
    })
    await documents().updatePermission(admin, {
      treeId,
      permissionId: `${moved}:${auditor.groupId}`,
      permissible: true,
    })
    const { exports } = documents()
    const denied = /Falcon bids|Merlin|Osprey|Kestrel/
    const sheets = async (actor: Actor) => [
      await sheetOf(index(actor, { columns: ['download_url', 'created', 'size'] })),
      await sheetOf(exports.changeLog(actor, treeId, {})),
      await sheetOf(exports.accessLog(actor, treeId)),
    ]
    for (const sheet of await sheets(auditor)) {
      expect(wording(sheet)).not.toMatch(denied)
      expect(wording(sheet)).toMatch(/open letter/)
    }
    for (const sheet of await sheets(admin)) expect(wording(sheet)).toMatch(denied)
    const [, changes, accesses] = await sheets(auditor)
    expect(changes && column(changes, 'Former path')).toContain('…/open letter.pdf')
    expect(accesses && column(accesses, 'Path')).toContain('…/open letter.pdf')
    for (const fail of [
      () => index(auditor, { folderId: ids.get('1 Falcon bids') ?? '' }),
      () => exports.changeLog(auditor, treeId, { ancestorIds: [merlin] }),
    ]) {
      const message = await fail().catch((error: Error) => error.message)
      expect(message).toEqual(expect.not.stringMatching(denied))
    }
  })

  test('AUTH-35 an export ends when the right to it does', async () => {
    const short = await make.actorWith(place, AUDITOR)
    const { spreadsheet } = await documents().exports.accessLog(short, treeId)
    await database.pool.query('delete from membership where person_id = $1', [short.personId])
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await expect(spreadsheet.rows[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('OAM-09 DOP-31 the spreadsheets of an O&M tree bear the name of the organisation', async () => {
    const { organisationId } = place
    const tree = await database.db
      .transaction()
      .execute((tx) => createTree(tx, { type: 'O_AND_M', organisationId }))
    const personId = await make.person()
    const group = await make.group({ organisationId, role: ['O_AND_M_ADMIN'], organisationWide: true })
    await make.member(group, personId)
    const actor = await make.actor(personId)
    const [folder] = await documents().createFolders(actor, {
      treeId: tree,
      parentId: null,
      folderPaths: ['Inverters'],
    })
    const sheet = await sheetOf(index(actor, { treeId: tree }))
    const { rows } = await database.pool.query('select slug from organisation where id = $1', [
      organisationId,
    ])
    expect(sheet.fileName).toBe(`${rows[0].slug}-o-and-m-file-index-${today}.xlsx`)
    expect(column(sheet, 'Link')).toEqual([`${ORIGIN}/${rows[0].slug}/o-and-m/${folder?.id}`])
    expect(await code(documents().exports.changeLog(actor, tree, {}))).toBe('ok')
  })
})
