import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'

const database = testDatabase()
const make = factories(database)
const ALL = { search: null, state: null, ordering: null, limit: 200, offset: 0 }
let server: TestServer
let ann: Actor
let staff: Actor

beforeAll(async () => {
  server = await startTestServer(database, { SUPPORT_EMAIL: 'support@fund.example' })
  const organisationId = await make.organisation({ name: 'Meridian' })
  const person = await make.person({ email: 'ann@fund.example' })
  await make.member(await make.group({ organisationId, role: ['DOCUMENTS_VIEW'] }), person)
  ann = await make.actor(person)
  staff = await make.actor(await make.person({ isSuperUser: true, email: 'staff@fund.example' }))
})
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('truncate support_ticket, mail_outbox, notification')
})

const support = () => server.app.services.support
const send = (issue: string, actor = ann, at?: Date) =>
  support().send(actor, { issue, description: `About ${issue}`, ...(at ? { at } : {}) })
const mails = async () =>
  (
    await database.pool.query(
      'select recipient, reply_to as "replyTo", subject, body_text as text from mail_outbox order by id',
    )
  ).rows
const activities = async (id: string) =>
  (
    await database.pool.query(
      `select kind, person_id as "personId" from activity
       where subject_kind = 'support_ticket' and subject_id = $1 order by id`,
      [id],
    )
  ).rows

test('SUP-06 SUP-07 SUP-08 NOTIF-21 a ticket is kept with its user and time, and sent to the support address', async () => {
  const before = Date.now()
  const ticket = await send(' Upload stops\u00e9 ')
  const { count, tickets } = await support().tickets(staff, ALL)
  expect(count).toBe(1)
  expect(tickets).toEqual([
    {
      id: ticket.id,
      personId: ann.personId,
      issue: 'Upload stops\u00e9',
      description: 'About  Upload stops\u00e9',
      state: 'OPEN',
      revision: 1,
      createdAt: expect.any(Date),
    },
  ])
  expect(tickets[0]?.createdAt.getTime()).toBeGreaterThanOrEqual(before)
  expect(await activities(ticket.id)).toEqual([{ kind: 'SEND_TICKET', personId: ann.personId }])
  await server.app.runJobs()
  const [mail] = await mails()
  expect(mail).toMatchObject({
    recipient: 'support@fund.example',
    replyTo: 'ann@fund.example',
    subject: 'Support: Upload stops\u00e9',
  })
  expect(mail.text).toContain('E-mail: ann@fund.example\nOrganisation: Meridian\n')
  expect(mail.text).toContain('About  Upload stops\u00e9')
  await server.app.runJobs()
  expect(await mails()).toHaveLength(1)
})

test('SUP-02 SUP-03 SUP-10 the server applies the limits itself, and says all that is wrong', async () => {
  const refused = support().send(ann, { issue: 'a'.repeat(129), description: ' ' })
  await expect(refused).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    extensions: { fields: { issue: 'Max 128 characters', description: 'This field is required' } },
  })
  await support().send(ann, { issue: 'a'.repeat(128), description: 'b'.repeat(1024) })
  expect((await support().tickets(staff, ALL)).count).toBe(1)
})

test('a ticket of staff names the organisations that they are in, and none of the others that they see', async () => {
  const organisationId = await make.organisation({ name: 'Own Fund' })
  await make.organisation({ name: 'Fund of others' })
  const personId = await make.person({ isSuperUser: true })
  await make.member(await make.group({ organisationId, role: ['DOCUMENTS_VIEW'] }), personId)
  await send('From staff', await make.actor(personId))
  await send('From staff in none', staff)
  await server.app.runJobs()
  const lines = (await mails()).map(({ text }) => /Organisation: (.*)/.exec(text)?.[1])
  expect(lines.toSorted()).toEqual(['Own Fund', 'none'])
})

test('a ticket of another moment is entered with it, and nobody is mailed', async () => {
  const at = new Date('2026-05-04T12:00:00.000Z')
  expect((await send('Of last spring', ann, at)).createdAt).toEqual(at)
  await server.app.runJobs()
  expect(await mails()).toEqual([])
})

test('a person sends five tickets in ten minutes, the next one later, and others are not held up', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => send(`Issue ${at}`)))
  const refused = sent.flatMap((one) => (one.status === 'rejected' ? one.reason : []))
  expect(refused).toHaveLength(3)
  for (const each of refused) expect(each).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await send('Mine', staff)).issue).toBe('Mine')
  await database.pool.query(`update support_ticket set created_at = created_at - interval '10 minutes'`)
  expect((await send('Later')).issue).toBe('Later')
})

test('BO-33 staff search, sort, filter and page the tickets; nobody else sees any', async () => {
  const day = (date: number) => new Date(Date.UTC(2026, 4, date))
  await send('Zoning map', ann, day(3))
  await send('Access for 100% of us', ann, day(1))
  const closed = await send('billing', staff, day(2))
  await support().setState(staff, { id: closed.id, state: 'CLOSED', revision: 1 })
  const issues = async (query: Partial<Parameters<ReturnType<typeof support>['tickets']>[1]>) =>
    (await support().tickets(staff, { ...ALL, ...query })).tickets.map(({ issue }) => issue)
  expect(await issues({})).toEqual(['Zoning map', 'billing', 'Access for 100% of us'])
  expect(await issues({ ordering: 'issue' })).toEqual(['Access for 100% of us', 'billing', 'Zoning map'])
  expect(await issues({ ordering: '-issue', limit: 1, offset: 1 })).toEqual(['billing'])
  expect(await issues({ search: '0% of' })).toEqual(['Access for 100% of us'])
  expect(await issues({ search: 'STAFF@' })).toEqual(['billing'])
  expect(await issues({ search: 'about zon' })).toEqual(['Zoning map'])
  expect(await issues({ state: 'CLOSED' })).toEqual(['billing'])
  expect((await support().tickets(staff, { ...ALL, state: 'OPEN', limit: 1 })).count).toBe(2)
  await expect(issues({ ordering: 'description' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  await expect(support().tickets(ann, ALL)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('BO-33 if two of the staff change one ticket at the same time, the second gets the newer state', async () => {
  const { id } = await send('Broken link')
  const close = () => support().setState(staff, { id, state: 'CLOSED', revision: 1 })
  const both = await Promise.allSettled([close(), close()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = both.flatMap((one) => (one.status === 'rejected' ? one.reason : []))
  expect(refused).toMatchObject([
    {
      code: 'CONFLICT',
      message: 'Someone else has just changed this ticket. Please check and try again.',
      extensions: { revision: 2, newer: { state: 'CLOSED' } },
    },
  ])
  expect(await support().setState(staff, { id, state: 'OPEN', revision: 2 })).toMatchObject({
    state: 'OPEN',
    revision: 3,
  })
  expect((await activities(id)).map(({ kind }) => kind)).toEqual([
    'SEND_TICKET',
    'CLOSE_TICKET',
    'OPEN_TICKET',
  ])
  const change = { id, state: 'CLOSED', revision: 3 } as const
  await expect(support().setState(ann, change)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await database.pool.query('update person set is_super_user = false where id = $1', [staff.personId])
  await expect(support().setState(staff, change)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await database.pool.query('update person set is_super_user = true where id = $1', [staff.personId])
  await expect(
    support().setState(staff, { ...change, id: '01900000-0000-7000-8000-000000000000' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
