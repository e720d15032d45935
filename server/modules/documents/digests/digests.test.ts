import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { Room } from '../../../../testing/room.ts'
import { rowsRead } from '../../../../testing/rowsRead.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { statementsOf } from '../../../../testing/statements.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let organisationId: string
let portfolio: { id: string; slug: string }
let treeId: string
let keeper: Member
let ann: Member
let bidder: Member

interface Member {
  id: string
  email: string
  groupId: string
  room: Room
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

let people = 0
async function member(role: string): Promise<Member> {
  people += 1
  const email = `digest${people}@fund.example`
  const id = await make.person({ email, password: PASSWORD })
  const groupId = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
  await make.member(groupId, id)
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return { id, email, groupId, room: new Room(client, treeId) }
}

beforeEach(async () => {
  await database.pool.query('truncate notification, mail_outbox')
  organisationId = await make.organisation()
  portfolio = await make.portfolio({ organisationId, name: 'Republican Valley' })
  treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
  keeper = await member('Deal Room Admin')
  ann = await member('Viewer')
  bidder = await member('Bidder')
  // Staff see all rooms, and are members of none.
  await make.person({ isSuperUser: true })
})

const folder = async (...paths: string[]): Promise<string> =>
  (await keeper.room.createFolders(paths))[0]?.id ?? ''
const add = (parentId: string, name: string, who = keeper) =>
  uploadFile(who.room.client, treeId, parentId, name)
const later = (minutes: number) =>
  database.pool.query(
    `update notification set due_at = due_at - make_interval(mins => $1), latest_at = latest_at - make_interval(mins => $1)`,
    [minutes],
  )
const deny = async (documentId: string, { groupId }: Member) => {
  await keeper.room.call(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documentPermission { id } }
    }`,
    { id: `${documentId}:${groupId}` },
  )
}
interface Mail {
  recipient: string
  subject: string
  text: string
  html: string
}
/** The mails after so many minutes without more, by recipient. */
async function mails(minutes = 10): Promise<Record<string, Mail>> {
  await later(minutes)
  await server.app.runJobs()
  const { rows } = await database.pool.query<Mail>(
    'select recipient, subject, body_text as text, body_html as html from mail_outbox',
  )
  expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(rows.length)
  return Object.fromEntries(rows.map((mail) => [mail.recipient, mail]))
}
const address = (path: string) => `${server.address}/portfolios/${portfolio.slug}/storage/documents${path}`

test('NOTIF-16 NOTIF-19 NOTIF-25 what one person adds becomes one mail to each other member, with names, folders and links, after ten quiet minutes', async () => {
  const permits = await folder('02 Permits')
  const zoning = await folder('02 Permits/Zoning')
  const first = await add(zoning, 'Site plan 10.pdf')
  await add(zoning, 'Site plan 9.pdf')
  await later(9)
  await add(permits, 'Überblick.xlsx')
  expect(await mails(9)).toEqual({})
  const sent = await mails(1)
  expect(Object.keys(sent).toSorted()).toEqual([ann.email, bidder.email].toSorted())
  const mail = sent[ann.email]
  expect(mail?.subject).toBe('Republican Valley: 3 new documents')
  expect(mail?.text).toContain('3 new documents in Republican Valley')
  expect(mail?.text).toMatch(/Pat Lee \d+ added them on \w+day, \w+ \d+, \d{4}, .*\(UTC\)\./)
  expect(mail?.text).toContain(`Open documents:\n${address('')}\n`)
  expect(mail?.text).toContain(`02 Permits
- [XLSX] Überblick.xlsx (26 B)

02 Permits / Zoning
- [PDF] Site plan 9.pdf (26 B)
- [PDF] Site plan 10.pdf (27 B)`)
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  expect(mail?.text).toContain(
    `Change preferences: ${server.address}/profile/${rows[0].slug}/notifications\n`,
  )
  expect(mail?.html).toContain(`href="${address(`/${first}`)}"`)
  expect(mail?.text).toContain('because notifications for Republican Valley are on')
  await server.app.runJobs()
  expect(Object.keys(await mails(60))).toHaveLength(2)
})

test('NOTIF-16 one document stands in title and subject; another person and another hour are another mail', async () => {
  const permits = await folder('Permits')
  await add(permits, 'PPA.docx')
  expect((await mails())[ann.email]).toMatchObject({ subject: 'Republican Valley: PPA.docx' })
  expect((await mails())[ann.email]?.text).toContain(`Open documents:\n${address(`/${permits}`)}`)
  await database.pool.query('truncate mail_outbox')
  // Somebody who adds something every nine minutes is heard of after an hour.
  for (let round = 0; round < 7; round += 1) {
    await add(permits, `Part ${round}.pdf`)
    await later(9)
  }
  expect((await mails(0))[ann.email]?.subject).toBe('Republican Valley: 7 new documents')
  await database.pool.query('truncate mail_outbox, notification')
  const contributor = await member('Contributor')
  await add(permits, 'Mine.pdf')
  await add(permits, 'Theirs.pdf', contributor)
  await later(10)
  await server.app.runJobs()
  const { rows } = await database.pool.query(
    'select recipient, subject from mail_outbox order by subject, recipient',
  )
  expect(rows.filter(({ recipient }) => recipient === keeper.email)).toEqual([
    { recipient: keeper.email, subject: 'Republican Valley: Theirs.pdf' },
  ])
  expect(rows.filter(({ recipient }) => recipient === contributor.email)).toEqual([
    { recipient: contributor.email, subject: 'Republican Valley: Mine.pdf' },
  ])
  expect(rows.filter(({ recipient }) => recipient === ann.email)).toHaveLength(2)
})

test('NOTIF-16 NOTIF-19 each is told only of what they may see when it is sent: counts, names and folders', async () => {
  const open = await folder('Open')
  const closed = await folder('Closed offers')
  for (let at = 1; at <= 9; at += 1) await add(open, `Open ${at}.pdf`)
  const secret = await add(closed, 'Rival price.pdf')
  await deny(closed, bidder)
  const sent = await mails()
  expect(sent[ann.email]?.subject).toBe('Republican Valley: 10 new documents')
  expect(sent[bidder.email]?.subject).toBe('Republican Valley: 9 new documents')
  expect(sent[bidder.email]?.text).toContain('2 more in Open:')
  expect(`${sent[bidder.email]?.text}${sent[bidder.email]?.html}`).not.toMatch(/Rival|Closed/)
  expect(sent[bidder.email]?.html).not.toContain(secret)
  // What is closed to somebody as a whole is no news for them.
  await database.pool.query('truncate mail_outbox')
  await add(closed, 'Second price.pdf')
  expect(Object.keys(await mails())).toEqual([ann.email])
})

test('NOTIF-16 NOTIF-19 what was deleted, closed, renamed, moved or replaced since stands as it is by then, and whoever has left gets nothing', async () => {
  const [from, to] = [await folder('From'), await folder('To')]
  const moved = await add(from, 'Moved.pdf')
  const deleted = await add(from, 'Deleted.pdf')
  const renamed = await add(from, 'Before.pdf')
  await add(from, 'Twice.pdf')
  await add(from, 'Twice.pdf')
  await keeper.room.call(
    'mutation($treeId: ID!, $to: ID!, $ids: [ID!]!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: $ids) { __typename } }',
    { to, ids: [moved] },
  )
  await keeper.room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    { ids: [deleted] },
  )
  await keeper.room.call(
    'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "After.pdf") { __typename } }',
    { id: renamed },
  )
  await database.pool.query('delete from membership where person_id = $1', [bidder.id])
  const sent = await mails()
  expect(Object.keys(sent)).toEqual([ann.email])
  expect(sent[ann.email]?.subject).toBe('Republican Valley: 3 new documents')
  expect(sent[ann.email]?.text).toMatch(
    /From\n- \[PDF\] After\.pdf \(.*\)\n- \[PDF\] Twice\.pdf \(Version 2, .*\)\n\nTo\n- \[PDF\] Moved\.pdf/,
  )
  expect(sent[ann.email]?.text).not.toMatch(/Deleted|Before/)
})

test('BIN-07 what comes back out of the bin is no new document for anybody', async () => {
  const permits = await folder('Permits')
  const id = await add(permits, 'Once.pdf')
  expect(Object.keys(await mails())).toHaveLength(2)
  await database.pool.query('truncate mail_outbox')
  for (const ids of [[id], [permits]]) {
    await keeper.room.call(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
      { ids },
    )
  }
  const { results } = await keeper.room.call<{ results: { problem: string | null }[] }>(
    'mutation($treeId: ID!, $ids: [ID!]!) { restoreFromBin(treeId: $treeId, documentIds: $ids) { results { problem } } }',
    { ids: [id, permits] },
  )
  expect(results).toEqual([{ problem: null }, { problem: null }])
  expect(await mails(60)).toEqual({})
})

test('NOTIF-16 all of it deleted, the room removed, or the person deactivated: nobody is told', async () => {
  const permits = await folder('Permits')
  const only = await add(permits, 'Gone.pdf')
  await keeper.room.call(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { __typename } }',
    { ids: [only] },
  )
  expect(await mails()).toEqual({})
  await add(permits, 'Late.pdf')
  await database.pool.query('update person set is_active = false where id = $1', [ann.id])
  expect(Object.keys(await mails())).toEqual([bidder.email])
  await database.pool.query('truncate mail_outbox')
  await add(permits, 'Later.pdf')
  await database.pool.query(`update portfolio set status = 'DELETED' where id = $1`, [portfolio.id])
  expect(await mails()).toEqual({})
  const { rows } = await database.pool.query('select from notification')
  expect(rows).toEqual([])
})

test('NOTIF-02 NOTIF-03 NOTIF-12 a toggle that is off when the mail is sent keeps it away, whenever it was switched', async () => {
  const permits = await folder('Permits')
  await add(permits, 'PPA.pdf')
  const off = (who: Member, portfolioId: string | null) =>
    database.pool.query(
      'insert into notification_off (person_id, organisation_id, portfolio_id) values ($1, $2, $3)',
      [who.id, organisationId, portfolioId],
    )
  await off(ann, portfolio.id)
  await off(bidder, null)
  expect(await mails()).toEqual({})
  await database.pool.query('delete from notification_off')
  await add(permits, 'PPA 2.pdf')
  expect(Object.keys(await mails())).toHaveLength(2)
})

test('NOTIF-16 files of a report tree are announced with the address of the reports, to those alone who may read reports', async () => {
  const reports = await make.tree({ organisationId, portfolioId: portfolio.id, type: 'REPORTS' })
  const room = new Room(keeper.room.client, reports)
  const [monthly] = await room.createFolders(['Monthly'])
  await uploadFile(room.client, reports, monthly?.id ?? '', 'September.pdf')
  const sent = await mails()
  // A bidder has no right to reports.
  expect(Object.keys(sent)).toEqual([ann.email])
  expect(sent[ann.email]?.text).toContain('Monthly\n- [PDF] September.pdf')
  expect(sent[ann.email]?.text).toContain(`/portfolios/${portfolio.slug}/storage/reports`)
})

test('NOTIF-16 NOTIF-24 an upload is done whatever becomes of its mail, and O&M material is not announced', async () => {
  const permits = await folder('Permits')
  await add(permits, 'PPA.pdf')
  const material = await make.tree({ organisationId, type: 'O_AND_M' })
  const groupId = await make.group({ organisationId, role: ['O_AND_M_ADMIN'], organisationWide: true })
  await make.member(groupId, keeper.id)
  const room = new Room(keeper.room.client, material)
  const [manuals] = await room.createFolders(['Manuals'])
  await uploadFile(room.client, material, manuals?.id ?? '', 'Inverter.pdf')
  const { rows } = await database.pool.query('select subject_id as id from notification')
  expect(rows).toEqual([{ id: treeId }])
})

test('what waits in the room for a reader stands below the new documents, as home says it, and nothing of anybody else', async () => {
  const permits = await folder('Permits')
  const visit = 'query($treeId: ID!) { newDocuments(treeId: $treeId) { count } }'
  await ann.room.call(visit)
  await database.pool.query(`update tree_visit set last_at = last_at - interval '1 hour'`)
  await add(permits, 'PPA.pdf')
  const asked = await ann.room.client.graphql('{ waitingForMe { title place } }', {})
  expect(asked.data?.waitingForMe).toEqual([{ title: '1 new document', place: 'Republican Valley' }])
  const sent = await mails()
  expect(sent[ann.email]?.text).toMatch(/PPA\.pdf[\s\S]*Waiting for you\n- 1 new document/)
  expect(sent[ann.email]?.html).toContain(address('?view=new'))
  // Whoever was never there has nothing new to be told of.
  expect(sent[bidder.email]?.text).not.toContain('Waiting for you')
})

test('VIEW-30 digests, audiences, counts, tallies and lists go by who may see a document, from VIEW on, and read no more than before', async () => {
  const permits = await folder('02 Permits')
  await folder('02 Permits/Zoning')
  for (const name of ['Site plan 1.pdf', 'Site plan 2.pdf']) {
    const id = await add(permits, name)
    await bidder.room.call('mutation($id: ID!) { setFavourite(documentId: $id, isFavourite: true) { id } }', {
      id,
    })
  }
  const closed = await folder('03 Closed')
  await add(closed, 'Site plan 3.pdf')
  await keeper.room.call(
    `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
      setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
    { id: closed, changes: [{ principalId: bidder.groupId, level: 'NONE' }] },
  )
  await mails()
  const ask = () =>
    bidder.room.ask(
      `query($treeId: ID!, $id: ID!) {
        document(treeId: $treeId, documentId: $id) { name childCount fileCount folderCount children { name fileCount } }
        searchCount(treeId: $treeId, search: "site plan")
        search(treeId: $treeId, search: "site plan") { name }
        newDocuments(treeId: $treeId) { count }
        favouriteDocuments(treeId: $treeId) { count }
        columns(treeId: $treeId, documentId: $id) { name descendants { name } descendantCount }
        root: document(treeId: $treeId) { fileCount folderCount }
      }`,
      { id: permits },
    )
  /** Files that the bidder's group may see, as its reading says. */
  const permitted = async () => {
    const { rows } = await keeper.room.call<{ rows: { group: { id: string }; permittedFiles: number }[] }>(
      'query($treeId: ID!) { groupReading(treeId: $treeId) { rows { group { id } permittedFiles } } }',
    )
    return rows.find(({ group }) => group.id === bidder.groupId)?.permittedFiles
  }
  const cost = async () => {
    const statements = await statementsOf(ask)
    const rows = await rowsRead(database.pool, ask)
    // They are sent side by side; a folder has a tally for each of the lists below it.
    return { statements: statements.toSorted(), rows: [...rows].filter(([table]) => /^document/.test(table)) }
  }
  const level = (to: string) =>
    keeper.room.call(
      `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
        setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId } }`,
      { id: permits, changes: [{ principalId: bidder.groupId, level: to }] },
    )
  const { data, errors } = await ask()
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    document: { childCount: 3, fileCount: 2, folderCount: 1 },
    searchCount: 2,
    favouriteDocuments: { count: 2 },
    columns: [{ descendantCount: 4 }, { descendantCount: 3 }],
  })
  // What is closed to them lies beside, and is in none of these.
  const { columns } = data as { columns: { descendants: { name: string }[] }[] }
  const descendants = columns.map((column) => column.descendants.map(({ name }) => name))
  expect(descendants).toEqual([
    ['02 Permits', 'Zoning', 'Site plan 1.pdf', 'Site plan 2.pdf'],
    ['Zoning', 'Site plan 1.pdf', 'Site plan 2.pdf'],
  ])
  const before = await cost()
  expect(before.rows.length).toBeGreaterThan(1)
  expect(await permitted()).toBe(2)
  for (const [at, each] of ['VIEW', 'PRINT', 'PDF', 'ORIGINAL'].entries()) {
    await level(each)
    expect([each, (await ask()).data]).toEqual([each, data])
    expect([each, await cost()]).toEqual([each, before])
    expect([each, await permitted()]).toEqual([each, 2])
    await database.pool.query('truncate mail_outbox')
    const id = await add(permits, `Added ${at}.pdf`)
    const sent = await mails()
    expect([each, sent[bidder.email]?.subject]).toEqual([each, `Republican Valley: Added ${at}.pdf`])
    expect(sent[bidder.email]?.text).toContain('[PDF] Added')
    await keeper.room.call(
      'mutation($treeId: ID!, $id: ID!) { removeDocuments(treeId: $treeId, documentIds: [$id]) { deletedIds } }',
      { id },
    )
  }
  await level('NONE')
  expect((await ask()).errors.length).toBeGreaterThan(0)
  expect(await permitted()).toBe(0)
  await database.pool.query('truncate mail_outbox')
  await add(permits, 'Closed.pdf')
  expect(Object.keys(await mails())).toEqual([ann.email])
})
