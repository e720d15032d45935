import { formatNumber, MISSING } from './number.ts'

const UNITS = ['kW', 'MW', 'GW', 'TW'] as const
const STEP = 1000
/** A unit is left for the next one at this many of it (FMT-01, FMT-02). */
const LEAVE_AT = 100 * STEP

/**
 * A power size given in kW, in the unit its value calls for and rounded up to whole units (FMT-01 to
 * FMT-03). Figures that only differ from a whole one by floating point noise stay that whole one.
 */
export function formatSize(kilowatts: number | null | undefined): string {
  if (kilowatts === null || kilowatts === undefined || !Number.isFinite(kilowatts)) return MISSING
  let value = kilowatts
  let unit = 0
  while (Math.abs(value) >= LEAVE_AT && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  const nearest = Math.round(value)
  const whole = Math.abs(value - nearest) < 1e-9 * Math.max(1, Math.abs(value)) ? nearest : Math.ceil(value)
  return `${formatNumber(whole)} ${UNITS[unit]}`
}
