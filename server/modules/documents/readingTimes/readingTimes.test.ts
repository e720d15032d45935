import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { readSpreadsheet } from '../../../../testing/spreadsheets.ts'
import { announceReading } from './readingMail.ts'
import { counted, passed, type ReadingRoom, startReadingRoom } from './readingTimes.fixture.ts'

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
let open: ReadingRoom['open']
let member: ReadingRoom['member']
let upload: ReadingRoom['upload']
let lease: string
let closed: string

beforeAll(async () => {
  const room = await startReadingRoom(database)
  ;({ server, organisationId, portfolioId, treeId, admin, bidder, open, member, upload } = room)
  const [client, managers] = await member('Manager', ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'])
  manager = client
  lease = await room.upload('Lease.pdf')
  closed = await room.upload('Closed.pdf')
  await room.level(lease, 'VIEW', room.bidders)
  await room.level(closed, 'VIEW', room.bidders)
  await room.level(closed, 'NONE', managers)
})
afterAll(() => server.close())

const removed = async (documentId: string) => {
  const { errors } = await admin.graphql(
    'mutation($t: ID!, $ids: [ID!]!) { removeDocuments(treeId: $t, documentIds: $ids) { deletedIds } }',
    { t: treeId, ids: [documentId] },
  )
  expect(errors).toEqual([])
}

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

const mails = async () => {
  await database.pool.query(`update notification set due_at = now() - interval '1 second'`)
  await server.app.runJobs()
  const { rows } = await database.pool.query<{ recipient: string; body_text: string }>(
    `select recipient, body_text from mail_outbox where subject like '%pages that were read%' order by recipient`,
  )
  return rows
}
/** The first is the one whose seven o'clock comes next. */
const monday = (weeks: number, hour: number) => {
  const day = new Date()
  const isToday = day.getUTCDay() === 1 && day.getUTCHours() < 7
  day.setUTCDate(day.getUTCDate() + (isToday ? 0 : (8 - day.getUTCDay()) % 7 || 7) + 7 * (weeks - 1))
  day.setUTCHours(hour, 0, 0, 0)
  return day
}

describe('reading times', () => {
  beforeAll(async () => {
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
      await passed(database, opening, 100)
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
  test('PAGE-32 a mail has the groups that have read, however many others have opened more', async () => {
    const unread = await upload('Unread.pdf')
    const [opener] = await member('Opener', 'Viewer')
    const [{ id } = { id: '' }] = (
      await database.pool.query(`select id from person where email = 'opener@reading.example'`)
    ).rows
    for (let at = 1; at <= 21; at += 1) {
      const name = `Openers ${at}`
      const group = await make.group({ organisationId, role: 'Viewer', name, portfolioIds: [portfolioId] })
      await make.member(group, id)
    }
    for (const file of [lease, unread]) await open(opener, file, 1)
    await database.pool.query('truncate mail_outbox')
    await database.pool.query('update document_tree set reading_mailed_at = null')
    await database.pool.query('delete from graphile_worker._private_jobs')
    await announceReading(database.db, monday(3, 8))
    const [mail] = await mails()
    expect(mail?.recipient).toBe('admin@reading.example')
    for (const name of ['Advisers', 'Bidders']) expect(mail?.body_text).toContain(name)
    expect(mail?.body_text).not.toContain('Openers')
  })
})
