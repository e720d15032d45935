import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { createHooks } from '../../platform/hooks.ts'
import { createFunds } from '../funds/index.ts'
import { createOrganisations } from '../organisations/index.ts'
import { createProjects, insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { createLanding, type Landing } from './index.ts'

const database = testDatabase()
const make = factories(database)
let landing: Landing

beforeAll(() => {
  const organisations = createOrganisations(database.db)
  const funds = createFunds(
    database.db,
    organisations,
    createHooks(() => []),
  )
  landing = createLanding(funds, organisations, createProjects(database.db, funds, organisations))
})

test('LAND-01 LAND-08 LAND-10 LAND-12 LAND-14 each category has what the person may open, and each project once; drafts, sold and deleted ones have none', async () => {
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

test('LAND-10 DRM-09 sizes that were entered count in the total of their category, and no project twice', async () => {
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
  expect(await totals()).toEqual([1020, 1020, 300])
  await setSize('portfolio', entered.id, 4321.5)
  // The project that both rooms have stands in the size that was entered.
  expect(await totals()).toEqual([4341.5, 1020, 300])
  await setSize('portfolio', acquired.id, 350)
  expect(await totals()).toEqual([4341.5, 1020, 350])
  // A company's size stands for its rooms.
  await setSize('holding_company', company.id, 400)
  expect(await totals()).toEqual([4341.5, 1020, 400])
  await setSize('portfolio', entered.id, 0)
  expect(await totals()).toEqual([20, 1020, 400])
})
