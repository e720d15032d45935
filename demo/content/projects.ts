import { slugOf } from '../../shared/slugs.ts'
import { type Random, seeded } from '../files/random.ts'
import { OFFTAKERS, type Offtaker } from './offtakers.ts'
import { type ProjectRow, readRows } from './project-table.ts'
import { STATES, type StateCode, type StateFacts } from './states.ts'

/** A contract by the energy delivered. */
export interface PowerPurchase {
  readonly startDate: string
  readonly termYears: number
  /** $/kWh in the first contract year. */
  readonly rate: number
  /** % a year. */
  readonly escalator: number
}

/** A contract by the capacity held ready; storage alone is paid in this way. */
export interface Tolling {
  readonly startDate: string
  readonly termYears: number
  /** $/kW-month. */
  readonly capacityRate: number
}

interface Equipment {
  readonly manufacturer: string
  readonly model: string
  /** W DC for a module, kW AC for an inverter. */
  readonly rating: number
  readonly count: number
}

/** A site of the demo. All documents about it take their facts from here, so that they agree. */
export interface DemoProject {
  readonly key: string
  readonly name: string
  /** The limited liability company that owns the site. */
  readonly company: string
  readonly organisation: string
  /** Key of the portfolio; null for a site in the pipeline only. */
  readonly portfolio: string | null
  readonly isOwned: boolean
  readonly city: string
  readonly county: string
  readonly state: StateCode
  readonly stateFacts: StateFacts
  readonly latitude: number
  readonly longitude: number
  readonly technology: 'SOLAR' | 'STORAGE' | 'SOLAR_PLUS_STORAGE'
  readonly phase: 'OPERATING' | 'NEW_BUILD'
  readonly installation: 'ROOF' | 'GROUND' | 'CARPORT'
  readonly tracking: 'FIXED_TILT' | 'SINGLE'
  /** kW DC; null for storage alone. */
  readonly dcKw: number | null
  /** kW AC at the meter. */
  readonly acKw: number
  readonly bessKw: number | null
  readonly bessKwh: number | null
  /** Notice to proceed, and commercial operation date: days as YYYY-MM-DD. */
  readonly ntp: string
  readonly cod: string
  readonly offtaker: Offtaker
  readonly ppa: PowerPurchase | null
  readonly toll: Tolling | null
  readonly module: Equipment | null
  readonly inverter: Equipment
  /** Voltage at the point of interconnection. */
  readonly kilovolts: number
  readonly substation: string
  readonly acres: number
  readonly landowner: string
  readonly parcel: string
  readonly legalDescription: string
  /** MWh in the first year, exceeded with 50 and 90 % probability; 0 for storage alone. */
  readonly p50: number
  readonly p90: number
}

/** What the sites of one portfolio share. */
export interface ProjectGroup {
  readonly organisation: string
  readonly portfolio: string | null
  readonly isOwned: boolean
  readonly installation?: DemoProject['installation']
  readonly tracking?: DemoProject['tracking']
  /** $/kWh, in place of the state's usual rate. */
  readonly rate?: number
  /** Lines of the table that project-table.ts reads. */
  readonly rows: string
}

type Model = readonly [manufacturer: string, model: string, rating: number]

const MODULES: readonly Model[] = [
  ['Corvane Solar', 'CV-545M', 545],
  ['Altiplane', 'AP-610BF', 610],
  ['Norrvik Modules', 'NV-580T', 580],
  ['Corvane Solar', 'CV-475P', 475],
]
const CENTRAL_INVERTERS: readonly Model[] = [
  ['Voltari', 'VC-4200', 4200],
  ['Brightline Power', 'BL-3600', 3600],
]
const STRING_INVERTERS: readonly Model[] = [
  ['Voltari', 'VS-125', 125],
  ['Brightline Power', 'BL-100', 100],
]
const FAMILIES = [
  'Ostrander',
  'Whitlock',
  'Penner',
  'Sorensen',
  'Calloway',
  'Brandvold',
  'Ferris',
  'Mathewson',
  'Tolliver',
  'Haas',
] as const

/** The day up to which the demo tells; what starts commercial operation later is still being built. */
export const DEMO_DAY = '2026-11-20'

/** The day, moved by whole months; days past the 28th are not used. */
export const monthsLater = (day: string, months: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

const technologyOf = (row: ProjectRow): DemoProject['technology'] => {
  if (row.dc === null) return 'STORAGE'
  return row.bess ? 'SOLAR_PLUS_STORAGE' : 'SOLAR'
}

const equipmentOf = ([manufacturer, model, rating]: Model, total: number): Equipment => ({
  manufacturer,
  model,
  rating,
  count: Math.max(1, Math.round(total / rating)),
})

/** Land is described by township and range where it was surveyed so, elsewhere by the recorded deed. */
const legalDescriptionOf = (state: StateCode, county: string, random: Random): string => {
  const township = { KS: 'South', NE: 'North', SD: 'North' }[state as string]
  if (township === undefined) {
    return `that tract of land recorded in Deed Book ${random.whole(212, 998)}, Page ${random.whole(11, 480)} of the records of ${county} County`
  }
  const half = random.pick(['North', 'South', 'East', 'West'])
  return `the ${half} Half of Section ${random.whole(2, 35)}, Township ${random.whole(2, 33)} ${township}, Range ${random.whole(11, 28)} West of the Sixth Principal Meridian`
}

/** Fills in what a line leaves open; the same for the same name on each run. */
const projectOf = (group: ProjectGroup, row: ProjectRow): DemoProject => {
  const random = seeded(row.name)
  const { city, county, state, latitude, longitude } = row
  const facts = STATES[state]
  const cod = `${row.cod}-${String(random.whole(3, 26)).padStart(2, '0')}`
  const dcKw = row.dc === null ? null : Math.round(row.dc * 1000)
  const acKw = Math.round(row.ac * 1000)
  const tracking = group.tracking ?? (group.installation === undefined ? 'SINGLE' : 'FIXED_TILT')
  const p50 = dcKw === null ? 0 : Math.round((dcKw * facts.yield * (tracking === 'SINGLE' ? 1.19 : 1)) / 1000)
  const termYears = random.pick([15, 20, 20, 25])
  const rate = Number(((group.rate ?? facts.rate) * random.between(0.94, 1.08, 3)).toFixed(5))
  return {
    key: slugOf(row.name),
    name: row.name,
    company: `${row.name.replace(' + ', ' and ')}, LLC`,
    organisation: group.organisation,
    portfolio: group.portfolio,
    isOwned: group.isOwned,
    city,
    county,
    state,
    stateFacts: facts,
    latitude,
    longitude,
    technology: technologyOf(row),
    phase: cod <= DEMO_DAY ? 'OPERATING' : 'NEW_BUILD',
    installation: group.installation ?? 'GROUND',
    tracking,
    dcKw,
    acKw,
    bessKw: row.bess ? Math.round(row.bess.mw * 1000) : null,
    bessKwh: row.bess ? Math.round(row.bess.mwh * 1000) : null,
    ntp: monthsLater(cod, -random.whole(9, 15)),
    cod,
    offtaker: OFFTAKERS[row.offtaker],
    ppa:
      dcKw === null ? null : { startDate: cod, termYears, rate, escalator: random.pick([0, 1, 1.5, 2, 2.5]) },
    toll: dcKw === null ? { startDate: cod, termYears, capacityRate: random.between(9.4, 13.8) } : null,
    module: dcKw === null ? null : equipmentOf(random.pick(MODULES), dcKw * 1000),
    inverter: equipmentOf(random.pick(acKw >= 9000 ? CENTRAL_INVERTERS : STRING_INVERTERS), acKw),
    kilovolts: acKw >= 30000 ? random.pick([115, 138]) : acKw >= 9000 ? 69 : random.pick([12.47, 13.8]),
    substation: `${city} ${random.pick(['North', 'East', 'Junction', 'West'])}`,
    acres: Math.round((dcKw ?? acKw / 6) * (group.installation === undefined ? 0.0053 : 0.0012)),
    landowner: `${random.pick(FAMILIES)} ${random.pick(['Farms, Inc.', 'Family Trust', 'Land and Cattle Company', 'Holdings, LLC'])}`,
    parcel: `${random.whole(10, 98)}-${random.whole(100, 999)}-${random.whole(10, 36)}-0-00-00${random.whole(1, 9)}.00`,
    legalDescription: legalDescriptionOf(state, county, random),
    p50,
    p90: Math.round(p50 * 0.923),
  }
}

/** The sites of the groups, in their order. */
export const projectsOf = (groups: readonly ProjectGroup[]): readonly DemoProject[] =>
  groups.flatMap((group) => readRows(group.rows).map((row) => projectOf(group, row)))
