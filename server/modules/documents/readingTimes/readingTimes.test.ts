import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import { announceReading } from './readingMail.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()
const make = factories(database)

let server: TestServer
let organisationId: string
let portfolioId: string
let treeId: string
let admin: Client
/** Runs the deal room, and sees no closed document. */
let manager: Client
let bidder: Client
let bidders: string
let managers: string
/** Read in the tests of reports alone, and deleted before the figures are looked at. */
let practice: string
let lease: string
let closed: string

async function member(name: string, role: string | Permission[]): Promise<[Client, string]> {
  const email = `${name.toLowerCase()}@reading.example`
  const groupId = await make.group({ organisationId, role, name: `${name}s`, portfolioIds: [portfolioId] })
  const personId = await make.person({ email, password: PASSWORD })
  await database.pool.query(`update person set first_name = $2, last_name = 'Reader' where id = $1`, [
    personId,
    name,
  ])
  await make.member(groupId, personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return [client, groupId]
}

const upload = async (name: string) =>
  uploadFile(admin, treeId, `tree:${treeId}`, name, await pdfWith([name, 'Second', 'Third']))

async function level(documentId: string, to: string, principalId: string): Promise<void> {
  const { errors } = await admin.graphql(
    `mutation($treeId: ID!, $ids: [ID!]!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: $ids, changes: $changes) { changeId } }`,
    { treeId, ids: [documentId], changes: [{ principalId, level: to }] },
  )
  expect(errors).toEqual([])
}

const removed = async (documentId: string) => {
  const { errors } = await admin.graphql(
    'mutation($t: ID!, $ids: [ID!]!) { removeDocuments(treeId: $t, documentIds: $ids) { deletedIds } }',
    { t: treeId, ids: [documentId] },
  )
  expect(errors).toEqual([])
}

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation()
  ;({ id: portfolioId } = await make.portfolio({ organisationId }))
  treeId = await make.tree({ organisationId, portfolioId })
  ;[admin] = await member('Admin', 'Deal Room Admin')
  ;[bidder, bidders] = await member('Bidder', 'Bidder')
  ;[manager, managers] = await member('Manager', ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'])
  practice = await upload('Practice.pdf')
  lease = await upload('Lease.pdf')
  closed = await upload('Closed.pdf')
  await level(lease, 'VIEW', bidders)
  await level(closed, 'VIEW', bidders)
  await level(closed, 'NONE', managers)
})
afterAll(() => server.close())

/** Opens a file's pages, and has the first of them given out. */
async function open(client: Client, documentId: string, pages = 2): Promise<string> {
  for (let openingId: string | null = null; ; ) {
    const { data, errors } = await client.graphql(
      `query($treeId: ID!, $documentId: ID!, $openingId: ID) {
        documentPages(treeId: $treeId, documentId: $documentId, openingId: $openingId) {
          state openingId pages { url(width: 160) } } }`,
      { treeId, documentId, openingId },
    )
    expect(errors).toEqual([])
    const found = data?.documentPages as { state: string; openingId: string; pages: { url: string }[] }
    openingId = found.openingId
    if (found.state === 'WAITING') continue
    for (const { url } of found.pages.slice(0, pages)) {
      expect((await client.request(url)).status).toBe(200)
    }
    return openingId
  }
}

const record = (client: Client, openingId: string, pages: { page: number; ms: number }[]) =>
  client.graphql(
    'mutation($id: ID!, $pages: [PageReadingInput!]!) { recordReading(openingId: $id, pages: $pages) { countedMs } }',
    { id: openingId, pages },
  )
const counted = async (client: Client, openingId: string, pages: { page: number; ms: number }[]) =>
  ((await record(client, openingId, pages)).data?.recordReading as { countedMs: number } | undefined)
    ?.countedMs
/** As if the opening, and its last report, were so many seconds older. */
const passed = (openingId: string, seconds: number) =>
  database.pool.query(
    `update page_mark set created_at = created_at - make_interval(secs => $2),
       reported_at = reported_at - make_interval(secs => $2) where opening_id = $1`,
    [openingId, seconds],
  )
const code = async (asked: ReturnType<typeof record>) => (await asked).errors[0]?.extensions?.code

const tablesIn = (bytes: ArrayBuffer) =>
  new Map(readSpreadsheet(new Uint8Array(bytes)).map(({ name, rows }) => [name, rows]))

interface Reading {
  pageCount: number
  pages: { number: number; readerCount: number; ms: number }[]
  readers: { user: { fullName: string }; groups: string[]; openings: number; pagesRead: number; ms: number }[]
  readerCount: number
  ms: number
}
const ofFile = (client: Client, documentId: string) =>
  client.graphql(
    `query($treeId: ID!, $id: ID!) { documentReading(treeId: $treeId, documentId: $id) {
      pageCount ms readerCount pages { number readerCount ms }
      readers { user { fullName } groups openings pagesRead ms lastReadAt } } }`,
    { treeId, id: documentId },
  )
const fileReading = async (client: Client, documentId: string) =>
  (await ofFile(client, documentId)).data?.documentReading as Reading

const byGroup = (client: Client, ordering = '-time') =>
  client.graphql(
    `query($treeId: ID!, $ordering: String) { groupReading(treeId: $treeId, ordering: $ordering) { count rows {
      group { name } memberCount readerCount permittedFiles openedFiles share pagesRead ms prints downloads activeDays
      lastReadAt } } }`,
    { treeId, ordering },
  )
const rowsOf = (data: Record<string, unknown> | null | undefined, field: string) =>
  (data?.[field] as { rows: Record<string, unknown>[] } | undefined)?.rows ?? []
const byPerson = (client: Client, ordering = '-time') =>
  client.graphql(
    `query($treeId: ID!, $ordering: String) { personReading(treeId: $treeId, ordering: $ordering) { count rows {
      user { fullName } documents pagesRead ms lastReadAt } } }`,
    { treeId, ordering },
  )

describe('what is reported of pages in view', () => {
  test('PAGE-26 counts pages of their own opening that were given out, and no more time than has passed', async () => {
    const opening = await open(bidder, practice)
    await passed(opening, 100)
    // A minute of a page at most, and nothing of the page that was not given out.
    expect(
      await counted(bidder, opening, [
        { page: 1, ms: 36_000_000 },
        { page: 3, ms: 5000 },
      ]),
    ).toBe(60_000)
    // Hardly any time has passed since.
    const rest = await counted(bidder, opening, [
      { page: 1, ms: 60_000 },
      { page: 2, ms: 60_000 },
    ])
    expect(rest).toBeLessThan(30_000)
    await passed(opening, 90)
    // Two times of one page are one, and together they are no more than what has passed.
    const both = await counted(bidder, opening, [
      { page: 1, ms: 40_000 },
      { page: 1, ms: 40_000 },
      { page: 2, ms: 60_000 },
    ])
    expect(both).toBeGreaterThanOrEqual(90_000)
    expect(both).toBeLessThan(110_000)
  })

  test('PAGE-26 of two reports that arrive together one has the time that has passed', async () => {
    const opening = await open(bidder, practice)
    await passed(opening, 40)
    const all = await Promise.all([1, 2].map((page) => counted(bidder, opening, [{ page, ms: 40_000 }])))
    expect(all.reduce((sum: number, ms) => sum + (ms ?? 0), 0)).toBeLessThan(60_000)
  })

  test('of a script no more than twelve reports a minute count', async () => {
    const opening = await open(bidder, practice)
    await database.pool.query(
      'update page_mark set reported_at = now(), reports = 12 where opening_id = $1',
      [opening],
    )
    await database.pool.query(`select pg_sleep(greatest(0, 0.05))`)
    // The minute of the reports may have ended meanwhile: then it is asked of the next one.
    const { rows } = await database.pool.query(
      `select date_trunc('minute', reported_at) = date_trunc('minute', now()) as same from page_mark where opening_id = $1`,
      [opening],
    )
    const got = await counted(bidder, opening, [{ page: 1, ms: 50 }])
    if (rows[0].same) expect(got).toBe(0)
  })

  test("another's opening, a print and an unknown one are not found, and what is no time is refused", async () => {
    const opening = await open(bidder, practice)
    expect(await code(record(admin, opening, [{ page: 1, ms: 10 }]))).toBe('NOT_FOUND')
    expect(await code(record(bidder, 'nothing', [{ page: 1, ms: 10 }]))).toBe('NOT_FOUND')
    expect(await code(record(bidder, opening, [{ page: 0, ms: 10 }]))).toBe('BAD_USER_INPUT')
    expect(await code(record(bidder, opening, [{ page: 1, ms: -10 }]))).toBe('BAD_USER_INPUT')
    const many = Array.from({ length: 51 }, (_, at) => ({ page: at + 1, ms: 1 }))
    expect(await code(record(bidder, opening, many))).toBe('BAD_USER_INPUT')
  })

  test('PAGE-26 with measuring off, and in a view of others, nothing is kept', async () => {
    const measure = async (measureReading: boolean) => {
      const { data } = await admin.graphql(
        `mutation($treeId: ID!, $on: Boolean) { updateTreeViewing(treeId: $treeId, measureReading: $on) {
          documentTree { readingMeasured viewing { measureReading } } } }`,
        { treeId, on: measureReading },
      )
      expect(data?.updateTreeViewing).toEqual({
        documentTree: { readingMeasured: measureReading, viewing: { measureReading } },
      })
    }
    await measure(false)
    const unmeasured = await open(bidder, practice)
    await passed(unmeasured, 60)
    expect(await counted(bidder, unmeasured, [{ page: 1, ms: 9000 }])).toBe(0)
    await measure(true)
    // Nothing was remembered of it.
    expect(await counted(bidder, unmeasured, [{ page: 1, ms: 9000 }])).toBe(0)
    const own = await open(admin, practice)
    await passed(own, 60)
    const view = await admin.graphql(
      'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id } } }',
      { t: treeId, g: bidders },
    )
    expect(view.errors).toEqual([])
    const inView = await open(admin, practice)
    await passed(inView, 60)
    expect(await counted(admin, own, [{ page: 1, ms: 9000 }])).toBe(0)
    expect(await counted(admin, inView, [{ page: 1, ms: 9000 }])).toBe(0)
    await admin.graphql('mutation { leaveView { success } }', {})
    expect(await counted(admin, inView, [{ page: 1, ms: 9000 }])).toBe(0)
  })
})

describe('reading times', () => {
  beforeAll(async () => {
    await removed(practice)
    const both = await make.group({
      organisationId,
      role: 'Viewer',
      name: 'Advisers',
      portfolioIds: [portfolioId],
    })
    const [{ id } = { id: '' }] = (
      await database.pool.query(`select id from person where email = 'bidder@reading.example'`)
    ).rows
    await make.member(both, id)
    for (const [file, ms] of [
      [lease, 30_000],
      [closed, 20_000],
    ] as const) {
      const opening = await open(bidder, file)
      await passed(opening, 100)
      expect(
        await counted(bidder, opening, [
          { page: 1, ms },
          { page: 2, ms: 5000 },
        ]),
      ).toBe(ms + 5000)
    }
  })

  test('PAGE-28 of a file there are readers and time of each page, and of each reader groups, openings and pages', async () => {
    expect(await fileReading(admin, lease)).toEqual({
      pageCount: 3,
      ms: 35_000,
      readerCount: 1,
      pages: [
        { number: 1, readerCount: 1, ms: 30_000 },
        { number: 2, readerCount: 1, ms: 5000 },
        { number: 3, readerCount: 0, ms: 0 },
      ],
      readers: [
        {
          user: { fullName: 'Bidder Reader' },
          groups: ['Advisers', 'Bidders'],
          openings: 1,
          pagesRead: 2,
          ms: 35_000,
          lastReadAt: expect.any(String),
        },
      ],
    })
    const { data } = await byPerson(admin)
    expect(rowsOf(data, 'personReading')).toEqual([
      {
        user: { fullName: 'Bidder Reader' },
        documents: 2,
        pagesRead: 4,
        ms: 60_000,
        lastReadAt: expect.any(String),
      },
    ])
  })

  test('PAGE-29 of groups there are the parts, and a person in two groups counts in both', async () => {
    const rows = rowsOf((await byGroup(admin)).data, 'groupReading')
    const parts = {
      memberCount: 1,
      readerCount: 1,
      permittedFiles: 2,
      openedFiles: 2,
      share: 1,
      pagesRead: 4,
      ms: 60_000,
      prints: 0,
      downloads: 0,
      activeDays: 1,
      lastReadAt: expect.any(String),
    }
    expect(rows.slice(0, 2)).toEqual([
      // The other file was closed to later groups before there was this one: it is none of its files.
      { group: { name: 'Advisers' }, ...parts, permittedFiles: 1, openedFiles: 1 },
      { group: { name: 'Bidders' }, ...parts },
    ])
    // Who has opened nothing is there, too.
    expect(rows.find(({ group }) => (group as { name: string }).name === 'Admins')).toMatchObject({
      permittedFiles: 2,
      openedFiles: 0,
      share: 0,
      ms: 0,
      lastReadAt: null,
    })
    // A file that a group may not see is none of its files.
    expect(rows.find(({ group }) => (group as { name: string }).name === 'Managers')).toMatchObject({
      permittedFiles: 1,
    })
    for (const ordering of ['group', '-share', 'pages', '-downloads', 'last']) {
      expect((await byGroup(admin, ordering)).errors).toEqual([])
    }
    for (const ordering of ['user', '-company', 'pages', '-documents', 'last']) {
      expect((await byPerson(admin, ordering)).errors).toEqual([])
    }
    expect((await byGroup(admin, 'score')).errors[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('PAGE-30 they are for those with the analytics right alone, and hold only documents that these may see', async () => {
    await make.person({ email: 'outsider@reading.example', password: PASSWORD })
    const stranger = new Client(server.address)
    await stranger.signIn('outsider@reading.example', PASSWORD)
    const [other] = await member('Colleague', 'Viewer')
    for (const [client, expected] of [
      [other, 'FORBIDDEN'],
      [bidder, 'FORBIDDEN'],
      [stranger, 'NOT_FOUND'],
    ] as const) {
      for (const asked of [ofFile(client, lease), byGroup(client), byPerson(client)]) {
        expect((await asked).errors[0]?.extensions?.code).toBe(expected)
      }
      expect((await client.request(`/documents/${treeId}/reading`)).status).toBe(
        expected === 'FORBIDDEN' ? 403 : 404,
      )
    }
    const offered = (client: Client) =>
      client.graphql('query($treeId: ID!) { documentTree(treeId: $treeId) { canSeeReading readingUrl } }', {
        treeId,
      })
    expect((await offered(bidder)).data?.documentTree).toEqual({ canSeeReading: false, readingUrl: null })
    expect((await offered(manager)).data?.documentTree).toEqual({
      canSeeReading: true,
      readingUrl: `/documents/${treeId}/reading`,
    })
    // The manager doesn't see the closed file, nor what was read of it.
    expect((await ofFile(manager, closed)).errors[0]?.extensions?.code).toBe('NOT_FOUND')
    expect(rowsOf((await byPerson(manager)).data, 'personReading')).toMatchObject([
      { documents: 1, ms: 35_000 },
    ])
    expect(rowsOf((await byGroup(manager)).data, 'groupReading').slice(0, 2)).toMatchObject([
      { permittedFiles: 1, openedFiles: 1, pagesRead: 2, ms: 35_000 },
      { permittedFiles: 1, openedFiles: 1, pagesRead: 2, ms: 35_000 },
    ])
  })

  test('PAGE-31 the spreadsheet has the same figures of groups, people and pages, and counts as an export', async () => {
    const response = await admin.request(`/documents/${treeId}/reading`)
    expect(response.headers.get('content-disposition')).toMatch(/-documents-reading-\d{4}-\d\d-\d\d\.xlsx/)
    const sheets = tablesIn(await response.arrayBuffer())
    expect([...sheets.keys()]).toEqual(['Groups', 'People', 'Pages'])
    expect(sheets.get('Groups')?.[1]?.slice(0, 8)).toEqual(['Advisers', 1, 1, 1, 1, 1, 4, 1])
    expect(sheets.get('People')?.[1]?.slice(0, 6)).toEqual([
      'Bidder Reader',
      'bidder@reading.example',
      null,
      2,
      4,
      1,
    ])
    expect(sheets.get('Pages')?.slice(1)).toEqual(
      expect.arrayContaining([
        ['Lease.pdf', 1, 1, 0.5],
        ['Lease.pdf', 2, 1, 0.08],
        ['Closed.pdf', 1, 1, 0.33],
      ]),
    )
    const { rows } = await database.pool.query(
      `select count(*)::int as n from activity where kind = 'EXPORT'`,
    )
    expect(rows[0].n).toBe(1)
    // Of the manager's no line is of the closed file.
    const theirs = await manager.request(`/documents/${treeId}/reading`)
    const pages = tablesIn(await theirs.arrayBuffer()).get('Pages')
    expect(JSON.stringify(pages)).not.toContain('Closed')
    expect(pages).toHaveLength(3)
  })

  test('PAGE-32 on Mondays after seven each with the right gets one mail for each room in which pages were read', async () => {
    await member('Off', 'Deal Room Admin')
    // Pictures and texts of the files are not waited for.
    await database.pool.query('delete from graphile_worker._private_jobs')
    const mails = async () => {
      await database.pool.query(`update notification set due_at = now() - interval '1 second'`)
      await server.app.runJobs()
      const { rows } = await database.pool.query<{ recipient: string; body_text: string }>(
        `select recipient, body_text from mail_outbox where subject like '%pages that were read%' order by recipient`,
      )
      return rows
    }
    const monday = (weeks: number, hour: number) => {
      const day = new Date()
      day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7) + 7 * (weeks - 1))
      day.setUTCHours(hour, 0, 0, 0)
      return day
    }
    await database.pool.query(
      `insert into notification_off (person_id, organisation_id, portfolio_id)
       select p.id, $1, $2 from person p where p.email = 'off@reading.example'`,
      [organisationId, portfolioId],
    )
    // Before seven of the Monday nothing is written of the week.
    await announceReading(database.db, monday(1, 6))
    expect(await mails()).toEqual([])
    await announceReading(database.db, monday(1, 8))
    await announceReading(database.db, monday(1, 9))
    const first = await mails()
    expect(first.map(({ recipient }) => recipient)).toEqual([
      'admin@reading.example',
      'manager@reading.example',
    ])
    expect(first[0]?.body_text).toMatch(/Advisers[\s\S]*100 % of files, 4 pages, 1 min/)
    expect(first[0]?.body_text).toContain('/documents-analytics')
    // What the manager may see of it.
    expect(first[1]?.body_text).toMatch(/100 % of files, 2 pages, 35 s/)
    // Nothing was read since: no mail.
    await announceReading(database.db, monday(2, 8))
    expect(await mails()).toHaveLength(2)
  })

  test('PAGE-33 figures go with a deleted organisation, and with nothing else', async () => {
    const { rows } = await database.pool.query(
      `select conrelid::regclass::text as table from pg_constraint
       where confrelid = 'organisation'::regclass and conrelid::regclass::text in ('page_reading', 'page_alert', 'page_mark')
       order by 1`,
    )
    expect(rows.map(({ table }) => table)).toEqual(['page_alert', 'page_mark', 'page_reading'])
    await removed(closed)
    const kept = await database.pool.query(
      'select count(*)::int as n from page_reading where document_id = $1',
      [closed],
    )
    expect(kept.rows[0].n).toBe(2)
    // Nobody is shown them any more.
    expect(rowsOf((await byPerson(admin)).data, 'personReading')).toMatchObject([
      { documents: 1, ms: 35_000 },
    ])
  })
})
