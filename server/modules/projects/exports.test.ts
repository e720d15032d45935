import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { insertProjects, modelOf, type NewProject, NOTHING_KNOWN, offtakerOf } from './index.ts'

const database = testDatabase()
const make = factories(database)
const EMAIL = 'analyst@exports.example'

let server: TestServer
let organisationId: string
let portfolioId: string
let analyst: Client

/** Some 0.7 miles a hundredth of a degree of latitude. */
const NEAR = { latitude: 40.01, longitude: -99 }

const add = async (given: Partial<NewProject> & { name: string }): Promise<void> => {
  await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [portfolioId], ...given }]),
    )
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation({ name: 'Exports Fund', slug: 'exports-fund' })
  portfolioId = (await make.portfolio({ organisationId, name: 'Exported' })).id
  const person = await make.person({ email: EMAIL, password: PASSWORD })
  await make.member(await make.group({ organisationId, role: 'Viewer', organisationWide: true }), person)
  analyst = new Client(server.address)
  await analyst.signIn(EMAIL, PASSWORD)
  const [buyer, model] = await database.db
    .transaction()
    .execute(async (tx) => [
      await offtakerOf(tx, organisationId, { name: 'Mill', quality: null, note: null }),
      await modelOf(tx, organisationId, { kind: 'PANEL', manufacturer: 'Altiplane', modelNumber: 'AP-610' }),
    ])
  await add({
    name: 'Otter Solar',
    type: 'SOLAR_PLUS_STORAGE',
    status: 'NEW_BUILD',
    developmentStage: 'LATE_STAGE',
    isOwned: true,
    ntp: '2026-01-31',
    cod: '2027-03-01',
    permissionToOperateDate: '2027-02-15',
    acquisitionDate: '2025-12-24',
    capacity: 62_375,
    capacityAc: 50_000,
    address: '1 Mill Road',
    city: 'Alma',
    state: 'KS',
    zipCode: '06892',
    elevation: 610.5,
    latitude: 40,
    longitude: -99,
    phoneNumber: '+1 402 555 0100',
    balancingAuthorityArea: 'SWPP',
    utilityName: 'Evergy',
    utilityZone: 'West',
    utilityIso: 'SPP',
    system: 'PV and BESS',
    solarCapacityDc: 62_375,
    solarCapacityAc: 50_000,
    bessKw: 4000,
    bessKwh: 16_000,
    installation: 'GROUND',
    mounting: 'SINGLE',
    panelWarranty: 25,
    inverterWarranty: 10,
    contractorWarranty: 2.5,
    contracts: [{ startDate: '2027-04-01', term: 20, rate: 0.0385, escalator: 1.5 }],
    equipment: [{ modelId: model ?? '', count: 12 }],
    offtakerIds: [buyer ?? ''],
  })
  await add({ name: 'Nothing Known' })
})
afterAll(() => server.close())

const sheetAt = async (path: string): Promise<unknown[][]> => {
  const answer = await analyst.request(path)
  expect(answer.status).toBe(200)
  return readSpreadsheet(Buffer.from(await answer.arrayBuffer()))[0]?.rows ?? []
}

/** A row by the headers above it. */
const named = ([head = [], ...rows]: unknown[][]): Record<string, unknown>[] =>
  rows.map((row) => Object.fromEntries(head.map((header, at) => [String(header), row[at] ?? null])))

test('PROJ-19 PROJ-20 the export says each value of a project in its cell, with its unit above it', async () => {
  const [blank, full] = named(await sheetAt('/exports-fund/projects-list-export'))
  expect(full).toEqual({
    Name: 'Otter Solar',
    Type: 'Solar + storage',
    Status: 'New build',
    'Development stage': 'Late stage',
    'Owned, Yes or No': 'Yes',
    'Notice to proceed, MM/DD/YYYY': '01/31/2026',
    'Commercial operating date, MM/DD/YYYY': '03/01/2027',
    'Permission to operate date, MM/DD/YYYY': '02/15/2027',
    'Acquisition date, MM/DD/YYYY': '12/24/2025',
    'Capacity DC, kW': 62_375,
    'Capacity AC, kW': 50_000,
    Address: '1 Mill Road',
    City: 'Alma',
    State: 'KS',
    'ZIP code': '06892',
    'Elevation, m': 610.5,
    'Latitude, degrees': 40,
    'Longitude, degrees': -99,
    'Phone number': '+1 402 555 0100',
    'Balancing authority area': 'SWPP',
    System: 'PV and BESS',
    'Solar capacity DC, kW': 62_375,
    'Solar capacity AC, kW': 50_000,
    'Storage power, kW': 4000,
    'Storage energy, kWh': 16_000,
    Installation: 'Ground',
    Mounting: 'Single axis',
    'Panel warranty, years': 25,
    'Inverter warranty, years': 10,
    'Contractor warranty, years': 2.5,
    Utility: 'Evergy',
    'Utility zone': 'West',
    ISO: 'SPP',
    'PPA start date, MM/DD/YYYY': '04/01/2027',
    'PPA term, years': 20,
    'PPA rate, $/kWh': 0.0385,
    'PPA escalator, % a year': 1.5,
    'Offtakers, separated by semicolons': 'Mill',
    Portfolios: 'Exported',
  })
  const known = Object.entries(blank ?? {}).filter(([, value]) => value !== null && value !== '')
  expect(Object.fromEntries(known)).toEqual({
    Name: 'Nothing Known',
    Type: 'Solar',
    Status: 'Operating',
    'Owned, Yes or No': 'No',
    Portfolios: 'Exported',
  })
})

test('RAD-01 the site of a project is its own AC capacity and that of those within a mile; only more than 80 MW is over', async () => {
  const siteOf = async () => {
    const rows = named(await sheetAt('/exports-fund/projects-nearby-export'))
    const { 'Same site with this project, kW AC': site, 'Over 80 MW AC': over } =
      rows.find(({ Project }) => Project === 'Otter Solar') ?? {}
    return [site, over]
  }
  expect(await siteOf()).toEqual([50_000, 'No'])
  await add({ name: 'Second Phase', capacityAc: 30_000, ...NEAR })
  // Exactly 80 MW is not over.
  expect(await siteOf()).toEqual([80_000, 'No'])
  await add({ name: 'Third Phase', capacityAc: 1, ...NEAR })
  expect(await siteOf()).toEqual([80_001, 'Yes'])
  const [first] = named(await sheetAt('/exports-fund/projects-nearby-export?q=Otter'))
  expect(first).toMatchObject({
    Project: 'Otter Solar',
    City: 'Alma',
    State: 'KS',
    'Capacity AC, kW': 50_000,
    'Projects within 1 mile': 2,
    'Projects within 10 miles': 2,
    'Within 1 mile': 'Yes',
    'Distance, miles': 0.691,
  })
})

test.each(['projects-list-export', 'projects-nearby-export'])(
  'API-149 %s takes 500 portfolios, and refuses 501 in a sentence',
  async (path) => {
    const asked = (count: number) => {
      const query = Array.from({ length: count }, () => `portfolio_ids=${portfolioId}`).join('&')
      return analyst.request(`/exports-fund/${path}?${query}`)
    }
    expect((await asked(500)).status).toBe(200)
    const refused = await asked(501)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: { code: 'BAD_USER_INPUT', message: 'Please choose at most 500 portfolios.' } },
    ])
  },
)
