import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { FigureLine } from '../../../ui/index.ts'
import type { ProjectsPageQuery } from './operations.generated.ts'

type Sums = ProjectsPageQuery['projects']['aggregations']

/** What all that is found comes to together (PROJ-02, PROJ-03). */
export function Figures({ sums, style }: { sums: Sums; style: DisplayStyle }) {
  const { count, totalCapacity, minCapacity, maxCapacity } = sums
  const range =
    minCapacity === null || maxCapacity === null
      ? MISSING
      : [...new Set([minCapacity, maxCapacity].map((size) => formatSystemSize(size, style)))].join(' to ')
  return (
    <FigureLine aria-label="Figures" aria-live="polite">
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
    </FigureLine>
  )
}
