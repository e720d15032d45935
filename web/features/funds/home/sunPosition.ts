import { DAY_MS } from '../../../../shared/durations.ts'

const LATITUDE = (35 * Math.PI) / 180
const TILT = (23.44 * Math.PI) / 180
const YEAR_DAYS = 365.25
const WINTER_SOLSTICE_DAY = -10

/** Daylight in hours at 35° N, the latitude of the front door's diagram. */
function daylightHours(date: Date): number {
  const dayOfYear = (date.getTime() - new Date(date.getFullYear(), 0, 1).getTime()) / DAY_MS
  const declination = -TILT * Math.cos((2 * Math.PI * (dayOfYear - WINTER_SOLSTICE_DAY)) / YEAR_DAYS)
  return (24 / Math.PI) * Math.acos(-Math.tan(LATITUDE) * Math.tan(declination))
}

/** How much of its day's arc the sun has behind it, 0 at its rise and 1 at its setting; null by night. */
export function sunOnItsArc(date: Date): number | null {
  const hour = date.getHours() + date.getMinutes() / 60
  const passed = (hour - 12) / daylightHours(date) + 0.5
  return passed >= 0 && passed <= 1 ? passed : null
}
