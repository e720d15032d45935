import { MISSING } from './number.ts'

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 4,
})
/** From here on an amount shows in thousands, millions or billions. */
const COMPACT_FROM = 100_000

/** An amount in dollars as figures show it: $17.85M, $840.2K, $99,999; a missing one is a dash. */
export function formatDollars(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined || !Number.isFinite(dollars)) return MISSING
  return (Math.abs(dollars) < COMPACT_FROM ? whole : compact).format(dollars)
}
