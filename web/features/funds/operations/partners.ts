import type { OperationsPageQuery } from '../core/operations.generated.ts'

export type Partner = OperationsPageQuery['oAndMPartners'][number]

/** Colours of the bar by their number; with more partners they start over (OAM-02, OAM-11). */
const CHART_COLOURS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'] as const

interface PartnerShare {
  readonly partner: Partner
  /** Of the capacity of all partners, in percent, rounded down (OAM-02, OAM-03). */
  readonly percent: number
  /** The same from 0 to 1 and not rounded, for the bar's widths. */
  readonly share: number
  readonly colour: (typeof CHART_COLOURS)[number]
}

export interface Totals {
  readonly partners: number
  readonly projects: number
  /** kW DC. */
  readonly capacity: number
}

/** Partners, projects and capacity together (OAM-06). */
export const totalsOf = (partners: readonly Partner[]): Totals => ({
  partners: partners.length,
  projects: partners.reduce((sum, { projectCount }) => sum + projectCount, 0),
  capacity: partners.reduce((sum, { totalCapacity }) => sum + totalCapacity, 0),
})

/** Each partner with its part of the bar. */
export function sharesOf(partners: readonly Partner[]): readonly PartnerShare[] {
  const { capacity } = totalsOf(partners)
  return partners.map((partner, at) => {
    const share = capacity > 0 ? partner.totalCapacity / capacity : 0
    return {
      partner,
      share,
      // A hair under a whole percent is noise of the division, not less capacity.
      percent: Math.floor(share * 100 + 1e-9),
      colour: CHART_COLOURS[at % CHART_COLOURS.length] ?? 'c1',
    }
  })
}
