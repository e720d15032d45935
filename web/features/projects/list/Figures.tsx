import { styled } from '@mui/material/styles'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import type { ProjectsPageQuery } from './operations.generated.ts'

type Sums = ProjectsPageQuery['projects']['aggregations']

const Banner = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 0',
  margin: 0,
  '& > div': {
    display: 'flex',
    flexDirection: 'row-reverse',
    alignItems: 'baseline',
    gap: 6,
    padding: '0 20px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& dt': { fontSize: 12, color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, fontSize: 15, fontWeight: 600 },
  [theme.breakpoints.down('md')]: { '& > div': { padding: '0 10px' } },
}))

/** What all that is found comes to together (PROJ-02, PROJ-03). */
export function Figures({ sums, style }: { sums: Sums; style: DisplayStyle }) {
  const { count, totalCapacity, minCapacity, maxCapacity } = sums
  const range =
    minCapacity === null || maxCapacity === null
      ? MISSING
      : `${formatSystemSize(minCapacity, style)} to ${formatSystemSize(maxCapacity, style)}`
  return (
    <Banner aria-label="Figures">
      {[
        ['projects', formatNumber(count)],
        ['total system size', formatSystemSize(totalCapacity, style)],
        ['size range', range],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Banner>
  )
}
