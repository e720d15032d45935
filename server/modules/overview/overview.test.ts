import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { outcomeOf } from '../../../testing/outcome.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { Overview } from './index.ts'
import { moved } from './pages.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let organisationId: string
let admin: Actor
let reader: Actor & { groupId: string; roleId: string }
let rival: Actor
let guest: Actor
const at = { kind: 'portfolio' as const, id: '' }

beforeAll(async () => {
  server = await startTestServer(database)
  organisationId = await make.organisation({ name: 'Plains Fund' })
  at.id = (await make.portfolio({ organisationId, name: 'Prairie Sun' })).id
  const member = async (role: string | readonly ['DEALROOM_VIEW']) => {
    const personId = await make.person()
    const groupId = await make.group({ organisationId, role, portfolioIds: [at.id] })
    await make.member(groupId, personId)
    const { rows } = await database.pool.query('select role_id from user_group where id = $1', [groupId])
    return { ...(await make.actor(personId)), groupId, roleId: rows[0].role_id as string }
  }
  admin = await member('Deal Room Admin')
  reader = await member('Bidder')
  rival = await member('Viewer')
  guest = await member(['DEALROOM_VIEW'])
})
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('delete from subpage')
  await database.pool.query('delete from timeline')
  await database.pool.query(`update portfolio set subpage_permissions = 'GROUP', status = 'DILIGENCE'`)
})

const overview = (): Overview => server.app.services.overview
const page = (title = 'Summary') => overview().pages.create(admin, at, title)
const seen = async (actor: Actor) => {
  const place = { kind: 'portfolio' as const, organisationId, portfolioId: at.id }
  const principals = (
    await database.pool.query('select subpage_permissions as is from portfolio where id = $1', [at.id])
  ).rows[0].is
  const [answer] = await overview().pages.ofEntities(actor, [{ id: at.id, place, principals }])
  return answer?.seen.map(({ title }) => title)
}
const own = (id: string) => ({ id, kind: 'portfolio' as const })

test('SUBP-19 SUBP-20 SUBP-21 SUBP-35 API-121 pages are added last, with a slug of their title that is theirs alone and stays', async () => {
  const first = await page('  Operating performance ')
  expect(first).toMatchObject({
    title: 'Operating performance',
    slug: 'operating-performance',
    modifiedAt: null,
  })
  expect((await page('Operating Performance!')).slug).toBe('operating-performance-2')
  expect((await page('…')).slug).toBe('page')
  const renamed = await overview().pages.update(admin, own(first.id), { title: 'Yield' })
  expect(renamed).toMatchObject({ title: 'Yield', slug: 'operating-performance', modifiedAt: null })
  expect(await seen(reader)).toEqual(['Yield', 'Operating Performance!', '…'])
  for (const title of ['', '   ', '\u200b', 'x'.repeat(121)]) {
    expect(await outcomeOf(page(title))).toBe('BAD_USER_INPUT')
  }
})

test('SUBP-32 only deal-room admins add, change, order and remove pages', async () => {
  const { id } = await page()
  const { pages } = overview()
  for (const other of [reader, rival]) {
    expect(await outcomeOf(pages.create(other, at, 'Mine'))).toBe('FORBIDDEN')
    expect(await outcomeOf(pages.update(other, own(id), { description: 'x' }))).toBe('FORBIDDEN')
    expect(await outcomeOf(pages.reorder(other, own(id), true))).toBe('FORBIDDEN')
    expect(await outcomeOf(pages.remove(other, own(id)))).toBe('FORBIDDEN')
  }
  expect(await seen(reader)).toEqual(['Summary'])
})

test('SUBP-29 SUBP-30 SUBP-33 a restricted page is given to its groups and deal-room admins alone', async () => {
  const { id } = await page()
  const { pages } = overview()
  await pages.update(admin, own(id), { restricted: true, groupIds: [] })
  expect([await seen(admin), await seen(reader)]).toEqual([['Summary'], []])
  await pages.update(admin, own(id), { groupIds: [reader.groupId] })
  expect([await seen(reader), await seen(rival), await seen(guest)]).toEqual([['Summary'], [], []])
  expect(await outcomeOf(pages.page(rival, id))).toBe('NOT_FOUND')
  expect(await outcomeOf(pages.page(rival, newId()))).toBe('NOT_FOUND')
  // SUBP-33: without OVERVIEW_VIEW nothing, restricted or not.
  await pages.update(admin, own(id), { restricted: false })
  expect([await seen(rival), await seen(guest)]).toEqual([['Summary'], []])
})

test('SUBP-29 a role that somebody holds on another portfolio opens no restricted page of this one', async () => {
  const { id } = await page()
  await database.pool.query(`update portfolio set subpage_permissions = 'ROLE'`)
  await overview().pages.update(admin, own(id), { restricted: true, roleIds: [reader.roleId] })
  const next = await make.portfolio({ organisationId })
  const personId = await make.person()
  // Here a viewer, there with the role that the page names.
  for (const [role, portfolioId] of [
    ['Viewer', at.id],
    ['Bidder', next.id],
  ] as const) {
    await make.member(await make.group({ organisationId, role, portfolioIds: [portfolioId] }), personId)
  }
  const ofBoth = await make.actor(personId)
  expect(await seen(ofBoth)).toEqual([])
  expect(await outcomeOf(overview().pages.page(ofBoth, id))).toBe('NOT_FOUND')
  expect(await seen(reader)).toEqual(['Summary'])
})

test('SUBP-28 SUBP-29 where an entity names roles, groups count for nothing', async () => {
  const { id } = await page()
  const { pages } = overview()
  await database.pool.query(`update portfolio set subpage_permissions = 'ROLE'`)
  await pages.update(admin, own(id), { restricted: true, groupIds: [reader.groupId] })
  expect(await seen(reader)).toEqual([])
  await pages.update(admin, own(id), { roleIds: [reader.roleId] })
  expect([await seen(reader), await seen(rival)]).toEqual([['Summary'], []])
  const names = (await pages.principals(admin, at)).map(({ name }) => name)
  expect(names).toContain('Bidder')
  expect(await outcomeOf(pages.update(admin, own(id), { roleIds: [newId()] }))).toBe('NOT_FOUND')
})

test('API-122 of two who edit one page the second gets the newer text, and nothing is lost', async () => {
  const { id, revision } = await page()
  const { pages } = overview()
  await pages.update(admin, own(id), { description: 'First', revision })
  const second = pages.update(admin, own(id), { description: 'Second', revision })
  await expect(second).rejects.toMatchObject({
    code: 'CONFLICT',
    extensions: {
      of: 'page',
      revision: revision + 1,
      newer: { description: 'First', restricted: false, groups: [] },
    },
  })
  expect((await pages.page(admin, id)).page.description).toBe('First')
  expect((await pages.page(admin, id)).page.modifiedAt).not.toBeNull()
  const long = pages.update(admin, own(id), { description: 'x'.repeat(1_000_000) })
  expect(await outcomeOf(long)).toBe('BAD_USER_INPUT')
})

test('API-123 a page that was deleted is unknown to whoever has it open', async () => {
  const { id } = await page()
  const { pages } = overview()
  await pages.remove(admin, own(id))
  expect(await outcomeOf(pages.update(admin, own(id), { description: 'Late' }))).toBe('NOT_FOUND')
  expect(await outcomeOf(pages.remove(admin, own(id)))).toBe('NOT_FOUND')
  // A page of another kind of entity is none.
  const other = await page('Other')
  expect(await outcomeOf(pages.page(admin, other.id, 'holdingCompany'))).toBe('NOT_FOUND')
})

test('SUBP-19 pages move one place at a time, and stop at the ends', async () => {
  const first = await page('A')
  await page('B')
  await page('C')
  const { pages } = overview()
  await pages.reorder(admin, own(first.id), false)
  expect(await seen(reader)).toEqual(['B', 'A', 'C'])
  await pages.reorder(admin, own(first.id), true)
  await pages.reorder(admin, own(first.id), true)
  expect(await seen(reader)).toEqual(['A', 'B', 'C'])
  expect(moved(['a', 'b'], 'x', true)).toEqual(['a', 'b'])
})

test('TIME-02 TIME-04 TIME-06 TIME-09 TIME-15 TIME-17 API-125 API-126 API-129 milestones are added last and move without gaps', async () => {
  const { timelines } = overview()
  const id = await timelines.create(admin, at)
  const shown = async () =>
    (await timelines.timeline(reader, id)).milestones.map(({ order, title }) => `${order} ${title}`)
  expect((await timelines.timeline(admin, id)).milestones).toMatchObject([
    { order: 0, dueDate: '', title: '', body: '', status: 'ACTIVE' },
  ])
  const [first] = (await timelines.timeline(admin, id)).milestones
  await timelines.update(admin, first?.id ?? '', {
    title: 'A',
    dueDate: 'After the flip',
    status: 'COMPLETE',
  })
  for (const title of ['B', 'C']) {
    const added = await timelines.addMilestone(admin, id)
    await timelines.update(admin, added.id, { title })
  }
  expect(await shown()).toEqual(['0 A', '1 B', '2 C'])
  await timelines.reorder(admin, first?.id ?? '', true)
  await timelines.reorder(admin, first?.id ?? '', false)
  expect(await shown()).toEqual(['0 B', '1 A', '2 C'])
  await timelines.remove(admin, first?.id ?? '')
  expect(await shown()).toEqual(['0 B', '1 C'])
})

test('TIME-11 TIME-12 TIME-13 TIME-16 API-127 API-128 the last milestone stays; others than deal-room admins change nothing', async () => {
  const { timelines } = overview()
  const id = await timelines.create(admin, at)
  const { milestones } = await timelines.timeline(admin, id)
  const only = milestones[0]?.id ?? ''
  expect(await outcomeOf(timelines.remove(admin, only))).toBe('CONFLICT')
  expect((await timelines.timeline(reader, id)).canEdit).toBe(false)
  expect((await timelines.timeline(admin, id)).canEdit).toBe(true)
  expect(await outcomeOf(timelines.addMilestone(reader, id))).toBe('FORBIDDEN')
  expect(await outcomeOf(timelines.update(reader, only, { title: 'x' }))).toBe('FORBIDDEN')
  expect(await outcomeOf(timelines.timeline(guest, id))).toBe('NOT_FOUND')
  expect(await outcomeOf(timelines.timeline(reader, newId()))).toBe('NOT_FOUND')
  expect(await outcomeOf(timelines.timeline(reader, '41'))).toBe('NOT_FOUND')
  expect(await outcomeOf(timelines.update(admin, only, { body: 'x'.repeat(5001) }))).toBe('BAD_USER_INPUT')
  await timelines.update(admin, only, { title: 'First', revision: 1 })
  expect(await outcomeOf(timelines.update(admin, only, { title: 'Second', revision: 1 }))).toBe('CONFLICT')
})

test('a portfolio that turns Draft takes its overview along for everybody but its admins', async () => {
  const { id } = await page()
  const timeline = await overview().timelines.create(admin, at)
  await database.pool.query(`update portfolio set status = 'DRAFT'`)
  expect(await outcomeOf(overview().pages.page(reader, id))).toBe('NOT_FOUND')
  expect(await outcomeOf(overview().timelines.timeline(reader, timeline))).toBe('NOT_FOUND')
  expect((await overview().pages.page(admin, id)).page.id).toBe(id)
})
