import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import type { Actor } from '../../access/actor.ts'
import { createHooks, joins } from '../../platform/hooks.ts'
import { createFunds, type Funds, projectSizes } from '../funds/index.ts'
import { createOrganisations } from '../organisations/index.ts'
import {
  createProjects,
  insertProjects,
  modelOf,
  type NewProject,
  NOTHING_KNOWN,
  offtakerOf,
  type Projects,
} from './index.ts'

const database = testDatabase()
const make = factories(database)
const SLUG = 'plains-fund'
const ALL = {
  orgSlug: SLUG,
  search: null,
  portfolioIds: null,
  workflowStatus: null,
  isOwned: null,
  ordering: null,
  limit: 200,
  offset: 0,
}

let funds: Funds
let projects: Projects
let organisationId: string
const rooms: Record<'sun' | 'wind' | 'draft' | 'bought', string> = {
  sun: '',
  wind: '',
  draft: '',
  bought: '',
}
let everything: Actor
let ofSun: Actor
let dealAdminOfDraft: Actor
let withoutRight: Actor
let outsider: Actor
const ids: Record<string, string> = {}

const add = async (name: string, portfolioIds: string[], given: Partial<NewProject> = {}): Promise<void> => {
  const [id = ''] = await database.db
    .transaction()
    .execute((tx) => insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds, name, ...given }]))
  ids[name] = id
}

beforeAll(async () => {
  const { db } = database
  const hooks = createHooks(() => [
    joins(projectSizes, async (on, { portfolioIds }) =>
      (await projects.totals(portfolioIds, on)).map(({ capacity }) => capacity),
    ),
  ])
  const organisations = createOrganisations(db)
  funds = createFunds(db, organisations, hooks)
  projects = createProjects(db, funds, organisations)
  organisationId = await make.organisation({ name: 'Plains Fund', slug: SLUG })
  const room = async (name: string, status: 'DILIGENCE' | 'DRAFT' | 'ACQUIRED' = 'DILIGENCE') =>
    (await make.portfolio({ organisationId, name, status })).id
  rooms.sun = await room('Sun')
  rooms.wind = await room('Wind')
  rooms.draft = await room('Draft', 'DRAFT')
  rooms.bought = await room('Bought', 'ACQUIRED')
  const at = (portfolioId: string) => ({ organisationId, portfolioId })
  const person = await make.person()
  await make.member(
    await make.group({ organisationId, role: ['PROJECTS_VIEW'], organisationWide: true }),
    person,
  )
  everything = await make.actor(person)
  ofSun = await make.actorWith(at(rooms.sun), ['PROJECTS_VIEW'])
  const both = await make.actorWith(at(rooms.draft), ['PROJECTS_VIEW', 'DEALROOM_ADMIN'])
  dealAdminOfDraft = both
  withoutRight = await make.actorWith(at(rooms.sun), ['DOCUMENTS_VIEW'])
  outsider = await make.actor(await make.person())

  await db.transaction().execute(async (tx) => {
    const panel = await modelOf(tx, organisationId, {
      kind: 'PANEL',
      manufacturer: 'Altiplane',
      modelNumber: 'AP-610',
    })
    const inverter = await modelOf(tx, organisationId, {
      kind: 'INVERTER',
      manufacturer: 'Voltari',
      modelNumber: 'VC-4200',
    })
    expect(
      await modelOf(tx, organisationId, { kind: 'PANEL', manufacturer: 'altiplane', modelNumber: 'ap-610' }),
    ).toBe(panel)
    const buyers = [
      await offtakerOf(tx, organisationId, { name: 'Plains Co-op', quality: 8, note: null }),
      await offtakerOf(tx, organisationId, { name: 'Mill', quality: 5, note: null }),
    ]
    const [id = ''] = await insertProjects(tx, [
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [rooms.sun, rooms.bought],
        name: 'Otter 10',
        isOwned: true,
        state: 'KS',
        city: 'Pratt',
        capacity: 3000,
        capacityAc: 2500,
        bessKw: 400,
        cod: '2024-02-29',
        contracts: [
          { startDate: '2000-01-01', term: 10, rate: 0.05, escalator: 0 },
          { startDate: '2990-01-01', term: 20, rate: 0.04, escalator: 1 },
        ],
        equipment: [
          { modelId: panel, count: 12 },
          { modelId: inverter, count: 3 },
        ],
        offtakerIds: buyers,
      },
    ])
    ids['Otter 10'] = id
  })
  await add('Otter 9', [rooms.sun], {
    state: 'KS',
    city: 'Alma',
    capacity: 1000,
    capacityAc: 800,
    type: 'STORAGE',
  })
  await add('Breeze 100%', [rooms.wind], { state: 'CA', capacity: 500, status: 'NEW_BUILD' })
  await add('Hidden', [rooms.draft], { isOwned: true })
  await add('Alone', [])
})

const names = async (actor: Actor, asked: object = {}) =>
  (await projects.page(actor, { ...ALL, ...asked })).map(({ name }) => name)

test('PROJ-29 PROJ-28 a project is seen through its portfolios, or with the right on the whole organisation', async () => {
  expect(await names(everything)).toEqual(['Alone', 'Breeze 100%', 'Hidden', 'Otter 9', 'Otter 10'])
  expect(await names(ofSun)).toEqual(['Otter 9', 'Otter 10'])
  expect(await names(dealAdminOfDraft)).toEqual(['Hidden'])
  const inDraft = await make.actorWith({ organisationId, portfolioId: rooms.draft }, ['PROJECTS_VIEW'])
  expect(await names(inDraft)).toEqual([])
  await expect(names(withoutRight)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(names(outsider)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(projects.aggregations(withoutRight, ALL)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const reads = async (actor: Actor, name: string) =>
    projects.project(actor, ids[name] ?? '').then(
      (project) => project.name,
      (error) => error.code,
    )
  expect(await reads(ofSun, 'Otter 9')).toBe('Otter 9')
  expect(await reads(everything, 'Alone')).toBe('Alone')
  for (const hidden of ['Breeze 100%', 'Alone', 'Hidden', 'nothing']) {
    expect(await reads(ofSun, hidden)).toBe('NOT_FOUND')
  }
  expect(await reads(inDraft, 'Hidden')).toBe('NOT_FOUND')
  expect(await reads(withoutRight, 'Otter 9')).toBe('NOT_FOUND')
})

test('PROJ-25 PROJ-03 PROJ-06 API-051 search and filters hold for the list and for what is summed', async () => {
  expect(await projects.aggregations(everything, ALL)).toEqual({
    count: 5,
    totalCapacity: 4500,
    minCapacity: 500,
    maxCapacity: 3000,
  })
  const found = async (asked: object) => [
    await names(everything, asked),
    (await projects.aggregations(everything, { ...ALL, ...asked })).count,
  ]
  expect(await found({ search: 'otter' })).toEqual([['Otter 9', 'Otter 10'], 2])
  expect(await found({ search: '0%' })).toEqual([['Breeze 100%'], 1])
  expect(await found({ search: 'ALMA' })).toEqual([['Otter 9'], 1])
  expect(await found({ isOwned: true })).toEqual([['Hidden', 'Otter 10'], 2])
  expect(await found({ isOwned: false, search: 'otter' })).toEqual([['Otter 9'], 1])
  expect(await found({ portfolioIds: [rooms.wind, rooms.bought] })).toEqual([['Breeze 100%', 'Otter 10'], 2])
  expect(await found({ workflowStatus: 'ACQUIRED' })).toEqual([['Otter 10'], 1])
  expect(await found({ workflowStatus: 'SOLD' })).toEqual([[], 0])
  expect(await projects.aggregations(everything, { ...ALL, search: 'alone' })).toEqual({
    count: 1,
    totalCapacity: 0,
    minCapacity: null,
    maxCapacity: null,
  })
  // Of portfolios that one may not open, nothing is told by a filter (PROJ-29).
  expect(await names(ofSun, { portfolioIds: [rooms.bought] })).toEqual([])
  expect(await names(ofSun, { workflowStatus: 'ACQUIRED' })).toEqual([])
})

test('PROJ-08 the list goes by each of its fields in both directions, what is not known last', async () => {
  expect(await names(everything, { ordering: '-name', limit: 2 })).toEqual(['Otter 10', 'Otter 9'])
  expect(await names(everything, { limit: 2, offset: 1 })).toEqual(['Breeze 100%', 'Hidden'])
  expect(await names(everything, { ordering: 'capacity' })).toEqual([
    'Breeze 100%',
    'Otter 9',
    'Otter 10',
    'Alone',
    'Hidden',
  ])
  expect((await names(everything, { ordering: '-capacity' })).slice(0, 3)).toEqual([
    'Otter 10',
    'Otter 9',
    'Breeze 100%',
  ])
  expect((await names(everything, { ordering: 'location' })).slice(0, 3)).toEqual([
    'Breeze 100%',
    'Otter 9',
    'Otter 10',
  ])
  expect((await names(everything, { ordering: 'status' }))[0]).toBe('Breeze 100%')
  expect((await names(everything, { ordering: '-type' }))[0]).toBe('Otter 9')
  expect((await names(everything, { ordering: 'acquired_portfolio' }))[0]).toBe('Otter 10')
  expect(await names(ofSun, { ordering: 'acquired_portfolio' })).toEqual(['Otter 9', 'Otter 10'])
  await expect(names(everything, { ordering: 'city' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})

test('PROJ-21 PROJ-26 PROJ-27 a project has its contracts, equipment, buyers and the portfolios that one may open', async () => {
  const id = ids['Otter 10'] ?? ''
  const [parts] = await projects.parts([id])
  expect(parts).toMatchObject({
    contracts: [
      { startDate: '2000-01-01', term: 10 },
      { startDate: '2990-01-01', rate: 0.04 },
    ],
    // One has ended, the other has its whole term before it.
    remaining: 10,
    panels: [{ count: 12, model: { modelNumber: 'AP-610', manufacturer: { name: 'Altiplane' } } }],
    inverters: [{ count: 3 }],
    offtakers: [
      { name: 'Mill', quality: 5 },
      { name: 'Plains Co-op', quality: 8 },
    ],
  })
  const { cod, capacityAc } = await projects.project(everything, id)
  expect({ cod, capacityAc }).toEqual({ cod: '2024-02-29', capacityAc: 2500 })
  const openTo = async (actor: Actor) =>
    (await projects.portfoliosOf(actor, [id, ids.Alone ?? ''])).map((all) => all.map(({ name }) => name))
  expect(await openTo(everything)).toEqual([['Bought', 'Sun'], []])
  expect(await openTo(ofSun)).toEqual([['Sun'], []])
})

test('DRM-22 DRM-09 PORT-48 PORT-49 a portfolio sums its projects; its dynamic size is theirs', async () => {
  const [sun, none] = await projects.totals([rooms.sun, '018f0000-0000-7000-8000-000000000000'])
  expect(sun).toEqual({
    count: 2,
    capacity: 4000,
    capacityAc: 3300,
    storage: 400,
    remaining: 10,
    quality: 6.5,
  })
  expect(none).toMatchObject({ count: 0, capacity: 0, remaining: null, quality: null })
  expect(await funds.projectSizes([rooms.wind, rooms.sun])).toEqual([500, 4000])
})

test('MAP-05 MAP-06 API-079 RAD-06 a move needs PROJECTS_ADMIN, gives the new place and what lies around it, and refuses places that are none', async () => {
  const projectId = ids['Otter 9'] ?? ''
  const admin = await make.actorWith({ organisationId, portfolioId: rooms.sun }, [
    'PROJECTS_ADMIN',
    'PROJECTS_VIEW',
  ])
  const move = (actor: Actor, latitude: number, longitude: number) =>
    projects.move(actor, { projectId, latitude, longitude })
  await expect(move(ofSun, 40, -99)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(move(withoutRight, 40, -99)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(move(admin, 91, -181)).rejects.toMatchObject({
    extensions: {
      fields: { latitude: 'Must be within -90 and +90', longitude: 'Must be within -180 and +180' },
    },
  })
  // Its distance to others could not be told, neither to it nor to those around it.
  await expect(move(admin, 1e-320, -99)).rejects.toMatchObject({
    extensions: { fields: { latitude: 'Please use at most 9 decimals.' } },
  })
  await projects.move(admin, { projectId: ids['Otter 10'] ?? '', latitude: 40.01, longitude: -99 })
  const moved = await move(admin, 40, -99)
  expect(moved).toMatchObject({ latitude: 40, longitude: -99, savedBy: admin.personId })
  expect(await projects.surroundings(admin, [moved])).toEqual([
    { withinOneCount: 1, withinTenCount: 1, withinOneSumCapacityAc: 2500, withinTenSumCapacityAc: 2500 },
  ])
  const [near = [], none] = await projects.neighbours(
    admin,
    [moved, { id: ids.Alone ?? '', organisationId }],
    200,
  )
  expect([near.map(({ project }) => project.name), none]).toEqual([['Otter 10'], []])
  const places = await projects.places(admin, ALL)
  expect(places).toMatchObject({ names: ['Otter 10', 'Otter 9'], latitudes: [40.01, 40], more: 0 })
  expect((await projects.places(admin, { ...ALL, search: 'otter 9' })).ids).toEqual([projectId])
  const away = await move(admin, 41, -99)
  expect(await projects.surroundings(admin, [away])).toMatchObject([{ withinTenCount: 0 }])
})

test('API-095 PROJ-29 a portfolio and a holding company have their projects, each once and in order, of rooms that one sees', async () => {
  const company = await make.holdingCompany({ organisationId, name: 'Holder' })
  await database.pool.query(
    'insert into holding_company_portfolio (holding_company_id, portfolio_id) select $1, unnest($2::uuid[])',
    [company.id, [rooms.sun, rooms.bought, rooms.wind]],
  )
  const of = async (actor: Actor, asked: object = {}) =>
    (
      await projects.ofEntities(
        actor,
        [
          { id: rooms.sun, kind: 'portfolio' },
          { id: company.id, kind: 'holdingCompany' },
          { id: rooms.draft, kind: 'portfolio' },
        ],
        { ordering: null, search: null, limit: 200, ...asked },
      )
    ).map((list) => list.map(({ name }) => name))
  expect(await of(everything)).toEqual([
    ['Otter 9', 'Otter 10'],
    ['Breeze 100%', 'Otter 9', 'Otter 10'],
    // A draft counts for those alone who may open it.
    [],
  ])
  expect(await of(dealAdminOfDraft)).toEqual([[], [], ['Hidden']])
  expect(await of(everything, { ordering: '-capacity', limit: 1 })).toEqual([['Otter 10'], ['Otter 10'], []])
  expect(await of(everything, { search: 'breeze' })).toEqual([[], ['Breeze 100%'], []])
  expect(await of(ofSun)).toEqual([['Otter 9', 'Otter 10'], ['Otter 9', 'Otter 10'], []])
  await expect(of(ofSun, { ordering: 'city' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
})
