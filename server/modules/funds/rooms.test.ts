import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../testing/database/lockWaits.ts'
import { factories } from '../../../testing/factories.ts'
import type { Actor } from '../../access/actor.ts'
import { createHooks, joins } from '../../platform/hooks.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createFunds, type Funds, projectSizes, roomClosed } from './index.ts'

const database = testDatabase()
const make = factories(database)
const SLUG = 'room-fund'
const PAGE = { ordering: null, limit: 200, offset: 0 }
const ALL = { search: null, limit: 200, offset: 0 }

let organisationId: string
let portfolioId: string
let orgAdmin: Actor
let usersAdmin: Actor
let dealAdmin: Actor
let viewer: Actor
let outsider: Actor
/** Places of the rooms that were closed. */
const closed: unknown[] = []
let failing = false

let funds: Funds
let rooms: Funds['rooms']

beforeAll(async () => {
  funds = createFunds(
    database.db,
    createOrganisations(database.db),
    createHooks(() => [
      joins(roomClosed, async (_tx, { place }) => {
        if (failing) throw new Error('The handler failed.')
        closed.push(place)
      }),
      joins(projectSizes, async (_on, { portfolioIds }) => portfolioIds.map(() => 42)),
    ]),
  )
  rooms = funds.rooms
  organisationId = await make.organisation({ name: 'Room Fund', slug: SLUG })
  const portfolio = await make.portfolio({ organisationId, name: 'Prairie' })
  portfolioId = portfolio.id
  const place = { organisationId, portfolioId }
  orgAdmin = await make.actorWith(place, 'Organisation Admin')
  usersAdmin = await make.actorWith(place, ['USERS_ADMIN'])
  dealAdmin = await make.actorWith(place, 'Deal Room Admin')
  viewer = await make.actorWith(place, 'Viewer')
  outsider = await make.actor(await make.person())
})
beforeEach(() => {
  closed.length = 0
  failing = false
})

const create = (actor: Actor, name: string, dealManagerId: string | null = null) =>
  rooms.create(actor, { orgSlug: SLUG, name, dealManagerId })
const update = (actor: Actor, settings: object, id = portfolioId) =>
  rooms.update(actor, { orgSlug: SLUG, portfolioId: id, ...settings })
const kindsOf = async (id: string) =>
  (
    await database.pool.query(
      `select kind from activity where subject_kind = 'portfolio' and subject_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ kind }) => kind)

describe('a new deal room', () => {
  test('DRM-03 DRM-05 DRM-06 API-065 is a draft with its manager and an address of its own', async () => {
    const first = await create(orgAdmin, '  Otter Creek ', viewer.personId)
    expect(first).toMatchObject({
      name: 'Otter Creek',
      slug: 'otter-creek',
      status: 'DRAFT',
      dealManagerId: viewer.personId,
      systemSize: null,
    })
    const others = await Promise.all([create(orgAdmin, 'Otter Creek'), create(orgAdmin, 'Otter  creek!')])
    expect(others.map(({ slug }) => slug).sort()).toEqual(['otter-creek-2', 'otter-creek-3'])
    expect(await kindsOf(first.id)).toEqual(['CREATE_DEAL_ROOM'])
  })

  test('DRM-06 ORG-43 its address counts rooms of its organisation alone: of others it gets a number at random', async () => {
    const other = await make.organisation({ name: 'Other Fund' })
    for (let count = 0; count < 3; count += 1) {
      await make.portfolio({ organisationId: other, name: 'Falcon' })
    }
    const slugs = [await create(orgAdmin, 'Falcon'), await create(orgAdmin, 'Falcon')].map(({ slug }) => slug)
    for (const slug of slugs) expect(slug).toMatch(/^falcon-\d{5}$/)
    expect(new Set(slugs).size).toBe(2)
    await create(orgAdmin, 'Kestrel')
    await make.portfolio({ organisationId: other, name: 'Kestrel' })
    expect((await create(orgAdmin, 'Kestrel')).slug).toBe('kestrel-2')
  })

  test('DRM-06 of two organisations that take one address at the same time both get one', async () => {
    const taking = await database.pool.connect()
    onTestFinished(() => taking.release())
    await taking.query('begin')
    await taking.query(
      `insert into portfolio (id, organisation_id, name, slug, status)
       values (gen_random_uuid(), $1, 'Heron', 'heron', 'DRAFT')`,
      [await make.organisation({ name: 'Faster Fund' })],
    )
    const made = create(orgAdmin, 'Heron')
    await untilLocksAreAwaited(database.pool)
    await taking.query('commit')
    expect((await made).slug).toMatch(/^heron-\d{5}$/)
  })

  test('DRM-04 needs a name and takes any: long, from right to left, without a letter for its address', async () => {
    // Of the second nothing is to be seen.
    for (const nothing of [' \n', '\u200b']) {
      await expect(create(orgAdmin, nothing)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        extensions: { fields: { name: 'This field is required' } },
      })
    }
    // Names stand in one line, and turn the direction of nothing around them.
    expect((await create(orgAdmin, 'Two\nlines \u202eback')).name).toBe('Two lines back')
    expect((await create(orgAdmin, 'غرفة ☀️')).slug).toBe('deal-room')
    const long = await create(orgAdmin, 'n'.repeat(1000))
    expect([long.name.length, long.slug.length]).toEqual([1000, 80])
    await expect(create(orgAdmin, 'n'.repeat(1001))).rejects.toThrow('Please use at most 1000 characters.')
  })

  test('DRM-07 takes as manager a user of the organisation alone', async () => {
    for (const wrong of [outsider.personId, 'no-id']) {
      await expect(create(orgAdmin, 'Managed', wrong)).rejects.toMatchObject({
        extensions: { fields: { dealManagerId: 'Please choose a user with access as deal manager.' } },
      })
    }
  })

  test('DRM-24 is for ORG_ADMIN', async () => {
    for (const actor of [usersAdmin, dealAdmin, viewer]) {
      await expect(create(actor, 'Mine')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(create(outsider, 'Mine')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the list of deal rooms', () => {
  const names = async (actor: Actor, asked: object = {}) =>
    (await rooms.list(actor, { orgSlug: SLUG, ...PAGE, ...asked })).map(({ name }) => name)

  test('DRM-01 DRM-19 DRM-25 DRM-27 API-043 is by name, searched, filtered and paged; drafts are for admins', async () => {
    const draft = await create(orgAdmin, 'Zebra 100%')
    const sold = await make.portfolio({ organisationId, name: 'Alma', status: 'SOLD' })
    await make.portfolio({ organisationId, name: 'Removed', status: 'DELETED' })
    const all = await names(orgAdmin)
    expect(all[0]).toBe('Alma')
    expect(all.at(-1)).not.toBe('Removed')
    expect(all).toEqual(expect.arrayContaining(['Alma', 'Prairie', 'Zebra 100%']))
    expect(all).not.toContain('Removed')
    expect(await names(usersAdmin)).toEqual(['Alma', 'Prairie'])
    expect(await names(orgAdmin, { search: '100%' })).toEqual(['Zebra 100%'])
    expect(await names(orgAdmin, { status: 'SOLD' })).toEqual(['Alma'])
    expect(await names(orgAdmin, { without: ['DRAFT'] })).toEqual(['Alma', 'Prairie'])
    expect(await names(orgAdmin, { ordering: '-status', limit: 1 })).toEqual(['Alma'])
    expect(await names(usersAdmin, { limit: 1, offset: 1 })).toEqual(['Prairie'])
    expect(await rooms.count(usersAdmin, { orgSlug: SLUG })).toBe(2)
    expect([draft.id, sold.id]).toHaveLength(2)
    await expect(names(orgAdmin, { ordering: 'slug' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  test('DRM-24 needs ORG_ADMIN or USERS_ADMIN', async () => {
    for (const actor of [dealAdmin, viewer]) {
      await expect(names(actor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(names(outsider)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(rooms.count(viewer, { orgSlug: SLUG })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('DRM-07 API-045 managers are chosen from users by last name: all of the organisation, or those with access', async () => {
    const elsewhere = await make.portfolio({ organisationId, name: 'Elsewhere' })
    const stranger = await make.actorWith({ organisationId, portfolioId: elsewhere.id }, 'Viewer')
    const ofAll = await rooms.usersOfOrganisation(orgAdmin, SLUG, ALL)
    expect(ofAll).toContain(stranger.personId)
    expect(ofAll).not.toContain(outsider.personId)
    const { rows } = await database.pool.query(
      'select id, last_name as "lastName" from person where id = any($1)',
      [ofAll],
    )
    const lastNames = ofAll.map((id) => rows.find((row) => row.id === id)?.lastName)
    expect(lastNames).toEqual([...lastNames].sort(new Intl.Collator('en', { numeric: true }).compare))
    const ofRoom = await rooms.usersOfPortfolio(dealAdmin, portfolioId, ALL)
    expect(ofRoom).toContain(viewer.personId)
    expect(ofRoom).not.toContain(stranger.personId)
    expect(await rooms.usersOfPortfolio(dealAdmin, portfolioId, { ...ALL, search: 'nobody%' })).toEqual([])
    await expect(rooms.usersOfOrganisation(viewer, SLUG, ALL)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(rooms.usersOfPortfolio(viewer, portfolioId, ALL)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(rooms.usersOfPortfolio(stranger, portfolioId, ALL)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(update(dealAdmin, { dealManagerId: stranger.personId })).rejects.toThrow(
      'Please choose a user with access as deal manager.',
    )
  })
})

describe('settings', () => {
  test('DRM-08 DRM-12 API-066 change what is given and leave the rest', async () => {
    const changed = await update(dealAdmin, {
      status: 'MARKET',
      name: ' Prairie Sun ',
      enableProjects: false,
      dealManagerId: viewer.personId,
    })
    expect(changed).toMatchObject({
      status: 'MARKET',
      name: 'Prairie Sun',
      slug: expect.any(String),
      enableProjects: false,
      enableQAndA: true,
      headerEnabled: true,
      dealManagerId: viewer.personId,
    })
    const again = await update(orgAdmin, { enableQAndA: false, headerEnabled: false, dealManagerId: null })
    expect(again).toMatchObject({
      status: 'MARKET',
      enableQAndA: false,
      headerEnabled: false,
      dealManagerId: null,
    })
    await expect(update(orgAdmin, { status: 'DELETED', name: '' })).rejects.toMatchObject({
      extensions: {
        fields: { status: 'Please remove the deal room instead.', name: 'This field is required' },
      },
    })
    expect(await kindsOf(portfolioId)).toEqual(['CHANGE_DEAL_ROOM', 'CHANGE_DEAL_ROOM'])
  })

  test('DRM-09 the size is the one entered, or that of the projects', async () => {
    expect((await update(dealAdmin, { systemSize: 1200.5 })).systemSize).toBe(1200.5)
    expect((await update(dealAdmin, { systemSize: null })).systemSize).toBeNull()
    expect(await funds.projectSizes([portfolioId])).toEqual([42])
    await expect(update(dealAdmin, { systemSize: -1 })).rejects.toThrow('Please enter 0 or more.')
    // Neither could be summed with others.
    await expect(update(dealAdmin, { systemSize: 1e308 })).rejects.toThrow(
      'Must be within 0 and 1,000,000,000,000',
    )
    await expect(update(dealAdmin, { systemSize: 1e-320 })).rejects.toThrow('Please use at most 9 decimals.')
  })

  test('DRM-24 need DEALROOM_ADMIN on the room, and its own organisation', async () => {
    for (const actor of [usersAdmin, viewer]) {
      await expect(update(actor, { name: 'Taken' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(rooms.remove(actor, { orgSlug: SLUG, portfolioId })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    await expect(update(outsider, { name: 'Taken' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await make.organisation({ name: 'Other', slug: 'other-room-fund' })
    await expect(
      rooms.update(orgAdmin, { orgSlug: 'other-room-fund', portfolioId, name: 'Taken' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(update(orgAdmin, {}, 'no-id')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('DRM-24 a room is changed and removed at the address of its own organisation alone, by whoever administers both, too', async () => {
    const slug = 'second-room-fund'
    const second = await make.organisation({ name: 'Second', slug })
    const personId = await make.person()
    for (const id of [organisationId, second]) {
      await make.member(await make.group({ organisationId: id, role: 'Organisation Admin' }), personId)
    }
    const ofBoth = await make.actor(personId)
    const before = await funds.portfolio(ofBoth, portfolioId)
    const elsewhere = { orgSlug: slug, portfolioId }
    await expect(rooms.update(ofBoth, { ...elsewhere, name: 'Taken' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(rooms.remove(ofBoth, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await funds.portfolio(ofBoth, portfolioId)).toEqual(before)
    expect(closed).toEqual([])
    expect(await update(ofBoth, { name: before?.name ?? '' })).toMatchObject({ name: before?.name })
  })

  test('of two who save the same settings the second gets the newer ones, and nothing is overwritten', async () => {
    const { revision } = await update(dealAdmin, { name: 'Shared' })
    const both = await Promise.allSettled([
      update(dealAdmin, { name: 'Mine', revision }),
      update(orgAdmin, { name: 'Yours', revision }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const won = both.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))[0]
    const refused = both.flatMap((each) => (each.status === 'rejected' ? each.reason : []))[0]
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      extensions: { of: 'dealRoom', revision: won?.revision },
    })
  })
})

describe('removal', () => {
  test('DRM-19 DRM-20 API-067 takes the room from every list and leaves it to super users', async () => {
    const { id, slug } = await make.portfolio({ organisationId, name: 'Going' })
    await funds.recordVisit(orgAdmin, id)
    const staff = await make.actor(await make.person({ isSuperUser: true }))
    await rooms.remove(orgAdmin, { orgSlug: SLUG, portfolioId: id })
    expect(await funds.portfolio(orgAdmin, id)).toBeNull()
    expect(await funds.portfolioBySlug(dealAdmin, slug)).toBeNull()
    expect(await funds.recentlyVisited(orgAdmin, 6)).toEqual([])
    expect((await funds.portfolios(orgAdmin, { status: 'DELETED' })).map((each) => each.id)).toEqual([])
    expect((await funds.portfolio(staff, id))?.status).toBe('DELETED')
    expect((await rooms.list(staff, { orgSlug: SLUG, ...PAGE })).map((each) => each.id)).not.toContain(id)
    expect(closed).toEqual([{ kind: 'portfolio', organisationId, portfolioId: id }])
    await expect(rooms.remove(orgAdmin, { orgSlug: SLUG, portfolioId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await kindsOf(id)).toEqual(['REMOVE_DEAL_ROOM'])
  })

  test('what must go with the room goes with it or it stays', async () => {
    const { id } = await make.portfolio({ organisationId, name: 'Staying' })
    failing = true
    await expect(rooms.remove(orgAdmin, { orgSlug: SLUG, portfolioId: id })).rejects.toThrow(
      'The handler failed.',
    )
    expect((await funds.portfolio(orgAdmin, id))?.status).toBe('DILIGENCE')
  })
})
