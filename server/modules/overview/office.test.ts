import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import type { OfficeValues } from '../../admin/index.ts'
import { newId } from '../../platform/ids.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let staff: Actor
let organisationId: string
let portfolioId: string
let holdingCompanyId: string

beforeAll(async () => {
  server = await startTestServer(database)
  staff = await make.actor(await make.person({ isSuperUser: true }))
  organisationId = await make.organisation()
  portfolioId = (await make.portfolio({ organisationId })).id
  holdingCompanyId = (await make.holdingCompany({ organisationId })).id
})
afterAll(() => server.close())

const office = () => server.app.services.backoffice
const create = (kind: string, values: OfficeValues) => office().create(staff, kind, values)
const FIGURES = {
  startDate: '2026-01-01',
  actualRevenue: '10.5',
  forecastRevenue: '0',
  actualExpenses: '3',
  forecastExpenses: '4',
  actualProduction: '5000',
  forecastProduction: '6000',
}

test('BO-22 DRM-23 operating stats are entered for a portfolio or a holding company, once each', async () => {
  const made = await create('operatingstats', { portfolioId, ...FIGURES })
  await create('operatingstats', { holdingCompanyId, ...FIGURES, startDate: '2026-02-01' })
  await office().change(staff, 'operatingstats', {
    id: made.id,
    revision: null,
    values: { actualRevenue: '11' },
  })
  const [ofPortfolio, ofCompany] = await server.app.services.overview.operatingStats(staff, [
    { id: portfolioId, principals: 'GROUP', place: { kind: 'portfolio', organisationId, portfolioId } },
    {
      id: holdingCompanyId,
      principals: 'GROUP',
      place: { kind: 'holdingCompany', organisationId, holdingCompanyId },
    },
  ])
  expect(ofPortfolio).toMatchObject({ startDate: '2026-01-01', actualRevenue: 11, forecastRevenue: 0 })
  expect(ofCompany).toMatchObject({ startDate: '2026-02-01', forecastProduction: 6000 })
  await expect(create('operatingstats', { portfolioId, ...FIGURES })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const wrongs: OfficeValues[] = [{}, { portfolioId, holdingCompanyId }]
  for (const wrong of wrongs) {
    await expect(create('operatingstats', { ...wrong, ...FIGURES })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  }
})

test('BO-23 HOLD-19 net yields are entered by year, each year once', async () => {
  const made = await create('netyield', { portfolioId, year: '2025', p50: '100', p90: '90' })
  await create('netyield', { holdingCompanyId, year: '2025', actualEnergy: '95', p50: '100', p90: '90' })
  await expect(create('netyield', { portfolioId, year: '2025', p50: '1', p90: '1' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await office().change(staff, 'netyield', { id: made.id, revision: null, values: { actualEnergy: '97' } })
  const { rows } = await database.pool.query(
    'select year, actual_energy, p50, p90 from net_yield where portfolio_id = $1',
    [portfolioId],
  )
  expect(rows).toEqual([{ year: 2025, actual_energy: 97, p50: 100, p90: 90 }])
})

test('BO-35 pages and images of an overview are listed for staff, who delete them', async () => {
  const { pages } = server.app.services.overview
  const page = await pages.create(staff, { kind: 'portfolio', id: portfolioId }, 'Site plans')
  await database.pool.query('insert into subpage_media (id, subpage_id, file_id) values ($1, $2, $3)', [
    newId(),
    page.id,
    newId(),
  ])
  const list = async (kind: string) =>
    (await office().list(staff, kind, { search: 'Site', filters: [], ordering: null, limit: 10, offset: 0 }))
      .rows
  const [image] = await list('subpagemedia')
  expect([(await list('subpage')).map(({ label }) => label), image?.label]).toEqual([
    ['Site plans'],
    'Image of Site plans',
  ])
  await office().remove(staff, 'subpagemedia', image?.id ?? '')
  expect(await list('subpagemedia')).toEqual([])
  await office().remove(staff, 'subpage', page.id)
  expect(await list('subpage')).toEqual([])
})
