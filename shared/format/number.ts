/** Shown in place of a missing figure (FMT-07). */
export const MISSING = '–'

const formats = new Map<number, Intl.NumberFormat>()

function withDecimals(decimals: number): Intl.NumberFormat {
  let format = formats.get(decimals)
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(decimals, format)
  }
  return format
}

/** A number with comma thousands and a fixed count of decimals (FMT-31); a missing one is a dash. */
export function formatNumber(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING
  const text = withDecimals(decimals).format(value)
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
}

/** A count with its noun: "1 file", "1,204 files". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** What was typed into a thousand-separator field, without its blanks and commas (FMT-23). */
export function stripThousands(text: string): string {
  return text.replace(/[\s,]/gu, '')
}
