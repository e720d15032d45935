import { formatNumber, MISSING } from './number.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const
const STEP = 1000

/** Decimals of a figure in its unit: one under 100, none from there on; plain bytes have none (FMT-06). */
function decimalsOf(value: number, unit: number): number {
  return unit === 0 || Number(value.toFixed(1)) >= 100 ? 0 : 1
}

/**
 * A count of bytes in steps of 1000, up to GB (FMT-05, FMT-06); a missing size is a dash (FMT-07). What
 * rounds up to a full step shows in the next unit: 999,600 bytes are 1.0 MB, not 1000 KB.
 */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return MISSING
  let value = bytes
  let unit = 0
  while (unit < UNITS.length - 1 && Number(value.toFixed(decimalsOf(value, unit))) >= STEP) {
    value /= STEP
    unit += 1
  }
  return `${formatNumber(value, decimalsOf(value, unit))} ${UNITS[unit]}`
}
