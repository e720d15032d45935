import type { DemoCertificate } from '../plan.ts'
import { GROUP, SEGUE } from './organisations.ts'
import { PEOPLE } from './people.ts'

/** One bidder has asked what it was shown. */
export const CERTIFICATES: readonly DemoCertificate[] = [
  {
    organisation: SEGUE,
    portfolio: 'republican-valley-portfolio',
    group: GROUP.northwind,
    by: PEOPLE.dealAdmin.email,
  },
]
