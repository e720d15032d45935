import { beforeEach, expect, test } from 'vitest'
import { outcomeOf } from '../../../testing/outcome.ts'
import type { Actor } from '../../access/actor.ts'
import { newId } from '../../platform/ids.ts'
import { questionRoom } from './questions.fixture.ts'

const room = questionRoom()
const { database, make, questions, log } = room
const at = () => ({ kind: 'portfolio' as const, id: room.place.portfolioId })
const names = async (actor: Actor, id = room.place.portfolioId) =>
  (await questions().logsOf(actor, [id])).map((logs) => logs.map(({ name }) => name))

beforeEach(async () => {
  await database.pool.query('delete from question_log')
  await database.pool.query('update portfolio set enable_q_and_a = true, status = $1', ['DILIGENCE'])
})

test('QA-07 QA-14 GRP-25 a restricted log is there for its groups and who administers logs alone', async () => {
  await log({ name: 'Open' })
  const mine = await log({ name: 'Lenders', restricted: true, groupIds: [room.bidder.groupId] })
  expect(mine).toMatchObject({ name: 'Lenders', restricted: true, groupIds: [room.bidder.groupId] })
  expect(await names(room.manager)).toEqual([['Open', 'Lenders']])
  expect(await names(room.bidder)).toEqual([['Open', 'Lenders']])
  for (const other of [room.rival, room.onlooker]) {
    expect(await names(other)).toEqual([['Open']])
    expect(await outcomeOf(questions().log(other, mine.id))).toBe('NOT_FOUND')
    expect(await outcomeOf(questions().choices(other, 'topic', mine.id))).toBe('NOT_FOUND')
    expect(await outcomeOf(questions().page(other, mine.id, { filter: 'ALL', limit: 9, offset: 0 }))).toBe(
      'NOT_FOUND',
    )
  }
  // What its group may open goes with the group; the log stays closed.
  const group = await make.group({
    organisationId: room.organisationId,
    role: 'Bidder',
    portfolioIds: [room.place.portfolioId],
  })
  const short = await log({ name: 'Short', restricted: true, groupIds: [group] })
  await database.pool.query('delete from user_group where id = $1', [group])
  expect(await questions().log(room.manager, short.id)).toMatchObject({ restricted: true, groupIds: [] })
  expect(await names(room.bidder)).toEqual([['Open', 'Lenders']])
})

test('QA-13 of the groups of a log everybody but its admins is shown only their own', async () => {
  const groupIds = [room.bidder.groupId, room.rival.groupId]
  const mine = await log({ restricted: true, groupIds })
  const shown = async (actor: Actor) =>
    (await questions().log(actor, mine.id)).groups.map(({ id }) => id).toSorted()
  expect(await shown(room.manager)).toEqual(groupIds.toSorted())
  expect(await shown(room.bidder)).toEqual([room.bidder.groupId])
  expect(await shown(room.rival)).toEqual([room.rival.groupId])
})

test('QA-37 ORG-60 without QUESTIONS_VIEW, with Q&A off, or where the entity is not in view, there is no log', async () => {
  const mine = await log()
  expect(await names(room.guest)).toEqual([[]])
  expect(await outcomeOf(questions().log(room.guest, mine.id))).toBe('NOT_FOUND')
  const stranger = await make.actor(await make.person())
  expect(await outcomeOf(questions().log(stranger, mine.id))).toBe('NOT_FOUND')
  expect(await outcomeOf(questions().log(room.bidder, newId()))).toBe('NOT_FOUND')
  expect(await outcomeOf(questions().log(room.bidder, 'none'))).toBe('NOT_FOUND')
  for (const statement of [
    'update portfolio set enable_q_and_a = false',
    `update portfolio set enable_q_and_a = true, status = 'DRAFT'`,
  ]) {
    await database.pool.query(statement)
    expect(await names(room.bidder)).toEqual([[]])
    expect(await outcomeOf(questions().writing.create(room.bidder, mine.id, {}))).toBe('NOT_FOUND')
  }
})

test('QA-11 QA-13 ORG-63 API-130 API-131 logs are added and changed with QUESTION_LOG_ADMIN alone', async () => {
  const mine = await log()
  const settings = { name: 'Mine', restricted: false, groupIds: [] }
  for (const [actor, expected] of [
    [room.bidder, 'FORBIDDEN'],
    [room.guest, 'FORBIDDEN'],
    [await make.actor(await make.person()), 'NOT_FOUND'],
  ] as const) {
    expect(await outcomeOf(questions().createLog(actor, at(), settings))).toBe(expected)
  }
  expect(await outcomeOf(questions().updateLog(room.bidder, mine.id, settings))).toBe('FORBIDDEN')
  expect(await outcomeOf(questions().updateLog(room.guest, mine.id, settings))).toBe('NOT_FOUND')
  const company = await questions().createLog(
    room.manager,
    { kind: 'holdingCompany', id: room.companyId },
    settings,
  )
  expect(company.place).toMatchObject({ kind: 'holdingCompany', holdingCompanyId: room.companyId })
  expect(await names(room.bidder, room.companyId)).toEqual([['Mine']])
})

test('QA-08 what a log is refused for stands at its fields, and an open log has no groups', async () => {
  const refused = (settings: Parameters<typeof log>[0]) =>
    log(settings).catch((error: { extensions: unknown }) => error.extensions)
  for (const name of ['  ', '\u200b', '\u202e']) {
    expect(await refused({ name })).toEqual({ fields: { name: 'Name is a required field' } })
  }
  // In one line and in one direction, as it stands in lists, mails and the names of files.
  expect(await log({ name: 'Tax\nequity \u202eround' })).toMatchObject({ name: 'Tax equity round' })
  expect(await refused({ name: 'x'.repeat(121) })).toEqual({
    fields: { name: 'Name must be at most 120 characters' },
  })
  const foreign = await make.group({ organisationId: await make.organisation(), role: 'Bidder' })
  for (const unknown of ['', newId(), foreign]) {
    expect(await refused({ restricted: true, groupIds: [room.bidder.groupId, unknown] })).toEqual({
      fields: { 'groupIds.1': 'Please select a group.' },
    })
  }
  expect(await log({ groupIds: [room.bidder.groupId] })).toMatchObject({ groupIds: [] })
})

test('QA-13 of two who change a log the second is told, with the newer settings', async () => {
  const [mine, other] = [await log(), await log({ name: 'Another log' })]
  const change = (name: string, revision: number) =>
    questions().updateLog(room.manager, mine.id, {
      name,
      restricted: false,
      groupIds: [],
      visibility: 'EACH_PARTY',
      limits: { total: 20, endsAt: new Date('2031-05-04T10:00:00Z') },
      revision,
    })
  expect(await change('First', mine.revision)).toMatchObject({ name: 'First', revision: 2 })
  expect(await questions().log(room.manager, other.id)).toMatchObject({
    name: 'Another log',
    revision: other.revision,
  })
  const error = await change('Second', mine.revision).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'CONFLICT',
    extensions: {
      revision: 2,
      newer: {
        name: 'First',
        restricted: false,
        groups: [],
        visibility: 'EACH_PARTY',
        limits: { total: 20, perDay: null, perParty: null, endsAt: '2031-05-04T10:00:00.000Z' },
      },
    },
  })
  expect(await questions().log(room.manager, mine.id)).toMatchObject({ name: 'First' })
  const { rows } = await database.pool.query(
    `select kind from activity where subject_kind = 'question_log' and subject_id = $1 order by id`,
    [mine.id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['CREATE_QUESTION_LOG', 'UPDATE_QUESTION_LOG'])
})

test('an entity has at most a hundred logs: the hundredth is taken, the next refused', async () => {
  const { rows } = await database.pool.query('select id from question_log')
  expect(rows).toEqual([])
  await log({ name: 'First' })
  await database.pool.query(
    `insert into question_log
     select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'name', 'Log ' || n))).*
     from question_log l, generate_series(2, 99) n`,
  )
  expect(await log({ name: 'Hundredth' })).toMatchObject({ name: 'Hundredth' })
  await expect(log({ name: 'One more' })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: 'There are 100 logs already. Please use one of them.',
  })
  const count = await database.pool.query('select count(*)::int as n from question_log')
  expect(count.rows).toEqual([{ n: 100 }])
})

test('QA-36 BO-31 API-100 API-101 a new log has the usual categories and topics, of its own', async () => {
  const [one, other] = [await log(), await log()]
  const categories = await questions().choices(room.onlooker, 'category', one.id)
  expect(categories.map(({ name }) => name)).toContain('Interconnection')
  expect((await questions().choices(room.onlooker, 'topic', one.id)).length).toBeGreaterThan(3)
  const ids = new Set(categories.map(({ id }) => id))
  expect((await questions().choices(room.onlooker, 'category', other.id)).some(({ id }) => ids.has(id))).toBe(
    false,
  )
})
