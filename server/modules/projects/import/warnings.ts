import type { FieldKey } from '../../../../shared/project/fields.ts'
import type { Contract } from '../../../../shared/project/values.ts'
import { columnOfField, type ImportColumn } from './columns.ts'
import { type PlannedRow, presentValue } from './rows.ts'

/** Something that may be meant so, and is worth a look. */
export interface ImportWarning {
  column: ImportColumn | null
  message: string
}

/**
 * What is odd about a row that changes something; none of it keeps the file from being imported.
 * @param columns those of the file
 */
export function doubtsOf(
  { present, values, contracts, given, changes }: PlannedRow,
  columns: readonly ImportColumn[],
): ImportWarning[] {
  if (changes.size === 0) return []
  const doubts: ImportWarning[] = []
  const at = (key: FieldKey | keyof Contract) => columnOfField(key) ?? null
  const say = (key: FieldKey, message: string) => void doubts.push({ column: at(key), message })
  const { type, capacity, capacityAc, latitude, longitude, ntp, cod } = values
  const isNew = present === null
  if (capacity !== null && capacityAc !== null && capacityAc > capacity && type !== 'STORAGE') {
    say('capacityAc', 'The AC capacity is more than the DC capacity.')
  }
  if (isNew && capacity === null && type !== 'STORAGE') {
    say('capacity', 'A new project without DC capacity. It adds nothing to the size of the portfolio.')
  }
  if (isNew && cod === null) {
    say('cod', 'A new project without commercial operating date.')
  }
  if (isNew && (values.city === null || values.zipCode === null)) {
    say(values.city === null ? 'city' : 'zipCode', 'A new project without city or ZIP code.')
  }
  if ((latitude === null) !== (longitude === null)) {
    say(latitude === null ? 'latitude' : 'longitude', 'Latitude and longitude belong together.')
  } else if (isNew && latitude === null) {
    say('latitude', 'A new project without coordinates. It is left off the map.')
  }
  if (ntp !== null && cod !== null && ntp > cod) {
    say('ntp', 'The notice to proceed is after the commercial operating date.')
  }
  const rate = at('rate')
  if (isNew && contracts === null && type !== 'STORAGE' && rate && columns.includes(rate)) {
    doubts.push({
      column: rate,
      message: 'A new project without PPA rate. It is imported without a contract.',
    })
  }
  for (const [column, value] of given) {
    const before = present ? presentValue(present, column) : null
    if (typeof before !== 'number' || typeof value !== 'number' || before <= 0 || value <= 0) continue
    if (column.unit === 'DEGREES' || column.unit === 'METRES') continue
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
