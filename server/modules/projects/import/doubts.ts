import { columnOf, type ImportColumn } from './columns.ts'
import { type PlannedRow, presentValue } from './rows.ts'

/** Something that may be meant so, and is worth a look. */
export interface Doubt {
  column: ImportColumn | null
  message: string
}

const at = (header: string): ImportColumn | null => columnOf(header) ?? null

/**
 * What is odd about a row that changes something; none of it keeps the file from being imported.
 * @param columns those of the file
 */
export function doubtsOf(
  { present, values, contracts, given, changes }: PlannedRow,
  columns: readonly ImportColumn[],
): Doubt[] {
  if (changes.size === 0) return []
  const doubts: Doubt[] = []
  const say = (header: string, message: string) => void doubts.push({ column: at(header), message })
  const { type, capacity, capacityAc, latitude, longitude, ntp, cod } = values
  const isNew = present === null
  if (capacity !== null && capacityAc !== null && capacityAc > capacity && type !== 'STORAGE') {
    say('Capacity AC, kW', 'The AC capacity is more than the DC capacity.')
  }
  if (isNew && capacity === null && type !== 'STORAGE') {
    say('Capacity DC, kW', 'A new project without DC capacity. It adds nothing to the size of the portfolio.')
  }
  if (isNew && cod === null) {
    say('Commercial operating date, MM/DD/YYYY', 'A new project without commercial operating date.')
  }
  if (isNew && (values.city === null || values.zipCode === null)) {
    say(values.city === null ? 'City' : 'ZIP code', 'A new project without city or ZIP code.')
  }
  if ((latitude === null) !== (longitude === null)) {
    say(
      latitude === null ? 'Latitude, degrees' : 'Longitude, degrees',
      'Latitude and longitude belong together.',
    )
  } else if (isNew && latitude === null) {
    say('Latitude, degrees', 'A new project without coordinates. It is left off the map.')
  }
  if (ntp !== null && cod !== null && ntp > cod) {
    say('Notice to proceed, MM/DD/YYYY', 'The notice to proceed is after the commercial operating date.')
  }
  const rate = at('PPA rate, $/kWh')
  if (isNew && contracts === null && type !== 'STORAGE' && rate && columns.includes(rate)) {
    doubts.push({
      column: rate,
      message: 'A new project without PPA rate. It is imported without a contract.',
    })
  }
  for (const [column, value] of given) {
    const before = present ? presentValue(present, column) : null
    if (typeof before !== 'number' || typeof value !== 'number' || before <= 0 || value <= 0) continue
    if (column.header.includes('degrees') || column.header.includes('Elevation')) continue
    const times = value / before
    if (times >= 9 || times <= 1 / 9) {
      doubts.push({
        column,
        message: `${column.words(value)} is ${times > 1 ? 'about ten times or more' : 'a tenth or less of'} the present ${column.words(before)}.`,
      })
    }
  }
  return doubts
}
