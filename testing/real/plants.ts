import { readFile } from 'node:fs/promises'
import { spreadsheetBytes } from '../../server/platform/spreadsheets/index.ts'
import { createSheetReader } from '../../server/platform/spreadsheets/read/index.ts'
import type { Client } from '../client.ts'
import { milesApart } from '../milesApart.ts'
import type { RealEntry } from './files.ts'
import type { Report } from './report.ts'

/** A plant as the open data tells of it. */
interface Plant {
  /** As the spreadsheet numbers it. */
  row: number
  name: string
  type: 'Solar' | 'Storage' | 'Solar + storage'
  city: string
  state: string
  zip: string
  latitude: number | null
  longitude: number | null
  year: string
  /** kW */
  ac: number | null
  dc: number | null
  storage: number | null
}

const HEADERS = [
  'Name',
  'Type',
  'Status',
  'City',
  'State',
  'ZIP code',
  'Latitude, degrees',
  'Longitude, degrees',
  'Commercial operating date, MM/DD/YYYY',
  'Capacity AC, kW',
  'Capacity DC, kW',
  'Storage power, kW',
]

const TYPES: Readonly<Record<string, Plant['type']>> = {
  solar: 'Solar',
  storage: 'Storage',
  'solar+storage': 'Solar + storage',
}

const numberIn = (text: string): number | null => (text === '' ? null : Number(text))
const kilowatts = (text: string): number | null =>
  text === '' ? null : Number((Number(text) * 1000).toFixed(3))

/** The plants of a csv, as rows of the template from the second one on. */
async function plantsIn({ absolute, size }: RealEntry): Promise<Plant[]> {
  const reader = createSheetReader()
  try {
    const source = async (write: (chunk: Buffer) => Promise<void>) => write(await readFile(absolute))
    const [sheet] = await reader.read({ kind: 'csv', size, source })
    const [head = [], ...lines] = sheet?.rows ?? []
    return lines.map((cells, at) => {
      const of = (name: string) => String(cells[head.indexOf(name)] ?? '').trim()
      return {
        row: at + 2,
        name: of('name'),
        type: TYPES[of('project_type')] ?? 'Solar',
        city: of('city'),
        state: of('state'),
        zip: of('zip'),
        latitude: numberIn(of('latitude')),
        longitude: numberIn(of('longitude')),
        year: of('cod_year'),
        ac: kilowatts(of('capacity_ac_mw')),
        dc: kilowatts(of('capacity_dc_mw')),
        storage: kilowatts(of('battery_mw')),
      }
    })
  } finally {
    reader.close()
  }
}

const text = (value: string): string | null => (value === '' ? null : value)

/** The plants as somebody fills in the template; each in its own row, those left out stay empty. */
async function templateOf(plants: readonly Plant[], rows: number): Promise<File> {
  const lines: (string | number | null)[][] = Array.from({ length: rows }, () => [])
  for (const plant of plants) {
    lines[plant.row - 2] = [
      plant.name,
      plant.type,
      'Operating',
      text(plant.city),
      text(plant.state),
      text(plant.zip),
      plant.latitude,
      plant.longitude,
      plant.year === '' ? null : `07/01/${plant.year}`,
      plant.ac,
      plant.dc,
      plant.storage,
    ]
  }
  async function* all() {
    yield lines
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of spreadsheetBytes({
    sheet: 'Projects',
    columns: HEADERS.map((header) => ({ header, width: 16 })),
    rows: all(),
  })) {
    parts.push(new Uint8Array(part))
  }
  return new File(parts, 'plants.xlsx')
}

interface Issue {
  isError: boolean
  row: number | null
  message: string
}

interface Preview {
  errors: string[]
  importResult: { rows: { row: number }[]; issues: Issue[]; fingerprint: string } | null
}

interface Stored {
  name: string
  capacity: number | null
  capacityAc: number | null
  cod: string | null
  system: { bessKw: number | null }
  location: { city: string | null; latitude: number | null; longitude: number | null }
}

/** Rows whose name an earlier row has: the import must name both. */
function repeated(plants: readonly Plant[]): Set<number> {
  const seen = new Set<string>()
  const rows = plants.filter(({ name }) => {
    const key = name.normalize('NFC').trim().toLowerCase()
    const isThere = seen.has(key)
    seen.add(key)
    return isThere
  })
  return new Set(rows.map(({ row }) => row))
}

const isIncomplete = ({ city, zip, year, dc, type }: Plant): boolean =>
  city === '' || zip === '' || year === '' || (dc === null && type !== 'Storage')

/**
 * Puts open plants into the template and imports them into a deal room: the good rows arrive with their figures, and
 * what is wrong or incomplete is named by its row.
 */
export async function checkPlants(
  entries: readonly RealEntry[],
  client: Client,
  slug: string,
  report: Report,
): Promise<void> {
  const files = entries.filter(({ absolute }) => absolute.endsWith('.csv'))
  const largest = files.toSorted((one, other) => other.size - one.size)[0]
  if (!largest) return
  report.title('Real plants, imported as projects')
  const plants = await plantsIn(largest)
  const call = async <Data>(query: string, variables: Record<string, unknown>): Promise<Data> => {
    const { data, errors } = await client.graphql(query, variables)
    const [value] = Object.values(data ?? {})
    if (!value) throw new Error(errors[0]?.message ?? 'There is no answer.')
    return value as Data
  }
  const { id, org } = await call<{ id: string; org: { slug: string } }>(
    'query($slug: String!) { portfolioBySlug(slug: $slug) { id org { slug } } }',
    { slug },
  )
  const preview = (file: File) =>
    call<Preview>(
      `mutation($id: ID!, $file: Upload!) { importProjects(portfolioId: $id, file: $file) {
        errors importResult { fingerprint rows { row } issues { isError row message } } } }`,
      { id, file },
    )
  const issuesOf = ({ importResult }: Preview, isError: boolean) =>
    (importResult?.issues ?? []).filter((issue) => issue.isError === isError)
  const rowsOf = (issues: readonly Issue[]) => new Set(issues.map(({ row }) => row))

  const twice = repeated(plants)
  const all = await preview(await templateOf(plants, plants.length))
  const named = rowsOf(issuesOf(all, true))
  report.check(
    'every row of a name that is there twice is an error, and no other',
    twice.size === named.size && [...twice].every((row) => named.has(row)),
    all.errors.slice(0, 5),
  )
  const good = plants.filter(({ row }) => !twice.has(row))
  const file = await templateOf(good, plants.length)
  let began = performance.now()
  const read = await preview(file)
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  report.note(`${plants.length} rows, ${twice.size} of a repeated name, previewed in ${seconds()} s`)
  report.check('the good rows have no error', read.errors.length === 0, read.errors.slice(0, 5))
  const doubtful = issuesOf(read, false)
  const warned = rowsOf(doubtful)
  const incomplete = good.filter(isIncomplete)
  await report.each(incomplete, {
    name: ({ row, name }) => `row ${row}, ${name}, is named as incomplete`,
    holds: async ({ row }) => warned.has(row),
    sum: 'incomplete rows were named',
  })
  const lessDc = good.filter(
    ({ ac, dc, type }) => type !== 'Storage' && ac !== null && dc !== null && dc < ac,
  )
  const odd = rowsOf(doubtful.filter(({ message }) => message.includes('more than the DC capacity')))
  report.check(
    'rows of less DC than AC are named, and no others',
    odd.size === lessDc.length && lessDc.every(({ row }) => odd.has(row)),
  )
  report.note(`${lessDc.length} of less DC than AC were named`)

  began = performance.now()
  const done = await call<{ success: boolean; added: number }>(
    `mutation($id: ID!, $file: Upload!, $mark: String) {
      confirmImportProjects(portfolioId: $id, file: $file, fingerprint: $mark) { success added } }`,
    { id, file, mark: read.importResult?.fingerprint },
  )
  report.note(`${done.added} projects added in ${seconds()} s`)
  const stored = new Map<string, Stored>()
  for (let offset = 0; ; offset += 200) {
    const page = await call<{ projects: Stored[] }>(
      `query($org: String!, $id: ID!, $offset: Int!) { projects(orgSlug: $org, portfolioIds: [$id], limit: 200, offset: $offset) {
        projects { name capacity capacityAc cod system { bessKw } location { city latitude longitude } } } }`,
      { org: org.slug, id, offset },
    )
    for (const project of page.projects) stored.set(project.name, project)
    if (page.projects.length < 200) break
  }
  await report.each(good, {
    name: ({ row, name }) => `row ${row}, ${name}, has its figures`,
    holds: async (plant) => {
      const found = stored.get(plant.name.normalize('NFC'))
      const same =
        found?.capacity === plant.dc &&
        found.capacityAc === plant.ac &&
        found.system.bessKw === plant.storage &&
        found.location.latitude === plant.latitude &&
        found.location.longitude === plant.longitude &&
        found.location.city === text(plant.city) &&
        found.cod === (plant.year === '' ? null : `${plant.year}-07-01`)
      return same || (found ?? 'not there')
    },
    sum: 'arrived with their figures',
  })
  await checkNeighbours(good, { call, id, orgSlug: org.slug }, report)
}

interface Asking {
  call: <Data>(query: string, variables: Record<string, unknown>) => Promise<Data>
  /** Of the deal room. */
  id: string
  orgSlug: string
}

interface Around {
  id: string
  name: string
  withinOneCount: number
  withinTenCount: number
  withinOneSumCapacityAc: number
  withinTenSumCapacityAc: number
}

/** Plants around which is counted: those with the most neighbours, and others. */
const AROUND = 50

/** Counts and sums around plants, against the angle between their vectors from the middle of the Earth. */
async function checkNeighbours(
  plants: readonly Plant[],
  { call, id, orgSlug }: Asking,
  report: Report,
): Promise<void> {
  const placed = plants.filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
  const place = ({ latitude, longitude }: Plant) => [latitude ?? 0, longitude ?? 0]
  const near = (plant: Plant, miles: number) =>
    placed.filter(
      (other) =>
        other !== plant &&
        Math.abs((other.latitude ?? 0) - (plant.latitude ?? 0)) < 0.2 &&
        milesApart(place(plant), place(other)) <= miles,
    )
  const sum = (list: readonly Plant[]) => list.reduce((total, { ac }) => total + (ac ?? 0), 0)
  const crowded = placed
    .map((plant) => ({ plant, count: near(plant, 10).length }))
    .toSorted((one, other) => other.count - one.count)
    .map(({ plant }) => plant)
  const chosen = [...crowded.slice(0, AROUND / 2), ...crowded.filter((_, at) => at % 97 === 50)].slice(
    0,
    AROUND,
  )
  const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < 0.01
  await report.each(chosen, {
    name: ({ row, name }) => `row ${row}, ${name}, has its neighbours`,
    holds: async (plant) => {
      const { projects } = await call<{ projects: Around[] }>(
        `query($org: String!, $id: ID!, $search: String!) {
          projects(orgSlug: $org, portfolioIds: [$id], search: $search, limit: 200) {
            projects { id name withinOneCount withinTenCount withinOneSumCapacityAc withinTenSumCapacityAc } } }`,
        { org: orgSlug, id, search: plant.name },
      )
      const found = projects.find(({ name }) => name === plant.name.normalize('NFC'))
      const [one, ten] = [near(plant, 1), near(plant, 10)]
      const same =
        found?.withinOneCount === one.length &&
        found.withinTenCount === ten.length &&
        isNear(found.withinOneSumCapacityAc, sum(one)) &&
        isNear(found.withinTenSumCapacityAc, sum(ten))
      return same || { found, one: one.length, ten: ten.length, sums: [sum(one), sum(ten)] }
    },
    sum: 'have the neighbours that are reckoned in another way',
  })
}
