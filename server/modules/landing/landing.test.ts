import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { createHooks, joins } from '../../platform/hooks.ts'
import { createFunds, type Funds, projectSizes } from '../funds/index.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createProjects, insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { type Category, createLanding, type Landing } from './index.ts'
import { createLandingResolvers } from './resolvers.ts'

const database = testDatabase()
const make = factories(database)
let landing: Landing
let funds: Funds

beforeAll(() => {
  const organisations = createOrganisations(database.db)
  funds = createFunds(
    database.db,
    organisations,
    createHooks(() => [
      joins(projectSizes, async (on, { portfolioIds }) =>
        (await projects.totals(portfolioIds, on)).map(({ capacity }) => capacity),
      ),
    ]),
  )
  const projects = createProjects(database.db, funds, organisations)
  landing = createLanding(funds, organisations, projects)
})

test('LAND-01 LAND-08 LAND-12 LAND-14 each category has what the person may open, and each project once; drafts, sold and deleted ones have none', async () => {
  const organisationId = await make.organisation()
  const mine = await make.portfolio({ organisationId, name: 'Mine' })
  const second = await make.portfolio({ organisationId, name: 'Second' })
  const rivals = await make.portfolio({ organisationId, name: 'Of rivals' })
  const elsewhere = (['DRAFT', 'SOLD', 'DELETED'] as const).map((status) =>
    make.portfolio({ organisationId, name: status, status }),
  )
  const company = await make.holdingCompany({ organisationId, name: 'HoldCo', portfolioIds: [mine.id] })
  await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      [[mine.id, second.id], [mine.id], [rivals.id]].map((portfolioIds, at) => ({
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds,
        name: `Site ${at}`,
        capacity: 1000,
      })),
    ),
  )
  const personId = await make.person()
  const portfolioIds = [mine, second, ...(await Promise.all(elsewhere))].map(({ id }) => id)
  const groupId = await make.group({
    organisationId,
    role: 'Deal Room Admin',
    portfolioIds,
    holdingCompanyIds: [company.id],
  })
  await make.member(groupId, personId)
  const listed = async (actor: Awaited<ReturnType<typeof make.actor>>) => {
    const { DILIGENCE, ACQUIRED, MARKET } = await landing.collections(actor, null)
    return [DILIGENCE, ACQUIRED, MARKET].map(
      ({ entities, projects }) => [entities.map(({ name }) => name).sort(), projects.count] as const,
    )
  }
  expect(await listed(await make.actor(personId))).toEqual([
    [['Mine', 'Second'], 2],
    [['HoldCo'], 2],
    [[], 0],
  ])
  // A rival in the same organisation, with one room of their own, and somebody without DEALROOM_VIEW.
  expect(await listed(await make.actorWith({ organisationId, portfolioId: rivals.id }, 'Bidder'))).toEqual([
    [['Of rivals'], 1],
    [[], 0],
    [[], 0],
  ])
  const without = await make.actorWith({ organisationId, portfolioId: mine.id }, ['DOCUMENTS_VIEW'])
  expect((await listed(without)).flatMap(([names]) => names)).toEqual([])
})

test('LAND-10 DRM-09 a category has its number of projects, its smallest and its largest; sizes that were entered count in its total, and no project twice', async () => {
  const organisationId = await make.organisation()
  const entered = await make.portfolio({ organisationId })
  const computed = await make.portfolio({ organisationId })
  const acquired = await make.portfolio({ organisationId, status: 'ACQUIRED' })
  const company = await make.holdingCompany({ organisationId, portfolioIds: [acquired.id] })
  const setSize = (table: 'portfolio' | 'holding_company', id: string, size: number | null) =>
    database.pool.query(`update ${table} set system_size = $2 where id = $1`, [id, size])
  await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      [
        { portfolioIds: [entered.id, computed.id], capacity: 1000 },
        { portfolioIds: [computed.id], capacity: 20 },
        { portfolioIds: [acquired.id], capacity: 300 },
      ].map((given, at) => ({ ...NOTHING_KNOWN, organisationId, name: `Plant ${at}`, ...given })),
    ),
  )
  const personId = await make.person()
  const groupId = await make.group({
    organisationId,
    role: 'Deal Room Admin',
    portfolioIds: [entered.id, computed.id, acquired.id],
    holdingCompanyIds: [company.id],
  })
  await make.member(groupId, personId)
  const actor = await make.actor(personId)
  const totals = async () => {
    const { DILIGENCE, ACQUIRED } = await landing.collections(actor, null)
    return [DILIGENCE.totalSize, DILIGENCE.projects.totalCapacity, ACQUIRED.totalSize]
  }
  const { stats } = createLandingResolvers(landing, funds).FundEntityCollection ?? {}
  const statsOf = async (category: Category) => {
    if (typeof stats !== 'function') throw new Error('Stats of a category have no resolver.')
    const { minSize, maxSize, projectCount } = await stats(
      (await landing.collections(actor, null))[category],
      {},
      {} as never,
      {} as never,
    )
    return [await projectCount, await minSize, await maxSize]
  }
  expect(await statsOf('DILIGENCE')).toEqual([2, 1000, 1020])
  // A company in which no size was entered is not the smallest one.
  expect(await statsOf('ACQUIRED')).toEqual([1, 300, 300])
  expect(await statsOf('MARKET')).toEqual([0, null, null])
  expect(await totals()).toEqual([1020, 1020, 300])
  await setSize('portfolio', entered.id, 4321.5)
  // The project that both rooms have stands in the size that was entered.
  expect(await totals()).toEqual([4341.5, 1020, 300])
  expect(await statsOf('DILIGENCE')).toEqual([2, 1020, 4321.5])
  await setSize('portfolio', acquired.id, 350)
  expect(await totals()).toEqual([4341.5, 1020, 350])
  // A company's size stands for its rooms.
  await setSize('holding_company', company.id, 400)
  expect(await totals()).toEqual([4341.5, 1020, 400])
  await setSize('portfolio', entered.id, 0)
  expect(await totals()).toEqual([20, 1020, 400])
})
