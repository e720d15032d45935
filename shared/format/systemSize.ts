import type { DisplayStyle } from '../enumerations.ts'
import { formatNumber, MISSING } from './number.ts'
import { formatSize } from './size.ts'

const KW_PER_MW = 1000
/** From here on a figure in MW is long enough without a decimal, in kW. */
const WHOLE_FROM = 100 * KW_PER_MW

/**
 * A system size given in kW, as an organisation shows it (ORG-40, ORG-41): by the usual steps in the kW
 * style; always in MW in the MW style, below 100 MW with one decimal. Rounded up, as all sizes (FMT-03).
 */
export function formatSystemSize(kilowatts: number | null | undefined, style: DisplayStyle): string {
  if (style === 'KW' || (kilowatts !== null && kilowatts !== undefined && Math.abs(kilowatts) >= WHOLE_FROM))
    return formatSize(kilowatts)
  if (kilowatts === null || kilowatts === undefined || !Number.isFinite(kilowatts)) return MISSING
  // A tenth of a MW is 100 kW; hundredths of a kW are noise of the sum, not size.
  const tenths = Math.ceil(Math.round(kilowatts) / (KW_PER_MW / 10))
  return `${formatNumber(tenths / 10, tenths % 10 === 0 ? 0 : 1)} MW`
}
