import { formatNumber } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import type { LedgerTile } from '../../../ui/index.ts'
import { yearToDateTiles } from '../core/yearToDate.tsx'
import type { OpenCompany } from './companyTabs.ts'

/** The figures of a holding company, on its page and over its reports (HOLD-03, REP-04). */
export const companyTiles = (company: OpenCompany): readonly LedgerTile[] => [
  {
    key: 'projects',
    label: 'Projects',
    value: formatNumber(company.projectsStats.count),
    weight: 0.6,
  },
  {
    key: 'size',
    label: 'Total size',
    value: formatSystemSize(company.systemSize, company.org.displayStyle),
  },
  ...yearToDateTiles(company),
]
