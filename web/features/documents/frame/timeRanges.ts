import { DAY_MS } from '../../../../shared/durations.ts'

/** Days that a page looks back on; null for all. */
export const TIME_RANGES = [
  { days: null, label: 'All time' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
] as const

export type TimeRange = (typeof TIME_RANGES)[number]

/** The moment with which a range begins; null for all. */
export const startOf = ({ days }: TimeRange): string | null =>
  days === null ? null : new Date(Date.now() - days * DAY_MS).toISOString()
