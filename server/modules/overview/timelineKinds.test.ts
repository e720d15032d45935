import { afterAll, beforeAll, expect, test } from 'vitest'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import type { OfficeValues } from '../../admin/index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Actor
let portfolioId: string
let holdingCompanyId: string

beforeAll(async () => {
  server = await startTestServer(database)
  staff = await make.actor(await make.person({ isSuperUser: true }))
  const organisationId = await make.organisation()
  portfolioId = (await make.portfolio({ organisationId })).id
  holdingCompanyId = (await make.holdingCompany({ organisationId })).id
})
afterAll(() => server.close())

const office = () => server.app.services.backoffice
const create = async (kind: string, values: OfficeValues) => (await office().create(staff, kind, values)).id
const change = (kind: string, id: string, values: OfficeValues) =>
  office().change(staff, kind, { id, revision: null, values })
const OPEN = { status: 'ACTIVE' }
const shown = async (timelineId: string) =>
  (await server.app.services.overview.timelines.timeline(staff, timelineId)).milestones.map(
    ({ order, title, status }) => [order, title, status],
  )

test('BO-26 TIME-15 TIME-17 a timeline is made for a portfolio or holding company, and its milestones are kept in order', async () => {
  const id = await create('timeline', { name: 'Financing', portfolioId })
  const ofCompany = await create('timeline', { name: 'Closing', holdingCompanyId })
  expect(await shown(id)).toEqual([[0, '', 'ACTIVE']])
  expect(await shown(ofCompany)).toEqual([[0, '', 'ACTIVE']])
  const signed = await create('milestone', {
    timelineId: id,
    title: 'Signed',
    dueDate: 'Q3',
    place: '1',
    ...OPEN,
  })
  const paid = await create('milestone', { timelineId: id, title: 'Paid', status: 'COMPLETE' })
  expect(await shown(id)).toEqual([
    [0, 'Signed', 'ACTIVE'],
    [1, '', 'ACTIVE'],
    [2, 'Paid', 'COMPLETE'],
  ])
  await change('milestone', paid, { place: '2', body: 'Into **escrow**' })
  await change('milestone', signed, { status: 'COMPLETE' })
  expect(await shown(id)).toEqual([
    [0, 'Signed', 'COMPLETE'],
    [1, 'Paid', 'COMPLETE'],
    [2, '', 'ACTIVE'],
  ])
  await office().remove(staff, 'milestone', signed)
  expect(await shown(id)).toEqual([
    [0, 'Paid', 'COMPLETE'],
    [1, '', 'ACTIVE'],
  ])
  await change('timeline', id, { name: 'Money' })
  expect((await server.app.services.overview.timelines.timeline(staff, id)).name).toBe('Money')
  await office().remove(staff, 'timeline', id)
  await expect(shown(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await database.pool.query('select from milestone where timeline_id = $1', [id])
  expect(rows).toEqual([])
})

test('BO-26 TIME-11 the last milestone stays, and what is no place of a timeline is said at its field', async () => {
  const id = await create('timeline', { name: 'Short', portfolioId })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from milestone where timeline_id = $1',
    [id],
  )
  await expect(office().remove(staff, 'milestone', rows[0]?.id ?? '')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The last milestone of a timeline can’t be deleted.',
  })
  await expect(create('milestone', { timelineId: id, place: '0', ...OPEN })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  const title = 'x'.repeat(OVERVIEW_LIMITS.milestoneTitle + 1)
  await expect(create('milestone', { timelineId: id, title, ...OPEN })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
  })
  for (const wrong of [{}, { portfolioId, holdingCompanyId }] as OfficeValues[]) {
    await expect(create('timeline', { name: 'Nowhere', ...wrong })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  }
  const most = Array.from({ length: OVERVIEW_LIMITS.milestones - 1 }, (_, index) => index + 1)
  await database.pool.query(
    `insert into milestone (id, timeline_id, position) select gen_random_uuid(), $1, unnest($2::int[])`,
    [id, most],
  )
  await expect(create('milestone', { timelineId: id, ...OPEN })).rejects.toMatchObject({ code: 'CONFLICT' })
})
