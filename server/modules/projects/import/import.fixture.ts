import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../../testing/server.ts'
import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import { insertProjects, NOTHING_KNOWN, offtakerOf } from '../index.ts'
import { IMPORT_COLUMNS } from './columns.ts'

// A process that reads files is started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

export const database = testDatabase()
const make = factories(database)

let server: TestServer
let organisationId: string
export let portfolioId: string
export let admin: Client
export let viewer: Client

/** All columns of the template. */
export const HEAD = IMPORT_COLUMNS.map(({ header }) => header)

type Given = Record<string, string | number | Date | null>

/** An .xlsx with these rows; by default with all columns of the template. */
export async function sheet(
  rows: readonly Given[],
  headers: readonly string[] = HEAD,
  name = 'Projects',
): Promise<File> {
  async function* given() {
    yield rows.map((row) => headers.map((header) => row[header] ?? null))
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of spreadsheetBytes({
    sheet: name,
    columns: headers.map((header) => ({ header, width: 12 })),
    rows: given(),
  })) {
    parts.push(new Uint8Array(part))
  }
  return new File(parts, 'projects.xlsx')
}

interface Result {
  errors: string[]
  warnings: string[]
  result: string | null
  importResult: {
    diffHeaders: string[]
    rows: {
      importType: 'NEW' | 'UPDATE'
      rawValues: Record<string, unknown>
      row: number
      name: string
      now: string[]
      before: (string | null)[]
    }[]
    unchanged: number[]
    rowCount: number
    issues: {
      isError: boolean
      row: number | null
      header: string | null
      address: string | null
      message: string
    }[]
    fingerprint: string
  } | null
}

export async function preview(file: File, who = admin): Promise<Result> {
  const { data, errors } = await who.graphql(
    `mutation($id: ID!, $file: Upload!) {
      importProjects(portfolioId: $id, file: $file) {
        errors warnings result
        importResult {
          diffHeaders unchanged rowCount fingerprint
          rows { importType rawValues row name now before }
          issues { isError row header address message }
        }
      }
    }`,
    { id: portfolioId, file },
  )
  const [refusal] = errors
  if (refusal) throw new Error(refusal.message)
  return data?.importProjects as Result
}

export const confirm = async (file: File, fingerprint: string | null = null, who = admin) => {
  const { data, errors } = await who.graphql(
    `mutation($id: ID!, $file: Upload!, $fingerprint: String) {
      confirmImportProjects(portfolioId: $id, file: $file, fingerprint: $fingerprint) { success added changed }
    }`,
    { id: portfolioId, file, fingerprint },
  )
  return errors[0] ? `${errors[0].extensions.code}: ${errors[0].message}` : data?.confirmImportProjects
}

/** The portfolio's projects, by name. */
export const stored = async () =>
  (
    await database.pool.query(
      `select p.name, p.type, p.capacity, p.capacity_ac as ac, p.cod, p.city, p.revision,
        (select array_agg(c.rate::text || '/' || c.term) from ppa_contract c where c.project_id = p.id) as contracts,
        (select array_agg(o.name order by o.name) from project_offtaker l join offtaker o on o.id = l.offtaker_id
         where l.project_id = p.id) as offtakers
       from project p join portfolio_project l on l.project_id = p.id where l.portfolio_id = $1
       order by p.name collate name_order`,
      [portfolioId],
    )
  ).rows

/** A whole row of a new project. */
export const RIVER = {
  Name: 'River Solar',
  Type: 'Solar',
  Status: 'New build',
  'Capacity DC, kW': '62,375',
  'Capacity AC, kW': 49900,
  'Commercial operating date, MM/DD/YYYY': '3/31/2027',
  City: 'Alma',
  'ZIP code': 68920,
  'Latitude, degrees': 40.1,
  'Longitude, degrees': -99.3,
  'PPA start date, MM/DD/YYYY': new Date('2027-04-01T00:00:00Z'),
  'PPA term, years': 20,
  'PPA rate, $/kWh': 0.0385,
  'Offtakers, separated by semicolons': 'mill; Plains Co-op, Inc.',
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  organisationId = await make.organisation({ name: 'Import Fund' })
  portfolioId = (await make.portfolio({ organisationId, name: 'Valley' })).id
  await database.db.transaction().execute(async (tx) => {
    for (const name of ['Mill', 'Plains Co-op, Inc.']) {
      await offtakerOf(tx, organisationId, { name, quality: null, note: null })
    }
  })
  const client = async (role: string): Promise<Client> => {
    const email = `${role.toLowerCase().replaceAll(' ', '-')}@import.example`
    const person = await make.person({ email, password: PASSWORD })
    await make.member(await make.group({ organisationId, role, portfolioIds: [portfolioId] }), person)
    const made = new Client(server.address)
    await made.signIn(email, PASSWORD)
    return made
  }
  admin = await client('Deal Room Admin')
  viewer = await client('Viewer')
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await database.pool.query('delete from project')
  await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolioId],
        name: 'Cedar Bluff',
        capacity: 24960,
        capacityAc: 20000,
        cod: '2023-11-14',
        contracts: [{ startDate: '2023-11-14', term: 20, rate: 0.0391, escalator: 1 }],
      },
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolioId],
        name: 'Alma Storage',
        type: 'STORAGE',
      },
    ]),
  )
})
