import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { newId } from '../../platform/ids.ts'
import { insertRecords } from './core/importStore.ts'
import { findPairs } from './duplicates/pairs.ts'
import { recordsOf } from './import/rows.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let counter = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('delete from data_import')
  await database.pool.query('delete from duplicate_report')
})

async function adminOf(...organisationIds: string[]) {
  counter += 1
  const email = `reporter${counter}@crm.example`
  const personId = await make.person({ email, password: PASSWORD })
  for (const organisationId of organisationIds)
    await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), personId)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { client, personId, organisationIds }
}
type Admin = Awaited<ReturnType<typeof adminOf>>

/** Records of an import: name, e-mail, phone, company; a company where the name is empty. */
const given = (by: Admin, rows: readonly (readonly [string, string, string, string?])[]) =>
  database.db.transaction().execute(async (tx) => {
    const id = newId()
    await tx
      .insertInto('data_import')
      .values({
        id,
        person_id: by.personId,
        organisation_ids: by.organisationIds,
        file_name: 'contacts.xlsx',
        state: 'DONE',
        imported_at: new Date(),
      })
      .execute()
    const head = ['Name', 'E-mail', 'Phone', 'Company']
    await insertRecords(
      tx,
      id,
      recordsOf({
        name: '',
        rows: [head, ...rows.map((row) => row.map((cell) => cell ?? null))],
        formulaErrors: [],
      }).records,
    )
  })

interface Report {
  status: string
  fileUrl: string | null
  fileName: string | null
}
const reports = async ({ client }: Admin) => {
  const { data } = await client.graphql(
    '{ duplicateReports { status fileUrl fileName createdAt createdBy { email } } }',
  )
  return (data?.duplicateReports ?? []) as Report[]
}
const START = 'mutation { createDuplicateReport { duplicateReport { status fileUrl fileName } } }'
/** The rows of a new report. */
async function reported(by: Admin) {
  const { data } = await by.client.graphql(START)
  expect(data?.createDuplicateReport).toEqual({
    duplicateReport: { status: 'Submitted', fileUrl: null, fileName: null },
  })
  await server.app.runJobs()
  const [report] = await reports(by)
  expect(report).toMatchObject({
    status: 'Done',
    fileName: expect.stringMatching(/^Duplicates [\d-]+\.xlsx$/),
  })
  const answer = await by.client.request(report?.fileUrl ?? '')
  const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  return { head: sheet?.rows[0], rows: sheet?.rows.slice(1) ?? [], xml: sheet?.xml ?? '' }
}
const pairsOf = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => [String(row[6]), String(row[13]), row[2]] as const)

test('CRM-20 the same name in two companies counts less than in one whose name is longer or missing', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ['Paula Carver', 'paula@a.example', '', 'Kestrel Engineering'],
    ['Paula Carver', 'pc@b.example', '', 'Kestrel Engineering Partners'],
    ['Hugo Lindgren', 'hugo@c.example', '', 'Bluestone Capital'],
    ['Hugo Lindgren', 'hl@d.example', ''],
    ['Vera Novak', 'vera@e.example', '', 'Meridian Solar'],
    ['Vera Novak', 'vn@f.example', '', 'Tidewater Bank'],
  ])
  const { rows } = await reported(admin)
  const scores = Object.fromEntries(rows.map(([, score, , , , , name]) => [name, score]))
  expect(scores).toEqual({ 'Hugo Lindgren': 65, 'Paula Carver': 65, 'Vera Novak': 55 })
})

test('CRM-08 the name of a report has the day on which it was asked for, as the list has', async () => {
  const admin = await adminOf(await make.organisation())
  await admin.client.graphql(START)
  await database.db
    .updateTable('duplicate_report')
    .set({ created_at: new Date('2026-01-02T03:04:05Z') })
    .where('person_id', '=', admin.personId)
    .execute()
  await server.app.runJobs()
  expect((await reports(admin))[0]).toMatchObject({
    fileName: 'Duplicates 2026-01-02.xlsx',
    createdAt: expect.stringMatching(/^2026-01-02/),
  })
})

test('CRM-20 the names of a person and of a company are not compared: what they share is the phone alone', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ['Sunny Side Solar', 'a@one.example', '+1 303 555 0142'],
    ['', 'b@two.example', '303-555-0142', 'Sunny Side Solar LLC'],
    ['Sunny Side Solars', 'c@three.example', ''],
  ])
  const { rows } = await reported(admin)
  expect(pairsOf(rows).map(([a, b, reason]) => [[a, b].sort(), reason])).toEqual(
    expect.arrayContaining([[['Sunny Side Solar', 'Sunny Side Solar LLC'], 'Same phone']]),
  )
  const [, score] = rows.find((row) => row[2] === 'Same phone') ?? []
  expect(score).toBe(70)
  // Of one kind they are.
  expect(pairsOf(rows).map(([a, b]) => [a, b].sort())).toContainEqual([
    'Sunny Side Solar',
    'Sunny Side Solars',
  ])
  expect(rows).toHaveLength(2)
})

test('CRM-20 another spelling of a name in one company is paired', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ['Katherine Lindqvist', 'k@one.example', '', 'Northwind Inc.'],
    ['Katharine Lindquist', 'k@two.example', '', 'Northwind'],
    ['Karl Lindholm', 'k@three.example', '', 'Northwind'],
    ['Stephen Meyer', 's@one.example', '', 'Eastern Grid'],
    ['Steven Maier', 's@two.example', '', 'Eastern Grid'],
    ['Anna Schulz', 'a@two.example', '', 'Eastern Grid'],
  ])
  const { rows } = await reported(admin)
  expect(
    pairsOf(rows)
      .map(([a, b]) => [a, b].sort())
      .toSorted(),
  ).toEqual([
    ['Katharine Lindquist', 'Katherine Lindqvist'],
    ['Stephen Meyer', 'Steven Maier'],
  ])
})

test('CRM-09 CRM-12 CRM-13 CRM-20 API-060 API-081 a report lists records alike by e-mail, name or phone, with reason and score', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ['Katherine Miller', 'k.miller@north.example', '', 'Northwind Inc.'],
    ['Jon Smith', 'jon@south.example', '+1 (303) 555-0142'],
    ['Dr Unlike Anybody', 'u@else.example', ''],
    ['', 'office@sun.example', '', 'Sunny Side Solar, LLC'],
  ])
  await given(admin, [
    ['Catherine Miller', 'catherine@other.example', '', 'Northwind'],
    ['Lee, Ann', 'ann@east.example', ''],
    ['Ann Lee', 'ann.lee@east.example', ''],
    ['J. Smithson', 'j@west.example', '303.555.0142 ext. 7'],
    ['Somebody Else', 'JON@south.example', ''],
    ['', 'hello@sun.example', '', 'Sunny Side Solar Corp'],
  ])
  const { head, rows } = await reported(admin)
  expect(head?.slice(0, 7)).toEqual([
    'Group',
    'Score, %',
    'Reason',
    'File (1)',
    'Row (1)',
    'Type (1)',
    'Name (1)',
  ])
  const found = new Map(pairsOf(rows).map(([a, b, reason]) => [[a, b].sort().join(' = '), reason]))
  expect(Object.fromEntries(found)).toEqual({
    'Jon Smith = Somebody Else': 'Same e-mail',
    'J. Smithson = Jon Smith': expect.stringMatching(/^Same phone/),
    'Ann Lee = Lee, Ann': 'Same name',
    'Sunny Side Solar Corp = Sunny Side Solar, LLC': 'Same name',
    'Catherine Miller = Katherine Miller': expect.stringMatching(/^Names alike \(\d+ %\)$/),
  })
  const scores = rows.map(([, score]) => Number(score))
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(scores[0]).toBe(95)
})

test('many records of one name are one group, whose pairs stand together', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ...Array.from({ length: 50 }, (_, at) => ['Ann Lee', `ann${at}@east.example`, ''] as const),
    ['Jon Smith', 'jon@south.example', ''],
    ['Other Words', 'jon@south.example', ''],
  ])
  const { head, rows } = await reported(admin)
  const size = head?.indexOf('Records in group') ?? -1
  expect([...new Set(rows.map((row) => `${row[0]} of ${row[size]}`))]).toEqual(['1 of 2', '2 of 50'])
  expect(rows.length).toBeGreaterThan(100)
})

test('CRM-20 what begins like a formula is a text, a key of many makes no pairs of all with all, and nothing in common none', async () => {
  const admin = await adminOf(await make.organisation())
  await given(admin, [
    ['=HYPERLINK("http://evil.example")', 'a@x.example', ''],
    ['=HYPERLINK("http://evil.example")', 'b@x.example', ''],
  ])
  const { rows, xml } = await reported(admin)
  expect(rows).toHaveLength(1)
  expect(xml).not.toContain('<f>')
  await database.pool.query('delete from data_import')
  const lines = Array.from({ length: 400 }, (_, at) => [`Zed${at} Q${at}x`, 'info@one.example', ''] as const)
  await given(admin, lines)
  const many = await reported(admin)
  expect(many.rows.length).toBeGreaterThan(400)
  expect(many.rows.length).toBeLessThanOrEqual(400 * 50)
})

test('CRM-20 where names are unusually alike, each is compared with fewer others, and equal keys are found all the same', async () => {
  const admin = await adminOf(await make.organisation())
  const first = ['Jon', 'John', 'Joan', 'Jan', 'Jane', 'Johan']
  const last = ['Smith', 'Smyth', 'Smit', 'Schmit', 'Smithe']
  await given(
    admin,
    Array.from({ length: 300 }, (_, at) => [
      `${first[at % 6]} ${last[at % 5]}`,
      `p${at < 2 ? 0 : at}@fund.example`,
      '',
    ]),
  )
  const actor = await make.actor(admin.personId)
  const foundWith = (comparisons?: number) =>
    database.db.transaction().execute(async (tx) => {
      const { pairCount } = await findPairs(tx, actor, comparisons === undefined ? {} : { comparisons })
      const near = await sql<{ count: number }>`select count(*)::int as count from near`.execute(tx)
      const same = await sql`select 1 from pair where same_email`.execute(tx)
      return { pairCount, compared: near.rows[0]?.count ?? 0, sameEmail: same.rows.length }
    })
  const all = await foundWith()
  const some = await foundWith(2500)
  expect(some.compared).toBeLessThanOrEqual(2500)
  expect(some.compared).toBeLessThan(all.compared / 2)
  expect(some.pairCount).toBeGreaterThan(0)
  expect([all.sameEmail, some.sameEmail]).toEqual([1, 1])
})

test('CRM-20 of more records than a report takes the newest imports are compared', async () => {
  const admin = await adminOf(await make.organisation())
  for (const file of ['old', 'new'])
    await given(admin, [
      [`Ann ${file}`, `${file}@east.example`, ''],
      [`Ann ${file}`, `${file}@east.example`, ''],
    ])
  const actor = await make.actor(admin.personId)
  const found = await database.db.transaction().execute(async (tx) => {
    const counts = await findPairs(tx, actor, { records: 2 })
    const names = await sql<{ name: string }>`select distinct name_key as name from compared`.execute(tx)
    return { ...counts, names: names.rows.map(({ name }) => name) }
  })
  expect(found).toMatchObject({ recordCount: 2, totalCount: 4, pairCount: 1, names: ['ann new'] })
})

test('CRM-21 a report holds what its person sees, and is closed to who may not see all of that', async () => {
  const [mine, others] = [await make.organisation(), await make.organisation()]
  const [both, first, second, rival] = [
    await adminOf(mine, others),
    await adminOf(mine),
    await adminOf(others),
    await adminOf(await make.organisation()),
  ]
  await given(first, [
    ['Ann Lee', 'ann@east.example', ''],
    ['Ann Lee', 'lee@east.example', ''],
  ])
  await given(rival, [['Ann Lee', 'ann@east.example', '']])
  expect((await reported(both)).rows).toHaveLength(1)
  expect((await reports(both))[0]?.fileUrl).toMatch(/^\/files\//)
  expect((await reports(first))[0]?.fileUrl).toMatch(/^\/files\//)
  expect((await reports(second))[0]).toMatchObject({ status: 'Done', fileUrl: null, fileName: null })
  expect(await reports(rival)).toEqual([])
  expect((await reported(second)).rows).toEqual([])
})

test('CRM-10 CRM-20 of many reports that one person starts concurrently two are taken', async () => {
  const admin = await adminOf(await make.organisation())
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.client.graphql(START)))
  const codes = answers.map(({ errors }) => errors[0]?.extensions?.code ?? 'ok').sort()
  expect(codes).toEqual([...Array(4).fill('CONFLICT'), 'ok', 'ok'])
  expect(await reports(admin)).toHaveLength(2)
})

test('CRM-10 CRM-20 a third report of one person waits, and whoever is no admin any more gets none', async () => {
  const organisationId = await make.organisation()
  const [admin, colleague] = [await adminOf(organisationId), await adminOf(organisationId)]
  await admin.client.graphql(START)
  await admin.client.graphql(START)
  expect((await admin.client.graphql(START)).errors[0]).toMatchObject({
    message: '2 of your reports are still being made. Please wait until one of them is done.',
    extensions: { code: 'CONFLICT' },
  })
  await database.pool.query('delete from membership where person_id = $1', [admin.personId])
  await server.app.runJobs()
  expect((await reports(colleague)).map(({ status }) => status)).toEqual([
    'Failed: You may no longer run reports.',
    'Failed: You may no longer run reports.',
  ])
})
