import { expect, test } from 'vitest'
import { NOTHING_KNOWN } from '../../../../shared/project/values.ts'
import type { Cell, FormulaError } from '../../../platform/spreadsheets/read/index.ts'
import { IMPORT_COLUMNS } from './columns.ts'
import { planOf } from './plan.ts'
import type { Present } from './rows.ts'

const RATE = 'PPA rate, $/kWh'
const START = 'PPA start date, MM/DD/YYYY'
const TERM = 'PPA term, years'
const DC = 'Capacity DC, kW'
const AC = 'Capacity AC, kW'
const COD = 'Commercial operating date, MM/DD/YYYY'
const NTP = 'Notice to proceed, MM/DD/YYYY'
const OFFTAKERS = 'Offtakers, separated by semicolons'

type Given = Record<string, Cell>

const MILL = { id: 'mill', name: 'Mill', quality: null, note: null }
const CO_OP = { id: 'co-op', name: 'Plains Co-op, Inc.', quality: null, note: null }
const CONTRACT = { startDate: '2024-01-01', term: 20, rate: 0.04, escalator: 2 }

/** A project that lacks nothing a warning could be about. */
const project = (id: string, name: string, values: object = {}, parts: object = {}): Present => ({
  project: {
    ...NOTHING_KNOWN,
    id,
    organisationId: 'fund',
    revision: 1,
    savedBy: null,
    savedAt: null,
    name,
    city: 'Alma',
    zipCode: '68920',
    capacity: 1000,
    latitude: 40,
    longitude: -99,
    cod: '2025-06-30',
    ...values,
  },
  parts: { contracts: [CONTRACT], remaining: null, panels: [], inverters: [], offtakers: [MILL], ...parts },
})

/** A new one of the same kind. */
const NEW: Given = {
  Name: 'River',
  Status: 'Operating',
  Type: 'Solar',
  [DC]: 1000,
  [COD]: '06/30/2025',
  City: 'Alma',
  'ZIP code': 68_920,
  'Latitude, degrees': 40,
  'Longitude, degrees': -99,
  [START]: '01/01/2024',
  [TERM]: 20,
  [RATE]: 0.04,
}

const HEADERS = IMPORT_COLUMNS.map(({ header }) => header)

function plan(
  given: readonly Given[],
  {
    present = [],
    headers = HEADERS,
    formulaErrors = [],
  }: { present?: Present[]; headers?: readonly string[]; formulaErrors?: FormulaError[] } = {},
) {
  const offtakers = new Map([MILL, CO_OP].map((each) => [each.name.toLowerCase(), each]))
  const rows = given.map((row) => headers.map((header) => row[header] ?? null))
  const { rows: planned, issues } = planOf(
    { name: 'Projects', rows: [[...headers], ...rows], formulaErrors },
    { present, offtakers },
  )
  return {
    planned,
    said: issues.map(
      ({ isError, row, address, message }) => `${isError ? 'error' : 'doubt'} ${row} ${address}: ${message}`,
    ),
  }
}

const changes = (
  { changes: found }: { changes: ReadonlyMap<{ header: string }, string> } | undefined = {
    changes: new Map(),
  },
) => [...found].map(([{ header }, before]) => [header, before])

test('a project that lacks nothing is planned without a word, and a row that says what stands there changes nothing', () => {
  const one = plan([NEW])
  expect(one.said).toEqual([])
  expect(one.planned).toMatchObject([{ row: 2, name: 'River', present: null, values: { zipCode: '68920' } }])
  expect(one.planned[0]?.contracts).toEqual([{ startDate: '2024-01-01', term: 20, rate: 0.04, escalator: 0 }])
  const same = plan(
    [{ ID: 'a', Name: 'Alma', City: 'Alma', [DC]: 1000, [RATE]: 0.04, [OFFTAKERS]: ' MILL ' }],
    {
      present: [project('a', 'Alma')],
    },
  )
  expect([same.said, changes(same.planned[0])]).toEqual([[], []])
  expect(same.planned[0]).toMatchObject({ offtakerIds: ['mill'], contracts: [CONTRACT] })
})

test('what a row changes stands beside what was there', () => {
  const { planned, said } = plan(
    [
      {
        Name: ' alma',
        City: 'Hays',
        [COD]: '07/01/2025',
        [DC]: 1001,
        [OFFTAKERS]: 'Mill; plains CO-OP, inc.;',
      },
    ],
    { present: [project('a', 'Alma', { capacity: null })] },
  )
  expect(changes(planned[0])).toEqual([
    ['Name', 'Alma'],
    [DC, ''],
    [COD, '06/30/2025'],
    ['City', 'Alma'],
    [OFFTAKERS, 'Mill'],
  ])
  expect(planned[0]).toMatchObject({
    offtakerIds: ['mill', 'co-op'],
    contracts: null,
    present: { project: { id: 'a' } },
  })
  expect(said).toEqual([])
})

test('a name that several projects have, or none, says which one is not known', () => {
  const present = [project('a', 'Alma'), project('b', 'alma')]
  const both = plan(
    [{ Name: 'Alma', City: 'Hays' }, { ID: 'b', Name: 'Alma', City: 'Hays' }, { City: 'Hays' }],
    { present },
  )
  expect(both.said).toEqual([
    'error 2 B2: 2 projects of the portfolio have this name. Say which one by its ID.',
    'error 4 B4: This row has no name.',
  ])
  expect(both.planned.map(({ row, present: mine }) => [row, mine?.project.id])).toEqual([[3, 'b']])
  // What is wrong with the name itself is said once.
  expect(plan([{ Name: 'x'.repeat(201) }]).said).toEqual(['error 2 B2: Please use at most 200 characters.'])
})

test('empty rows are passed over, also at a place where a formula failed in another row', () => {
  const formulaErrors = [{ row: 2, column: 5, error: '#REF!' }]
  const { said, planned } = plan([{}, { ...NEW, [DC]: null }, {}], { formulaErrors })
  expect(said.filter((line) => line.startsWith('error'))).toEqual([
    'error 3 F3: The formula of this cell has the error “#REF!”. Correct it, or empty the cell.',
  ])
  expect(planned.map(({ row }) => row)).toEqual([3])
  // A row of nothing but a formula that failed is one.
  expect(plan([{}, {}], { formulaErrors }).said).toHaveLength(2)
})

test('a contract is given whole, changed where it is the only one, and left alone with what is wrong in it', () => {
  const contracts = (row: Given, present: Present[] = []) => {
    const { planned, said } = plan([row], { present })
    return [planned[0]?.contracts, said.filter((line) => line.startsWith('error'))]
  }
  const now = [project('a', 'Alma')]
  expect(contracts({ Name: 'Alma', [RATE]: 0.05 }, now)).toEqual([[{ ...CONTRACT, rate: 0.05 }], []])
  expect(contracts({ Name: 'Alma', [RATE]: 'x' }, now)).toEqual([null, ['error 2 AK2: “x” is not a number.']])
  const WHOLE = 'A contract needs a start date, a term and a rate.'
  for (const lacking of [START, TERM, RATE]) {
    const [found, said] = contracts({ ...NEW, [lacking]: null })
    expect([lacking, found, said]).toEqual([lacking, null, [expect.stringContaining(WHOLE)]])
  }
  const two = [project('a', 'Alma', {}, { contracts: [CONTRACT, CONTRACT] })]
  expect(contracts({ Name: 'Alma', [TERM]: 15 }, two)).toEqual([
    null,
    ['error 2 AJ2: The project has 2 contracts. Change them in its form, and leave these cells empty.'],
  ])
  expect(contracts({ Name: 'Alma', City: 'Hays' }, two)).toEqual([null, []])
})

test.each<[string, Given, string[]]>([
  ['more AC than DC', { [AC]: 1001 }, ['G2: The AC capacity is more than the DC capacity.']],
  ['as much AC as DC', { [AC]: 1000 }, []],
  ['more AC, in storage', { [AC]: 1001, Type: 'Storage' }, []],
  [
    'no DC capacity',
    { [DC]: null, [AC]: 5 },
    ['F2: A new project without DC capacity. It adds nothing to the size of the portfolio.'],
  ],
  ['no DC capacity, in storage', { [DC]: null, Type: 'Storage' }, []],
  ['no operating date', { [COD]: null }, ['I2: A new project without commercial operating date.']],
  ['no city', { City: null }, ['N2: A new project without city or ZIP code.']],
  ['no ZIP code', { 'ZIP code': null }, ['P2: A new project without city or ZIP code.']],
  ['no latitude', { 'Latitude, degrees': null }, ['Q2: Latitude and longitude belong together.']],
  ['no longitude', { 'Longitude, degrees': null }, ['R2: Latitude and longitude belong together.']],
  [
    'no place',
    { 'Latitude, degrees': null, 'Longitude, degrees': null },
    ['Q2: A new project without coordinates. It is left off the map.'],
  ],
  [
    'a notice after the start',
    { [NTP]: '07/01/2025' },
    ['H2: The notice to proceed is after the commercial operating date.'],
  ],
  ['a notice on its day', { [NTP]: '06/30/2025' }, []],
  [
    'a notice without a start',
    { [NTP]: '07/01/2025', [COD]: null },
    ['I2: A new project without commercial operating date.'],
  ],
  [
    'no contract',
    { [START]: null, [TERM]: null, [RATE]: null },
    ['AK2: A new project without PPA rate. It is imported without a contract.'],
  ],
  ['no contract, in storage', { [START]: null, [TERM]: null, [RATE]: null, Type: 'Storage' }, []],
])('a new project with %s', (_what, given, said) => {
  expect(plan([{ ...NEW, ...given }]).said).toEqual(said.map((line) => `doubt 2 ${line}`))
})

test('of a project that is there only what it would have is doubted, and of a cell in error nothing', () => {
  const bare = project('a', 'Alma', {
    city: null,
    zipCode: null,
    capacity: null,
    cod: null,
    latitude: null,
    longitude: null,
  })
  const known = (row: Given, present: Present = bare) =>
    plan([{ Name: 'Alma', ...row }], { present: [present] }).said
  expect(known({ State: 'NE' })).toEqual([])
  expect(known({ 'Latitude, degrees': 40 })).toEqual(['doubt 2 R2: Latitude and longitude belong together.'])
  // Nothing changes, and nothing is doubted.
  expect(known({}, project('a', 'Alma', { capacityAc: 2000 }))).toEqual([])
  expect(plan([{ ...NEW, City: 'x'.repeat(1001), 'ZIP code': null }]).said).toEqual([
    'error 2 N2: Please use at most 1,000 characters.',
  ])
  // A file without the column of a rate says nothing of contracts.
  const without = HEADERS.filter((header) => header !== RATE)
  expect(plan([{ ...NEW, [START]: null, [TERM]: null }], { headers: without }).said).toEqual([])
})

test.each<[string, Given, object, string[]]>([
  ['nine times', { [DC]: 9000 }, {}, ['F2: 9,000 is about ten times or more the present 1,000.']],
  ['less than nine times', { [DC]: 8999 }, {}, []],
  ['a ninth', { [DC]: 111 }, {}, ['F2: 111 is a tenth or less of the present 1,000.']],
  ['more than a ninth', { [DC]: 112 }, {}, []],
  ['from nothing', { [DC]: 9000 }, { capacity: 0 }, []],
  ['to nothing', { [DC]: 0 }, {}, []],
  ['another place', { 'Latitude, degrees': 4, 'Longitude, degrees': -9 }, {}, []],
  ['another height', { 'Elevation, m': 900 }, { elevation: 10 }, []],
  ['another rate', { [RATE]: 0.4 }, {}, ['AK2: 0.4 is about ten times or more the present 0.04.']],
])('a figure that becomes %s of what it was', (_what, given, values, said) => {
  const found = plan([{ Name: 'Alma', ...given }], { present: [project('a', 'Alma', values)] })
  expect(found.said).toEqual(said.map((line) => `doubt 2 ${line}`))
})

test('a new project has what it needs, and a column that the file lacks is said once', () => {
  expect(
    plan([{ Name: 'River' }, { Name: 'Lake', Status: 'Operating', Type: 'Solar' }]).said.slice(0, 2),
  ).toEqual(['error 2 C2: A new project needs a status.', 'error 2 D2: A new project needs a type.'])
  const lacking = plan([{ Name: 'River' }, { Name: 'Lake' }], { headers: ['Name', 'Type'] }).said
  expect(lacking.filter((line) => line.startsWith('error'))).toEqual([
    'error 2 B2: A new project needs a type.',
    'error 3 B3: A new project needs a type.',
    'error null null: There is no column “Status” in the first row, which new projects need. Download the template and name it so.',
  ])
  // What is wrong with a cell comes first.
  expect(
    plan([{ Name: 'River', Status: 'Gone' }]).said.filter((line) => line.startsWith('error')),
  ).toHaveLength(1)
  expect(plan([{ City: 'Alma' }], { headers: ['City'] })).toEqual({
    planned: [],
    said: [
      'error null null: There is no column “Name” in the first row. Download the template and fill it in.',
    ],
  })
})

test('an ID that no project has adds one, offtakers are known by name, and two rows are not about one project', () => {
  expect(plan([{ ...NEW, ID: 'gone' }]).said).toEqual([
    'doubt 2 A2: No project of the portfolio has this ID: the row adds a new one.',
  ])
  expect(plan([{ ...NEW, [OFFTAKERS]: 'Mill; Nobody; No one' }]).said).toEqual([
    'error 2 AM2: “Nobody” is not an offtaker of the organisation.',
  ])
  const twice = plan(
    [{ ID: 'a', Name: 'Renamed' }, { Name: 'Alma', City: 'Hays' }, { ...NEW }, { ...NEW, Name: ' RIVER' }],
    { present: [project('a', 'Alma')] },
  )
  expect(twice.said).toEqual([
    'error 3 null: Rows 2 and 3 are both about “Alma”. Keep one of them.',
    'error 5 null: Rows 4 and 5 are both about “RIVER”. Keep one of them.',
  ])
})

test('cells are written back as people read them', () => {
  const words = (header: string) => IMPORT_COLUMNS.find((column) => column.header === header)?.words
  expect([words(COD)?.('2026-07-01'), words(COD)?.(null)]).toEqual(['07/01/2026', ''])
  expect([words(DC)?.(1234.5), words(DC)?.(null), words(RATE)?.(0.0000000012)]).toEqual([
    '1,234.5',
    '',
    '0.0000000012',
  ])
  expect([words('Type')?.('SOLAR'), words('Type')?.(null)]).toEqual(['Solar', ''])
  expect([words('Owned, Yes or No')?.(true), words('Owned, Yes or No')?.(false)]).toEqual(['Yes', 'No'])
  expect([words('City')?.('Alma'), words('City')?.(null)]).toEqual(['Alma', ''])
  const of = (isWanted: (column: (typeof IMPORT_COLUMNS)[number]) => boolean) =>
    IMPORT_COLUMNS.filter(isWanted).map(({ header }) => header)
  expect(of(({ required }) => required)).toEqual(['Name', 'Status', 'Type'])
  expect(of(({ unit }) => unit === 'METRES' || unit === 'USD_PER_KWH')).toEqual(['Elevation, m', RATE])
  expect(of(({ isFigure }) => !isFigure).slice(0, 4)).toEqual(['ID', 'Name', 'Status', 'Type'])
  expect(of(({ isFigure }) => isFigure)).toEqual(expect.arrayContaining([DC, COD, RATE]))
})

test('what the columns are is said at the first row', () => {
  const { said } = plan([], {
    headers: ['Name', 'capacity  dc, KW', 'Capacity AC, MW', ' ', 'Colour', 'Name'],
  })
  expect(said).toEqual([
    'error 1 C1: “Capacity AC, MW” is not what the template says: “Capacity AC, kW”. Give the figures in its unit and name it so.',
    'doubt 1 E1: “Colour” is not a column of the template and is left out.',
    'error 1 F1: This column is there twice. Remove one of both.',
  ])
})

test('the raw row is as the file has it, a date as its day', () => {
  const [row] = plan([{ Name: 'Alma', [COD]: new Date('2026-07-01T00:00:00Z'), [DC]: '1,000' }], {
    headers: ['Name', COD, DC],
    present: [project('a', 'Alma')],
  }).planned
  expect(row?.raw).toEqual({ Name: 'Alma', [COD]: '2026-07-01', [DC]: '1,000' })
  expect(changes(row)).toEqual([[COD, '06/30/2025']])
})
