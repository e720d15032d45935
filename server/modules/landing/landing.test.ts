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
