import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startMailServer } from '../../../testing/mailServer.ts'
import { uploadFile } from '../../../testing/matrix/uploads.ts'
import { Room } from '../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let organisationId: string
let portfolioId: string
let treeId: string
let ann: string
let room: Room
let folderId: string

beforeAll(async () => {
  mailServer = await startMailServer()
  server = await startTestServer(database, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Helioroom <rooms@fund.example>',
  })
  organisationId = await make.organisation({ name: 'Notice Fund' })
  portfolioId = (await make.portfolio({ organisationId, name: 'Prairie Sun' })).id
  treeId = await make.tree({ organisationId, portfolioId })
  const keeper = await make.person({ email: 'keeper@notice.example', password: PASSWORD })
  ann = await make.person({ email: 'ann@notice.example' })
  for (const [person, role] of [
    [keeper, 'Deal Room Admin'],
    [ann, 'Viewer'],
  ] as const) {
    await make.member(await make.group({ organisationId, role, portfolioIds: [portfolioId] }), person)
  }
  const client = new Client(server.address)
  await client.signIn('keeper@notice.example', PASSWORD)
  room = new Room(client, treeId)
  folderId = (await room.createFolders(['Permits']))[0]?.id ?? ''
})
afterAll(async () => {
  await server.close()
  await mailServer.stop()
})
beforeEach(async () => {
  await database.pool.query('truncate notification_off, notification, mail_outbox')
  mailServer.received.length = 0
})

let files = 0
/** What Ann's mail server got after somebody else's upload; null for nothing. */
async function mailOfUpload(): Promise<string | null> {
  files += 1
  await uploadFile(room.client, treeId, folderId, `Permit ${files}.pdf`)
  await database.pool.query(`update notification set due_at = now() - interval '1 second', latest_at = now()`)
  await server.app.runJobs()
  const [mail, ...more] = mailServer.received.splice(0)
  expect(more).toEqual([])
  return mail?.text ?? null
}
async function linkOfUpload(): Promise<string> {
  const text = (await mailOfUpload()) ?? ''
  const url = /^List-Unsubscribe:\s+<(http[^>]+)>/m.exec(text)?.[1] ?? ''
  expect(url).toContain(`${server.address}/unsubscribe/`)
  return new URL(url).pathname
}
const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.address}${path}`, { redirect: 'manual', ...init })
const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }

test('NOTIF-16 NOTIF-25 the digest goes out by SMTP with the headers of one-click unsubscribe; a POST without session switches that portfolio off, and nothing else', async () => {
  const link = await linkOfUpload()
  const answer = await ask(link, oneClick)
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  const { rows } = await database.pool.query(
    'select person_id as person, portfolio_id as portfolio from notification_off',
  )
  expect(rows).toEqual([{ person: ann, portfolio: portfolioId }])
  expect(await mailOfUpload()).toBeNull()
  // Once more, and as other mail clients send it.
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  expect((await ask(link, { method: 'POST', body: form })).status).toBe(200)
  expect((await ask(link, { method: 'POST' })).status).toBe(200)
  expect((await database.pool.query('select from notification_off')).rows).toHaveLength(1)
  const history = await database.pool.query(
    `select person_id as person, session_id as session from activity where kind = 'NOTIFICATIONS_OFF' limit 1`,
  )
  expect(history.rows).toEqual([{ person: ann, session: null }])
})

test('a GET or HEAD by a scanner, a prefetch or a person changes nothing and needs no session', async () => {
  const link = await linkOfUpload()
  for (const headers of [NAVIGATION, { accept: '*/*' }, { ...NAVIGATION, 'sec-purpose': 'prefetch' }]) {
    const answer = await ask(link, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect((await ask(link, { method: 'HEAD' })).status).toBe(200)
  const other = await ask(link, { method: 'DELETE' })
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  expect((await database.pool.query('select from notification_off')).rows).toEqual([])
  expect(await mailOfUpload()).not.toBeNull()
})

test('a wrong or altered token answers 404 to GET and POST, and says nothing of what there is', async () => {
  const link = await linkOfUpload()
  const token = link.slice('/unsubscribe/'.length)
  const flipped = (at: number) =>
    `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
  for (const wrong of [
    flipped(0),
    flipped(30),
    flipped(token.length - 2),
    `${token}A`,
    token.slice(0, -1),
    'nonsense',
  ]) {
    expect((await ask(`/unsubscribe/${wrong}`, { headers: NAVIGATION })).status).toBe(404)
    const posted = await ask(`/unsubscribe/${wrong}`, oneClick)
    expect([posted.status, await posted.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'Page not found.' } },
    ])
  }
  expect((await database.pool.query('select from notification_off')).rows).toEqual([])
})

test('the page says what would be switched off, and no name that the person may not see any more', async () => {
  const link = await linkOfUpload()
  const token = link.slice('/unsubscribe/'.length)
  const about = async () => {
    const { data } = await new Client(server.address).graphql(
      'query($token: String!) { unsubscription(token: $token) { organisation entity kind enabled } }',
      { token },
    )
    return data?.unsubscription
  }
  expect(await about()).toEqual({
    organisation: 'Notice Fund',
    entity: 'Prairie Sun',
    kind: 'PORTFOLIO',
    enabled: true,
  })
  await ask(link, oneClick)
  expect(await about()).toMatchObject({ entity: 'Prairie Sun', enabled: false })
  const { rows } = await database.pool.query(
    'delete from membership where person_id = $1 returning group_id as id',
    [ann],
  )
  expect(await about()).toEqual({ organisation: null, entity: null, kind: 'PORTFOLIO', enabled: false })
  await make.member(rows[0].id, ann)
  const wrong = await new Client(server.address).graphql('{ unsubscription(token: "wrong") { kind } }')
  expect(wrong.data).toEqual({ unsubscription: null })
})

test('NOTIF-19 NOTIF-24 a mail that waited for its server is written of what its reader may see when it goes out', async () => {
  const groupId = await make.group({ organisationId, role: 'Viewer', portfolioIds: [portfolioId] })
  await make.member(groupId, await make.person({ email: 'bea@notice.example' }))
  const folders = await room.createFolders(['Open', 'Offers'])
  const [open = '', offers = ''] = folders.map(({ id }) => id)
  const id = await uploadFile(room.client, treeId, open, 'Before.pdf')
  await uploadFile(room.client, treeId, offers, 'Rival price.pdf')
  await database.pool.query(`update notification set due_at = now() - interval '1 second', latest_at = now()`)
  mailServer.refuse(2)
  await server.app.runJobs()
  const { rows } = await database.pool.query('select body_text as text from mail_outbox')
  expect(rows.filter(({ text }) => text.includes('Rival price'))).toHaveLength(2)
  // Meanwhile one folder is closed to Bea, a file gets another name, and Ann switches the room off.
  await room.call(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documentPermission { id } }
    }`,
    { id: `${offers}:${groupId}` },
  )
  await room.call(
    'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "After.pdf") { __typename } }',
    { id },
  )
  await database.pool.query(
    'insert into notification_off (person_id, organisation_id, portfolio_id) values ($1, $2, $3)',
    [ann, organisationId, portfolioId],
  )
  await database.pool.query(`update mail_outbox set written_at = now() - interval '11 minutes'`)
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await server.app.runJobs()
  expect(mailServer.received.map(({ to }) => to)).toEqual([['bea@notice.example']])
  const mail = mailServer.received[0]?.text ?? ''
  expect(mail).toMatch(/^Subject: Prairie Sun: After\.pdf\r$/m)
  expect(mail).not.toMatch(/Rival|Offers|Before/)
  expect(await outboxOf('ann@notice.example')).toEqual([])
})

const outboxOf = async (recipient: string) =>
  (await database.pool.query('select subject from mail_outbox where recipient = $1', [recipient])).rows
