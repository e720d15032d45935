import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { outcomeOf } from '../../../../testing/outcome.ts'
import type { Actor } from '../../../access/actor.ts'
import { newId } from '../../../platform/ids.ts'
import { createPerson } from '../../accounts/index.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)

let place: { organisationId: string; portfolioId: string }
let treeId: string
let admin: Actor & { groupId: string }
/** Runs the deal room, but is no admin of its documents: hidden ones stay hidden. */
let manager: Actor & { groupId: string }
const files = new Map<string, string>()

/** A reader of a company, in sessions that the test names. */
async function reader(firstName: string, company: string | null): Promise<string> {
  return database.db.transaction().execute((tx) =>
    createPerson(tx, {
      email: `${firstName.toLowerCase()}@analytics.example`,
      firstName,
      lastName: 'Reader',
      ...(company ? { companyName: company } : {}),
    }),
  )
}

async function access(personId: string, sessionId: string, kind: 'VIEW' | 'DOWNLOAD', name: string) {
  const { rows } = await database.pool.query('select current_version_id as id from document where id = $1', [
    files.get(name),
  ])
  await documents().logAccess({ personId, sessionId }, rows[0].id, kind)
}

beforeAll(async () => {
  ;({ place, treeId } = await make.room())
  admin = await make.actorWith(place, 'Deal Room Admin')
  manager = await make.actorWith(place, ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'])
  const folderIds = await documents().createFolders(admin, {
    treeId,
    parentId: null,
    folderPaths: ['Open', 'Sealed bids'],
  })
  const [open = '', sealed = ''] = folderIds.map((folder) => folder.id)
  for (const name of ['A lease.pdf', 'B survey.pdf', 'C memo.pdf']) {
    files.set(name, await upload(admin, treeId, open, name))
  }
  files.set('Northwind bid.pdf', await upload(admin, treeId, sealed, 'Northwind bid.pdf'))
  await documents().updatePermission(admin, {
    treeId,
    permissionId: `${sealed}:${manager.groupId}`,
    permissible: false,
  })
  const ann = await reader('Ann', 'Northwind Energy')
  const ben = await reader('Ben', 'Northwind Energy')
  const cat = await reader('Cat', 'Acme Advisers')
  const dan = await reader('Dan', null)
  const sessions = Array.from({ length: 6 }, newId)
  const [s1 = '', s2 = '', s3 = '', s4 = '', s5 = '', s6 = ''] = sessions
  const log: [string, string, 'VIEW' | 'DOWNLOAD', string][] = [
    [ann, s1, 'VIEW', 'A lease.pdf'],
    [ann, s1, 'DOWNLOAD', 'A lease.pdf'],
    [ann, s1, 'DOWNLOAD', 'Northwind bid.pdf'],
    [ann, s2, 'DOWNLOAD', 'Northwind bid.pdf'],
    [ben, s3, 'VIEW', 'B survey.pdf'],
    [ben, s4, 'DOWNLOAD', 'B survey.pdf'],
    [cat, s5, 'VIEW', 'A lease.pdf'],
    [cat, s5, 'VIEW', 'C memo.pdf'],
    [cat, s5, 'VIEW', 'C memo.pdf'],
    [cat, s5, 'DOWNLOAD', 'C memo.pdf'],
    [cat, s5, 'DOWNLOAD', 'C memo.pdf'],
    [dan, s6, 'VIEW', 'B survey.pdf'],
  ]
  for (const entry of log) await access(...entry)
  await documents().remove(admin, { treeId, documentIds: [files.get('C memo.pdf') ?? ''] })
})

const ALL = { since: null, companyId: null, personId: null }
const page = (ordering: string, limit = 25, offset = 0) => ({ treeId, limit, offset, ordering, ...ALL })
const names = async (ids: string[], table: 'person' | 'company'): Promise<string[]> => {
  const column = table === 'person' ? 'first_name' : 'name'
  const { rows } = await database.pool.query(
    `select array(select t.${column} from unnest($1::uuid[]) with ordinality as a(id, n)
     join ${table} t using (id) order by n) as names`,
    [ids],
  )
  return rows[0].names
}

describe('figures', () => {
  test('ANA-11 ANA-12 ANA-17 API-109 users with their sign-ins, downloads and views, and the maxima of all', async () => {
    const found = await documents().analytics.persons(admin, page('user'))
    expect(
      await names(
        found.rows.map((row) => row.id),
        'person',
      ),
    ).toEqual(['Ann', 'Ben', 'Cat', 'Dan'])
    expect(found).toMatchObject({
      count: 4,
      maxSession: 2,
      maxDownload: 3,
      maxView: 3,
      rows: [
        { sessionCount: 2, downloadCount: 3, viewCount: 1 },
        { sessionCount: 2, downloadCount: 1, viewCount: 1 },
        { sessionCount: 1, downloadCount: 2, viewCount: 3 },
        { sessionCount: 1, downloadCount: 0, viewCount: 1 },
      ],
    })
  })

  test('ANA-11 ANA-12 API-108 companies with their users; who belongs to none is in no row', async () => {
    const found = await documents().analytics.companies(admin, page('-downloads'))
    expect(
      await names(
        found.rows.map((row) => row.id),
        'company',
      ),
    ).toEqual(['Northwind Energy', 'Acme Advisers'])
    expect(found).toMatchObject({
      count: 2,
      maxUser: 2,
      maxSession: 4,
      maxDownload: 4,
      maxView: 3,
      rows: [
        { userCount: 2, sessionCount: 4, downloadCount: 4, viewCount: 2 },
        { userCount: 1, sessionCount: 1, downloadCount: 2, viewCount: 3 },
      ],
    })
  })

  test('ANA-11 ANA-12 ANA-13 API-110 documents; a deleted one counts, without a document', async () => {
    const found = await documents().analytics.documents(admin, page('document'))
    expect(found).toMatchObject({ count: 4, maxDownload: 2, maxView: 2 })
    expect(found.rows.map((row) => [row.document?.name ?? null, row.downloadCount, row.viewCount])).toEqual([
      ['A lease.pdf', 1, 2],
      ['B survey.pdf', 1, 2],
      ['Northwind bid.pdf', 2, 0],
      [null, 2, 2],
    ])
    // Its name doesn't show by its place in the order either.
    const descending = await documents().analytics.documents(admin, page('-document'))
    expect(descending.rows.map((row) => row.document?.name ?? null)).toEqual([
      'Northwind bid.pdf',
      'B survey.pdf',
      'A lease.pdf',
      null,
    ])
  })

  test('DOC-45 each document has its versions by number, the newest first, with what was viewed and downloaded of each', async () => {
    const other = await make.room()
    const deals = await make.actorWith(other.place, 'Deal Room Admin')
    const id = await upload(deals, other.treeId, other.root, 'Twice.pdf')
    files.set('Twice.pdf', id)
    const [eve, session] = [await reader('Eve', null), newId()]
    await access(eve, session, 'VIEW', 'Twice.pdf')
    await access(eve, session, 'DOWNLOAD', 'Twice.pdf')
    await upload(deals, other.treeId, other.root, 'Twice.pdf')
    await access(eve, session, 'VIEW', 'Twice.pdf')
    const { analytics } = documents()
    expect(await analytics.versions([id, newId()], ALL)).toEqual([
      [
        { documentId: id, version: 2, downloadCount: 0, viewCount: 1 },
        { documentId: id, version: 1, downloadCount: 1, viewCount: 1 },
      ],
      [],
    ])
  })

  test('use since a moment, of a company and of a person counts alone, in figures and in versions', async () => {
    const other = await make.room()
    const deals = await make.actorWith(other.place, 'Deal Room Admin')
    for (const name of ['Old.pdf', 'New.pdf'])
      files.set(name, await upload(deals, other.treeId, other.root, name))
    const [fay, gus] = [await reader('Fay', 'Fjord Partners'), await reader('Gus', null)]
    await access(fay, newId(), 'VIEW', 'Old.pdf')
    const { rows: now } = await database.pool.query('select clock_timestamp() as at')
    const since: Date = now[0].at
    await access(fay, newId(), 'DOWNLOAD', 'New.pdf')
    await access(gus, newId(), 'VIEW', 'New.pdf')
    const { rows } = await database.pool.query('select company_id as id from person where id = $1', [fay])
    const [companyId, { analytics }] = [rows[0].id as string, documents()]
    const input = { ...page('-downloads'), treeId: other.treeId }
    const usedBy = async (filter: object) => {
      const found = await analytics.documents(deals, { ...input, ...filter })
      return found.rows.map(({ document, downloadCount, viewCount }) => [
        document?.name,
        downloadCount,
        viewCount,
      ])
    }
    expect(await usedBy({})).toEqual([
      ['New.pdf', 1, 1],
      ['Old.pdf', 0, 1],
    ])
    expect(await usedBy({ since })).toEqual([['New.pdf', 1, 1]])
    expect(await usedBy({ companyId })).toEqual([
      ['New.pdf', 1, 0],
      ['Old.pdf', 0, 1],
    ])
    expect(await usedBy({ personId: gus })).toEqual([['New.pdf', 0, 1]])
    expect((await analytics.persons(deals, { ...input, companyId })).rows.map(({ id }) => id)).toEqual([fay])
    expect(await analytics.companies(deals, { ...input, since })).toMatchObject({
      count: 1,
      maxSession: 1,
      maxView: 0,
    })
    const id = files.get('New.pdf') ?? ''
    expect(await analytics.versions([id], { ...ALL, personId: gus })).toEqual([
      [{ documentId: id, version: 1, downloadCount: 0, viewCount: 1 }],
    ])
    await expect(analytics.persons(deals, { ...input, companyId: 'x' })).rejects.toThrow('This is no id.')
  })

  test('ANA-12 a tree that nobody used, or a page behind the end, has its figures all the same', async () => {
    const unused = await make.tree({ ...place, type: 'REPORTS' })
    const { analytics } = documents()
    for (const load of [analytics.companies, analytics.persons, analytics.documents]) {
      expect(await load(admin, { ...page('-downloads'), treeId: unused })).toMatchObject({
        count: 0,
        maxDownload: 0,
        maxView: 0,
        rows: [],
      })
      const behind = await load(admin, page('-downloads', 25, 100))
      expect(behind.rows).toEqual([])
      expect(behind.count).toBeGreaterThan(1)
    }
  })

  test('ANA-06 pages follow each other without gap or overlap, whatever is equal', async () => {
    for (const ordering of ['user', '-company', '-sessions', 'downloads', 'views']) {
      const whole = await documents().analytics.persons(admin, page(ordering))
      const parts = await Promise.all(
        [0, 1, 2, 3].map((offset) => documents().analytics.persons(admin, page(ordering, 1, offset))),
      )
      expect(parts.flatMap((part) => part.rows)).toEqual(whole.rows)
    }
  })

  test('API-007 API-108 API-109 API-110 each table sorts by its columns, both ways, and by nothing else', async () => {
    const { analytics } = documents()
    const users = async (ordering: string) =>
      names(
        (await analytics.persons(admin, page(ordering))).rows.map((row) => row.id),
        'person',
      )
    expect(await users('-user')).toEqual(['Dan', 'Cat', 'Ben', 'Ann'])
    // By name where all else is equal; who has no company comes last.
    expect(await users('company')).toEqual(['Cat', 'Ann', 'Ben', 'Dan'])
    expect(await users('-sessions')).toEqual(['Ann', 'Ben', 'Cat', 'Dan'])
    expect(await users('downloads')).toEqual(['Dan', 'Ben', 'Cat', 'Ann'])
    expect(await users('-views')).toEqual(['Cat', 'Ann', 'Ben', 'Dan'])
    const companies = await analytics.companies(admin, page('users'))
    expect(companies.rows.map((row) => row.userCount)).toEqual([1, 2])
    const viewed = await analytics.documents(admin, page('-views'))
    expect(viewed.rows.map((row) => row.viewCount)).toEqual([2, 2, 2, 0])
    for (const ordering of ['users', 'name', '--user', '', 'user; drop table person']) {
      expect([ordering, await outcomeOf(analytics.persons(admin, page(ordering)))]).toEqual([
        ordering,
        'BAD_USER_INPUT',
      ])
    }
    expect(await outcomeOf(analytics.companies(admin, page('user')))).toBe('BAD_USER_INPUT')
    expect(await outcomeOf(analytics.documents(admin, page('sessions')))).toBe('BAD_USER_INPUT')
  })
})

describe('who sees what', () => {
  test('ANA-16 for deal-room admins and documents admins of the entity alone', async () => {
    const { analytics } = documents()
    const calls = [analytics.companies, analytics.persons, analytics.documents]
    const asked: [Actor, string][] = [
      [admin, 'ok'],
      [manager, 'ok'],
      [await make.actorWith(place, ['DOCUMENTS_ADMIN']), 'ok'],
      [await make.actorWith(place, 'Contributor'), 'FORBIDDEN'],
      [await make.actorWith(place, ['USERS_ADMIN', 'ACCESS_LOG_VIEW', 'REPORTS_ADMIN']), 'FORBIDDEN'],
      [await make.actor(await make.person()), 'NOT_FOUND'],
    ]
    for (const [actor, outcome] of asked) {
      for (const call of calls) expect(await outcomeOf(call(actor, page('-downloads')))).toBe(outcome)
    }
  })

  test('ANA-12 a document that the actor may not view counts nowhere', async () => {
    const { analytics } = documents()
    const found = await analytics.documents(manager, page('-downloads'))
    expect(found).toMatchObject({ count: 3, maxDownload: 2 })
    expect(found.rows.map((row) => row.document?.name ?? null)).toEqual([null, 'A lease.pdf', 'B survey.pdf'])
    const users = await analytics.persons(manager, page('user'))
    // Ann's second sign-in and two of her downloads were for a sealed bid.
    expect(users.rows[0]).toMatchObject({ sessionCount: 1, downloadCount: 1, viewCount: 1 })
    const companies = await analytics.companies(manager, page('-sessions'))
    expect(companies.rows[0]).toMatchObject({ userCount: 2, sessionCount: 3, downloadCount: 2, viewCount: 2 })
    expect(companies.maxDownload).toBe(2)
  })

  test('ANA-16 a deal-room admin without the right to view documents sees the page, and nothing on it', async () => {
    const blind = await make.actorWith(place, ['DEALROOM_ADMIN'])
    const { analytics } = documents()
    for (const call of [analytics.companies, analytics.persons, analytics.documents]) {
      expect(await call(blind, page('-downloads'))).toMatchObject({ count: 0, maxDownload: 0, rows: [] })
    }
    const tree = (await documents().treesOf(blind, 'portfolio', [place.portfolioId], 'DOCUMENTS'))[0]
    expect(tree?.rights).toMatchObject({ view: false, history: false, accessLog: false })
    expect(tree && (await documents().histories.fileTypes([tree]))).toEqual([[]])
  })
})
