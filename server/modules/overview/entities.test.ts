import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { OfficeValues } from '../../admin/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let admin: Client
let viewer: Client
let portfolio: { id: string; slug: string }
let company: { id: string; slug: string }
let personId: string

beforeAll(async () => {
  server = await startTestServer(database)
  const organisationId = await make.organisation({ name: 'Plains Fund' })
  portfolio = await make.portfolio({ organisationId, name: 'Prairie Sun', status: 'ACQUIRED' })
  company = await make.holdingCompany({ organisationId, name: 'HoldCo', portfolioIds: [portfolio.id] })
  const second = await make.portfolio({ organisationId, name: 'Sand Draw' })
  await database.pool.query('insert into holding_company_portfolio values ($1, $2)', [company.id, second.id])
  await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      // In both portfolios, and counted once (HOLD-20).
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolio.id, second.id],
        name: 'Lone Elm',
        capacity: 4000,
        city: 'Dodge City',
        state: 'KS',
        latitude: 37.75,
        longitude: -100.02,
      },
    ]),
  )
  const staffId = await make.person({ isSuperUser: true })
  const staff = await make.actor(staffId)
  const office = server.app.services.backoffice
  const values: OfficeValues = {
    totalSize: '5000',
    offeringType: 'Fund IV',
    productionYear: '2025',
    enableDashboardData: false,
    couponSeniorDebt: '5.25',
    actualRevenueYtd: '10',
    forecastRevenueYtd: '12',
  }
  await office.change(staff, 'holdingcompany', { id: company.id, revision: null, values })
  await office.create(staff, 'operatingstats', {
    portfolioId: portfolio.id,
    startDate: '2026-01-01',
    actualRevenue: '1',
    forecastRevenue: '2',
    actualExpenses: '3',
    forecastExpenses: '4',
    actualProduction: '5',
    forecastProduction: '6',
  })
  await office.create(staff, 'netyield', {
    holdingCompanyId: company.id,
    year: '2025',
    p50: '100',
    p90: '90',
  })
  personId = await make.person({ email: 'manager@plains.example' })
  await database.pool.query('update portfolio set deal_manager_id = $1 where id = $2', [
    personId,
    portfolio.id,
  ])
  const member = async (name: string, role: string) => {
    const email = `${name.toLowerCase()}@plains.example`
    const id = await make.person({ email, password: PASSWORD })
    const groupId = await make.group({
      organisationId,
      name: `${name} group`,
      role,
      portfolioIds: [portfolio.id],
      holdingCompanyIds: [company.id],
    })
    await make.member(groupId, id)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
  admin = await member('Admin', 'Deal Room Admin')
  viewer = await member('Viewer', 'Viewer')
})
afterAll(() => server.close())

test('PORT-44 PORT-45 DRM-22 DRM-23 a portfolio has all that its page shows', async () => {
  const { data, errors } = await viewer.graphql(
    `query($slug: String!) {
      portfolioBySlug(slug: $slug) {
        name slug status buildStatus projectCount systemSize systemSizeAc systemSizeEss remainingPpaTerm
        averageOfftakerQuality hasChecklist enableReports enableQAndA enableProjects headerEnabled
        org { name slug } dealManager { id fullName email } documentsTree { id } reportsTree { id }
        operatingStats {
          startDate actualExpenses forecastExpenses actualProduction forecastProduction actualRevenue forecastRevenue
        }
      }
    }`,
    { slug: portfolio.slug },
  )
  expect(errors).toEqual([])
  expect(data?.portfolioBySlug).toEqual({
    name: 'Prairie Sun',
    slug: portfolio.slug,
    status: 'ACQUIRED',
    buildStatus: null,
    projectCount: 1,
    systemSize: 4000,
    systemSizeAc: 0,
    systemSizeEss: 0,
    remainingPpaTerm: null,
    averageOfftakerQuality: null,
    hasChecklist: false,
    enableReports: true,
    enableQAndA: true,
    enableProjects: true,
    headerEnabled: true,
    org: { name: 'Plains Fund', slug: 'plains-fund' },
    dealManager: { id: personId, fullName: expect.stringContaining('Lee'), email: 'manager@plains.example' },
    documentsTree: null,
    reportsTree: null,
    operatingStats: {
      startDate: '2026-01-01',
      actualRevenue: 1,
      forecastRevenue: 2,
      actualExpenses: 3,
      forecastExpenses: 4,
      actualProduction: 5,
      forecastProduction: 6,
    },
  })
})

test('PORT-46 HOME-21 a portfolio has its projects with their places, and the fields of its former card', async () => {
  const { data, errors } = await viewer.graphql(
    `query($slug: String!) {
      portfolioBySlug(slug: $slug) {
        name slug coverImage dealManager { id name } dynamicSystemSize dynamicNumberOfProjects dynamicRemainingPpaTerm
        projects {
          name status type capacity ppaRemainingAvg location { id city state latitude longitude }
        }
      }
    }`,
    { slug: portfolio.slug },
  )
  expect(errors).toEqual([])
  expect(data?.portfolioBySlug).toEqual({
    name: 'Prairie Sun',
    slug: portfolio.slug,
    coverImage: null,
    dealManager: { id: personId, name: expect.stringContaining('Lee') },
    dynamicSystemSize: 4000,
    dynamicNumberOfProjects: 1,
    dynamicRemainingPpaTerm: null,
    projects: [
      {
        name: 'Lone Elm',
        status: 'OPERATING',
        type: 'SOLAR',
        capacity: 4000,
        ppaRemainingAvg: null,
        location: {
          id: expect.any(String),
          city: 'Dodge City',
          state: 'KS',
          latitude: 37.75,
          longitude: -100.02,
        },
      },
    ],
  })
})

test('HOLD-17 HOLD-18 HOLD-19 HOLD-20 BO-16 a holding company has what the back office keeps, its figures and its yields', async () => {
  const { data, errors } = await viewer.graphql(
    `query($slug: String!) {
      holdingCompanyBySlug(slug: $slug) {
        name totalSize offeringType productionYear enableDashboardData couponSeniorDebt
        org { name } documentsTree { id } reportsTree { id } enableReports enablePortfolios enableQAndA
        actualRevenueYtd forecastRevenueYtd actualExpensesYtd forecastExpensesYtd
        actualProductionYtd forecastProductionYtd
        projectsStats { count totalCapacity } operatingStats { startDate }
        hasSubpages subpagePermissions subpages { title } netYields { year actualEnergy p50 p90 } qAndALogs { id }
      }
    }`,
    { slug: company.slug },
  )
  expect(errors).toEqual([])
  expect(data?.holdingCompanyBySlug).toEqual({
    name: 'HoldCo',
    totalSize: 5000,
    offeringType: 'Fund IV',
    productionYear: 2025,
    enableDashboardData: false,
    couponSeniorDebt: 5.25,
    org: { name: 'Plains Fund' },
    documentsTree: null,
    reportsTree: null,
    enableReports: true,
    enablePortfolios: true,
    enableQAndA: true,
    actualRevenueYtd: 10,
    forecastRevenueYtd: 12,
    actualExpensesYtd: null,
    forecastExpensesYtd: null,
    actualProductionYtd: null,
    forecastProductionYtd: null,
    projectsStats: { count: 1, totalCapacity: 4000 },
    operatingStats: null,
    hasSubpages: false,
    subpagePermissions: 'GROUP',
    subpages: [],
    netYields: [{ year: 2025, actualEnergy: null, p50: 100, p90: 90 }],
    qAndALogs: [],
  })
})

test('HOLD-19 who administers an entity sees all of its groups, others those that they belong to', async () => {
  const groupsOf = async (client: Client) => {
    const { data } = await client.graphql(
      `query($portfolio: String!, $company: String!) {
        portfolioBySlug(slug: $portfolio) { userGroups { name } }
        holdingCompanyBySlug(slug: $company) { userGroups { name } }
      }`,
      { portfolio: portfolio.slug, company: company.slug },
    )
    return Object.values(data ?? {}).map((entity) =>
      (entity as { userGroups: { name: string }[] }).userGroups.map(({ name }) => name),
    )
  }
  const all = ['Admin group', 'Viewer group']
  expect(await groupsOf(admin)).toEqual([all, all])
  expect(await groupsOf(viewer)).toEqual([['Viewer group'], ['Viewer group']])
})
