import { MISSING } from './number.ts'

const UNITS = ['KWh', 'MWh', 'GWh', 'TWh'] as const
const STEP = 1000
const LEAVE_AT = 100 * STEP

const belowFirstStep = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const fromFirstStep = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/**
 * An energy given in kWh: 3 significant digits while it shows in KWh, 4 in the units above; a unit is left
 * at 100 times the step, so 100,000 KWh is 100 MWh (FMT-04).
 */
export function formatEnergy(kilowattHours: number | null | undefined): string {
  if (kilowattHours === null || kilowattHours === undefined || !Number.isFinite(kilowattHours)) return MISSING
  let value = kilowattHours
  let unit = 0
  while (Math.abs(value) >= LEAVE_AT && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  const format = unit === 0 ? belowFirstStep : fromFirstStep
  return `${format.format(value)} ${UNITS[unit]}`
}
