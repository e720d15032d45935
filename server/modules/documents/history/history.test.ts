import { beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, type Permission } from '../../../../shared/permissions.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import type { Actor } from '../../../access/actor.ts'
import { createTree } from '../index.ts'
import type { HistoryFilter } from './history.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)

/** Reads and changes documents, and reads their history, but is no admin: hidden folders stay hidden. */
const CHRONICLER: readonly Permission[] = [
  'DOCUMENTS_VIEW',
  'DOCUMENTS_EDIT',
  'DOCUMENTS_DELETE',
  'DOCUMENTS_HISTORY_VIEW',
]

let place: { organisationId: string; portfolioId: string }
let treeId: string
let admin: Actor & { groupId: string }
let chronicler: Actor & { groupId: string }
let usersAdmin: Actor & { groupId: string }

beforeAll(async () => {
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  place = { organisationId, portfolioId: portfolio.id }
  treeId = await make.tree(place)
  admin = await make.actorWith(place, 'Deal Room Admin', 'Sellers')
  chronicler = await make.actorWith(place, CHRONICLER, 'Chroniclers')
  usersAdmin = await make.actorWith(place, [...CHRONICLER, 'USERS_ADMIN'], 'Administrators')
})

const folder = async (path: string, tree = treeId): Promise<string> => {
  const made = await documents().createFolders(admin, { treeId: tree, parentId: null, folderPaths: [path] })
  return made[0]?.id ?? ''
}
const deny = (documentId: string, groupId: string) =>
  documents().updatePermission(admin, {
    treeId,
    permissionId: `${documentId}:${groupId}`,
    permissible: false,
  })
const permit = (documentId: string, groupId: string) =>
  documents().updatePermission(admin, { treeId, permissionId: `${documentId}:${groupId}`, permissible: true })
const move = (documentId: string, to: string) =>
  documents().move(admin, { treeId, destinationParentId: to, sourceDocumentIds: [documentId] })
const remove = (documentId: string) => documents().remove(admin, { treeId, documentIds: [documentId] })

const read = async (
  actor: Actor,
  filter: HistoryFilter = {},
  page = { limit: 200, offset: 0 },
  tree = treeId,
) => {
  const { histories } = documents()
  const history = await histories.open(actor, tree, filter)
  return { count: await histories.count(history), entries: await histories.page(history, page) }
}
/** One line for each entry: "UPLOAD Folder/file.pdf". */
const lines = async (actor: Actor, filter: HistoryFilter = {}): Promise<string[]> => {
  const { count, entries } = await read(actor, filter)
  expect(entries).toHaveLength(count)
  return entries.map((entry) => `${entry.activityType} ${entry.recordedPath}`)
}
const code = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('entries', () => {
  test('HIST-05 HIST-06 HIST-10 HIST-11 HIST-12 each operation is one entry with its path then, newest first', async () => {
    const top = await folder('Life')
    const other = await folder('Elsewhere')
    const file = await upload(admin, treeId, top, 'Lease.docx')
    await upload(chronicler, treeId, top, 'lease.docx', 'a longer text')
    await documents().rename(admin, { treeId, documentId: file, name: 'Lease final.pdf' })
    await move(file, other)
    await remove(file)
    const { count, entries } = await read(admin, { search: 'lease final' })
    expect(count).toBe(5)
    expect(
      entries.map(({ activityType, recordedPath, formerPath, version, active, document }) => ({
        activityType,
        recordedPath,
        formerPath,
        version,
        active,
        document: document?.name ?? null,
      })),
    ).toEqual(
      [
        ['DELETE', 'Elsewhere/Lease final.pdf', null, 2],
        ['MOVE', 'Elsewhere/Lease final.pdf', 'Life/Lease final.pdf', 2],
        ['RENAME', 'Life/Lease final.pdf', 'Life/Lease.docx', 2],
        ['UPLOAD', 'Life/Lease.docx', null, 2],
        ['UPLOAD', 'Life/Lease.docx', null, 1],
      ].map(([activityType, recordedPath, formerPath, version]) => ({
        activityType,
        recordedPath,
        formerPath,
        version,
        active: false,
        document: null,
      })),
    )
    const moments = entries.map((entry) => entry.createdAt.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => b - a))
    expect(entries.map((entry) => entry.personId)).toEqual(
      [admin, admin, admin, chronicler, admin].map((actor) => actor.personId),
    )
    const [made] = (await read(admin, { search: 'elsewhere' })).entries
    expect(made).toMatchObject({ activityType: 'CREATE_FOLDER', version: null, active: true })
    expect(made?.document?.name).toBe('Elsewhere')
  })

  test('HIST-06 a folder that goes takes one entry for each document in it', async () => {
    await upload(admin, treeId, await folder('Going/Inner'), 'one.pdf')
    const going = (await read(admin, { search: 'going' })).entries[0]?.document
    await remove(going?.id ?? '')
    expect((await lines(admin, { activityTypes: ['DELETE'] })).filter((line) => /Going/.test(line))).toEqual(
      expect.arrayContaining(['DELETE Going', 'DELETE Going/Inner', 'DELETE Going/Inner/one.pdf']),
    )
  })

  test("HIST-05 an entry names its person's groups that are on the tree's entity, and no others", async () => {
    const elsewhere = await make.portfolio({ organisationId: place.organisationId })
    const more = await make.group({
      ...place,
      role: 'Viewer',
      name: 'Advisers',
      portfolioIds: [place.portfolioId, elsewhere.id],
    })
    const away = await make.group({
      ...place,
      role: 'Viewer',
      name: 'Elsewhere only',
      portfolioIds: [elsewhere.id],
    })
    const wide = await make.group({ ...place, role: 'Viewer', name: 'Staff', organisationWide: true })
    for (const group of [more, away, wide]) await make.member(group, chronicler.personId)
    await upload(chronicler, treeId, await folder('Groups'), 'groups.txt')
    const [entry] = (await read(admin, { search: 'groups.txt' })).entries
    expect(entry?.userGroups.map((group) => group.name)).toEqual(['Advisers', 'Chroniclers', 'Staff'])
  })

  test('HIST-10 pages of a history follow each other, and the count is that of all of them', async () => {
    const top = await folder('Pages')
    const names = Array.from({ length: 25 }, (_, index) => `page ${String(index).padStart(2, '0')}.txt`)
    for (const name of names) await upload(admin, treeId, top, name)
    const filter = { ancestorIds: [top] }
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => read(admin, filter, { limit: 10, offset })),
    )
    expect(pages.map((page) => page.entries.length)).toEqual([10, 10, 5, 0])
    expect(new Set(pages.map((page) => page.count))).toEqual(new Set([25]))
    expect(pages.flatMap((page) => page.entries.map((entry) => entry.document?.name))).toEqual(
      names.toReversed(),
    )
  })
})

describe('filters', () => {
  let ppas: string
  let permits: string

  beforeAll(async () => {
    ppas = await folder('Filters/PPAs')
    permits = await folder('Filters/Permits')
    await upload(admin, treeId, ppas, 'Kayenta PPA.pdf')
    await upload(chronicler, treeId, ppas, 'Kayenta price.xlsx')
    await upload(chronicler, treeId, permits, 'Kayenta zoning.pdf')
    await remove(await upload(admin, treeId, permits, 'Kayenta lost.pdf'))
  })
  const filters = async () => (await read(admin, { search: 'filters' })).entries[0]?.document?.id ?? ''

  test('HIST-08 by folder, activity type and file type, each and all together with the search', async () => {
    expect(await lines(admin, { ancestorIds: [permits] })).toEqual([
      'DELETE Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta zoning.pdf',
    ])
    expect(await lines(admin, { ancestorIds: [permits, ppas] })).toHaveLength(5)
    expect(await lines(admin, { ancestorIds: [await filters()], activityTypes: ['DELETE'] })).toHaveLength(1)
    expect(
      await lines(admin, { ancestorIds: [await filters()], activityTypes: ['DELETE', 'CREATE_FOLDER'] }),
    ).toHaveLength(3)
    expect(await lines(admin, { ancestorIds: [await filters()], fileTypes: ['XLSX'] })).toEqual([
      'UPLOAD Filters/PPAs/Kayenta price.xlsx',
    ])
    expect(await lines(admin, { ancestorIds: [await filters()], fileTypes: ['folder'] })).toEqual([
      'CREATE_FOLDER Filters/Permits',
      'CREATE_FOLDER Filters/PPAs',
    ])
    expect(
      await lines(admin, { ancestorIds: [await filters()], fileTypes: ['folder', 'xlsx'] }),
    ).toHaveLength(3)
    expect(
      await lines(admin, {
        search: 'kayenta',
        ancestorIds: [permits, ppas],
        activityTypes: ['UPLOAD'],
        fileTypes: ['pdf'],
      }),
    ).toEqual([
      'UPLOAD Filters/Permits/Kayenta lost.pdf',
      'UPLOAD Filters/Permits/Kayenta zoning.pdf',
      'UPLOAD Filters/PPAs/Kayenta PPA.pdf',
    ])
  })

  test('HIST-07 the folders that it is narrowed to are named, as far as they are there and the reader sees them', async () => {
    const [there, gone, hidden] = [
      await folder('Named'),
      await folder('Named and gone'),
      await folder('Unnamed'),
    ]
    await remove(gone)
    const named = async (actor: Actor, ancestorIds: string[]) => {
      const { histories } = documents()
      const history = await histories.open(actor, treeId, { ancestorIds })
      return (await histories.ancestors(history)).map((document) => document.name)
    }
    expect((await named(admin, [there, gone, hidden])).toSorted()).toEqual(['Named', 'Unnamed'])
    await deny(hidden, chronicler.groupId)
    expect(await code(named(chronicler, [there, hidden]))).toBe('BAD_USER_INPUT')
    expect(await named(chronicler, [there])).toEqual(['Named'])
    expect(await named(admin, [])).toEqual([])
  })

  test('API-088 rootId shows what is below a folder, the history of a file, and both limits with ancestorIds', async () => {
    const root = `tree:${treeId}`
    expect(await lines(admin, { rootId: permits })).toHaveLength(3)
    expect(await lines(admin, { rootId: root })).toEqual(await lines(admin))
    expect(await lines(admin, { rootId: root, ancestorIds: [ppas] })).toHaveLength(2)
    expect(await lines(admin, { rootId: ppas, ancestorIds: [await filters(), permits] })).toHaveLength(2)
    expect(await lines(admin, { rootId: ppas, ancestorIds: [permits] })).toEqual([])
    const file = (await read(admin, { search: 'kayenta price' })).entries[0]?.document
    expect(await lines(admin, { rootId: file?.id ?? '' })).toEqual(['UPLOAD Filters/PPAs/Kayenta price.xlsx'])
  })

  test('HIST-08 HIST-09 by user group, for users admins alone', async () => {
    const asked = { ancestorIds: [ppas], userGroupIds: [chronicler.groupId] }
    expect(await lines(usersAdmin, asked)).toEqual(['UPLOAD Filters/PPAs/Kayenta price.xlsx'])
    expect(
      await lines(usersAdmin, { ...asked, userGroupIds: [chronicler.groupId, admin.groupId] }),
    ).toHaveLength(2)
    expect(await code(read(admin, asked))).toBe('FORBIDDEN')
    expect(await code(read(admin, { ...asked, userGroupIds: [] }))).toBe('ok')
    expect(await code(documents().histories.userGroups(admin, treeId))).toBe('FORBIDDEN')
    const offered = await documents().histories.userGroups(usersAdmin, treeId)
    expect(offered.map((group) => group.name)).toEqual([
      'Administrators',
      'Advisers',
      'Chroniclers',
      'Sellers',
      'Staff',
    ])
  })

  test('HIST-08 the search ignores case, takes %, _ and \\ as they are, and begins with 3 characters', async () => {
    const top = await folder('Signs')
    for (const name of ['100% sun.txt', '100x sun.txt', 'a_b sun.txt', 'axb sun.txt', 'Öl Übersicht.txt']) {
      await upload(admin, treeId, top, name)
    }
    const found = async (search: string) =>
      (await lines(admin, { search, ancestorIds: [top] })).map((line) => line.replace('UPLOAD Signs/', ''))
    expect(await found('100% ')).toEqual(['100% sun.txt'])
    expect(await found('a_b')).toEqual(['a_b sun.txt'])
    expect(await found('SUN')).toHaveLength(4)
    expect(await found('\\\\\\')).toEqual([])
    expect(await found('öl übersicht')).toEqual(['Öl Übersicht.txt'])
    expect(await found(' a_ ')).toHaveLength(5)
  })

  test('HIST-08 the search finds a document by the name that it had then, too', async () => {
    const top = await folder('Names')
    const file = await upload(admin, treeId, top, 'Working title.txt')
    await documents().rename(admin, { treeId, documentId: file, name: 'Printed title.txt' })
    await upload(admin, treeId, top, 'Working title.txt')
    const paths = await lines(admin, { search: 'working', ancestorIds: [top] })
    expect(paths).toEqual(['UPLOAD Names/Working title.txt', 'UPLOAD Names/Working title.txt'])
    expect(await lines(admin, { search: 'printed', ancestorIds: [top] })).toHaveLength(2)
  })

  test('HIST-08 API-088 what is no value of a filter is refused, what is hidden like what is unknown', async () => {
    const hidden = await folder('Hidden from chroniclers')
    await deny(hidden, chronicler.groupId)
    const unknown = '018f0000-0000-7000-8000-000000000000'
    for (const filter of [
      { ancestorIds: [hidden] },
      { ancestorIds: [unknown] },
      { ancestorIds: ['no id'] },
      { activityTypes: ['VIEW'] },
      { fileTypes: ['nothing'] },
      { ancestorIds: Array.from({ length: 101 }, (_, index) => String(index)) },
    ]) {
      expect([filter, await code(read(chronicler, filter))]).toEqual([filter, 'BAD_USER_INPUT'])
    }
    expect(await code(read(usersAdmin, { userGroupIds: [unknown] }))).toBe('BAD_USER_INPUT')
    for (const rootId of [hidden, unknown, 'no id']) {
      expect(await code(read(chronicler, { rootId }))).toBe('NOT_FOUND')
    }
  })

  test('HIST-13 file types are the extensions that the actor sees, with folders as a kind of their own', async () => {
    const tree = await make.tree({ ...place, type: 'REPORTS' })
    const top = await folder('Types', tree)
    expect(await documents().histories.fileTypes(await documents().tree(admin, tree))).toEqual(['folder'])
    for (const name of ['a.PDF', 'b.pdf', 'c.dwg', 'README', 'd.folder']) await upload(admin, tree, top, name)
    const gone = await upload(admin, tree, top, 'gone.kmz')
    await documents().remove(admin, { treeId: tree, documentIds: [gone] })
    const secret = await folder('Secret', tree)
    await upload(admin, tree, secret, 'price.xlsx')
    const reader = await make.actorWith(place, ['REPORTS_VIEW', 'REPORTS_HISTORY_VIEW'])
    await documents().updatePermission(admin, {
      treeId: tree,
      permissionId: `${secret}:${reader.groupId}`,
      permissible: false,
    })
    const typesOf = async (actor: Actor) =>
      documents().histories.fileTypes(await documents().tree(actor, tree))
    expect(await typesOf(admin)).toEqual(['folder', 'dwg', 'pdf', 'xlsx'])
    expect(await typesOf(reader)).toEqual(['folder', 'dwg', 'pdf'])
    expect(await code(read(reader, { fileTypes: ['xlsx'] }, undefined, tree))).toBe('BAD_USER_INPUT')
    // What is deleted is no longer offered, but an address that names it still works.
    expect((await read(reader, { fileTypes: ['kmz'] }, undefined, tree)).count).toBe(2)
  })
})

describe('who sees what', () => {
  test('HIST-02 HIST-03 ORG-53 ORG-56 OAM-09 each type of tree has its own history right', async () => {
    const reports = await make.portfolio({ organisationId: place.organisationId })
    const there = { ...place, portfolioId: reports.id }
    const trees = {
      DOCUMENTS: await make.tree(there),
      REPORTS: await make.tree({ ...there, type: 'REPORTS' }),
    }
    const rights: [keyof typeof trees, Permission][] = [
      ['DOCUMENTS', 'DOCUMENTS_HISTORY_VIEW'],
      ['REPORTS', 'REPORTS_HISTORY_VIEW'],
    ]
    for (const [type, right] of rights) {
      const without = PERMISSIONS.filter((permission) => permission !== right && permission !== 'ORG_ADMIN')
      const refused = await make.actorWith(there, without)
      expect([type, await code(read(refused, {}, undefined, trees[type]))]).toEqual([type, 'FORBIDDEN'])
      const tree = await documents().tree(refused, trees[type])
      expect(tree.rights).toMatchObject({ admin: true, history: false })
      const allowed = await make.actorWith(there, [
        right,
        type === 'DOCUMENTS' ? 'DOCUMENTS_VIEW' : 'REPORTS_VIEW',
      ])
      expect(await code(read(allowed, {}, undefined, trees[type]))).toBe('ok')
      // The history right alone doesn't open the tree.
      const blind = await make.actorWith(there, [right])
      expect(await code(read(blind, {}, undefined, trees[type]))).toBe('FORBIDDEN')
    }
    const stranger = await make.actor(await make.person())
    expect(await code(read(stranger))).toBe('NOT_FOUND')
  })

  test('OAM-09 the history of an O&M tree is for its admins', async () => {
    const { organisationId } = place
    const tree = await database.db
      .transaction()
      .execute((tx) => createTree(tx, { type: 'O_AND_M', organisationId }))
    const inGroup = async (role: readonly Permission[]) => {
      const personId = await make.person()
      await make.member(await make.group({ organisationId, role, organisationWide: true }), personId)
      return make.actor(personId)
    }
    expect(await code(read(await inGroup(['O_AND_M_ADMIN']), {}, undefined, tree))).toBe('ok')
    const viewer = await inGroup(['O_AND_M_VIEW', 'DOCUMENTS_HISTORY_VIEW', 'REPORTS_HISTORY_VIEW'])
    expect(await code(read(viewer, {}, undefined, tree))).toBe('FORBIDDEN')
  })

  test('HIST-14 only what the actor may view, deleted documents by the permissions that they had', async () => {
    const open = await folder('Open room')
    const closed = await folder('Closed room')
    await deny(closed, chronicler.groupId)
    await upload(admin, treeId, closed, 'offer Northwind.pdf')
    await remove(await upload(admin, treeId, closed, 'withdrawn Northwind.pdf'))
    await remove(await upload(admin, treeId, open, 'gone Northwind.pdf'))
    expect(await lines(chronicler, { search: 'northwind' })).toEqual([
      'DELETE Open room/gone Northwind.pdf',
      'UPLOAD Open room/gone Northwind.pdf',
    ])
    expect(await lines(chronicler, { search: 'closed room' })).toEqual([])
    expect(await lines(admin, { search: 'northwind' })).toHaveLength(5)
  })

  test('HIST-14 the name of a denied folder shows in no path, and finds nothing', async () => {
    const open = await folder('Public')
    const closed = await folder('Project Falcon/Bids')
    const falcon = (await documents().ancestors(await documents().document(admin, treeId, closed))).at(-1)
    await deny(falcon?.id ?? '', chronicler.groupId)
    const file = await upload(admin, treeId, closed, 'teaser.pdf')
    await move(file, open)
    await permit(file, chronicler.groupId)
    const { entries } = await read(chronicler, { search: 'teaser' })
    expect(entries.map((entry) => [entry.activityType, entry.recordedPath, entry.formerPath])).toEqual([
      ['MOVE', 'Public/teaser.pdf', '…/teaser.pdf'],
      ['UPLOAD', '…/teaser.pdf', null],
    ])
    expect(JSON.stringify((await read(chronicler)).entries)).not.toMatch(/falcon|bids/i)
    for (const search of ['falcon', 'bids', 'bids/teaser', 'falcon/bids']) {
      expect(await lines(chronicler, { search })).toEqual([])
    }
    expect((await read(admin, { search: 'teaser' })).entries[1]?.recordedPath).toBe(
      'Project Falcon/Bids/teaser.pdf',
    )
    // Only a folder that is closed is left out: the one inside may be seen.
    await permit(closed, chronicler.groupId)
    await deny(closed, chronicler.groupId)
    await permit(falcon?.id ?? '', chronicler.groupId)
    await deny(closed, chronicler.groupId)
    expect((await read(chronicler, { search: 'teaser' })).entries[1]?.recordedPath).toBe(
      'Project Falcon/…/teaser.pdf',
    )
  })

  test('HIST-08 DOP-35 what was deleted in a folder is found below it after the folder moved', async () => {
    const target = await folder('Archive')
    const moved = await folder('Working papers')
    await remove(await upload(admin, treeId, moved, 'scratch.txt'))
    await move(moved, target)
    for (const ancestor of [moved, target]) {
      const found = await lines(admin, { ancestorIds: [ancestor], activityTypes: ['DELETE'] })
      expect(found).toEqual(['DELETE Working papers/scratch.txt'])
    }
  })
})
