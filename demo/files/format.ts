/* How documents of the demo write figures and days. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** 12,345 */
export const count = (value: number): string => whole.format(value)

/** $12,345 */
export const dollars = (value: number): string => `${value < 0 ? '-' : ''}$${whole.format(Math.abs(value))}`

/** "49.9 MW" from kW. */
export const megawatts = (kw: number): string =>
  `${Number((kw / 1000).toFixed(2)).toLocaleString('en-US')} MW`

/** "$0.0312/kWh" */
export const rateText = (rate: number): string => `$${rate.toFixed(5).replace(/0{1,2}$/, '')}/kWh`

/** "2.5%" */
export const percent = (value: number, digits = 1): string => `${value.toFixed(digits)}%`

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 3, 2026" from 2026-11-03. */
export const longDay = (iso: string): string => day.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`))

/** "November 2026" from 2026-11 or 2026-11-03. */
export const monthName = (iso: string): string => month.format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`))

/** "11/03/2026" from 2026-11-03. */
export const shortDay = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`
