import type { ReadingError } from '../../graphql/useReading.ts'
import { useReading } from '../../graphql/useReading.ts'
import type { OverviewEntity } from './entity.ts'
import type {
  NetYieldRowFragment,
  SubpageEntryFragment,
  SubpageTextFragment,
} from './operations.generated.ts'
import { CompanyOverviewDocument, PortfolioOverviewDocument } from './operations.generated.ts'

export interface OverviewData {
  readonly hasSubpages: boolean
  readonly subpagePermissions: 'ROLE' | 'GROUP'
  readonly subpages: readonly SubpageEntryFragment[]
  /** The page that is open; null where there is none, or where the person does not see it. */
  readonly subpage: SubpageTextFragment | null
  readonly netYields: readonly NetYieldRowFragment[]
}

export interface OverviewReading {
  readonly data: OverviewData | undefined
  /** The data are those of the page before. */
  readonly stale: boolean
  readonly loading: boolean
  readonly error: ReadingError | undefined
  readonly refetch: () => Promise<unknown>
}

/** Reads the contents of an entity's overview and one of its pages. */
export function useOverview(entity: OverviewEntity, slug: string): OverviewReading {
  const isPortfolio = entity.type === 'PORTFOLIO'
  const portfolio = useReading(
    PortfolioOverviewDocument,
    { id: entity.id, slug },
    { skip: !isPortfolio, keep: true },
  )
  const company = useReading(
    CompanyOverviewDocument,
    { entity: entity.slug, slug },
    { skip: isPortfolio, keep: true },
  )
  const { loading, error, refetch, stale } = isPortfolio ? portfolio : company
  const data = isPortfolio ? portfolio.data?.portfolio : company.data?.holdingCompanyBySlug
  return { data: data ?? undefined, loading, error, refetch, stale }
}
