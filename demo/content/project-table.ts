import { OFFTAKERS, type OfftakerKey } from './offtakers.ts'
import { STATES, type StateCode } from './states.ts'

/** One line of a project table. Sizes in MW, storage in MW and MWh. */
export interface ProjectRow {
  readonly name: string
  readonly city: string
  readonly county: string
  readonly state: StateCode
  readonly latitude: number
  readonly longitude: number
  readonly ac: number
  /** Null for storage alone. */
  readonly dc: number | null
  readonly bess: { readonly mw: number; readonly mwh: number } | null
  /** Month of commercial operation as YYYY-MM. */
  readonly cod: string
  readonly offtaker: OfftakerKey
}

const LINE =
  /^(?<name>[^|]+?) *\| *(?<city>[^|,]+), (?<county>[^|,]+), (?<state>[A-Z]{2}) *\| *(?<latitude>[-\d.]+) (?<longitude>[-\d.]+) *\| *(?<ac>[\d.]+) *\| *(?<dc>[\d.]+|-) *\| *(?:(?<mw>[\d.]+)\/(?<mwh>[\d.]+)|-) *\| *(?<cod>\d{4}-\d{2}) *\| *(?<offtaker>\w+)$/

const isState = (code: string): code is StateCode => Object.hasOwn(STATES, code)
const isOfftaker = (key: string): key is OfftakerKey => Object.hasOwn(OFFTAKERS, key)

const readRow = (line: string): ProjectRow => {
  const found = LINE.exec(line)?.groups
  const { name = '', city = '', county = '', state = '', cod = '', offtaker = '' } = found ?? {}
  if (!found || !isState(state) || !isOfftaker(offtaker))
    throw new Error(`Not a line of a project table: ${line}`)
  return {
    name,
    city,
    county,
    state,
    latitude: Number(found.latitude),
    longitude: Number(found.longitude),
    ac: Number(found.ac),
    dc: found.dc === '-' ? null : Number(found.dc),
    bess: found.mw === undefined ? null : { mw: Number(found.mw), mwh: Number(found.mwh) },
    cod,
    offtaker,
  }
}

/**
 * Reads lines of "name | city, county, state | latitude longitude | MW AC | MW DC | storage MW/MWh | COD | offtaker",
 * with "-" for none. Throws at a line that is not of this form.
 */
export const readRows = (table: string): readonly ProjectRow[] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readRow)
