import type {
  NetYieldRowFragment,
  SubpageEntryFragment,
  SubpageTextFragment,
} from '../../graphql/operations.generated.ts'
import type { ReadingError } from '../../graphql/useReading.ts'

/** What an entity's overview shows: its contents, and the page that is open. */
export interface OverviewData {
  readonly hasSubpages: boolean
  readonly subpagePermissions: 'ROLE' | 'GROUP'
  readonly subpages: readonly SubpageEntryFragment[]
  /** Null where there is none, or where the person does not see it. */
  readonly subpage?: SubpageTextFragment | null
  readonly netYields: readonly NetYieldRowFragment[]
}

/** How the overview is read, which comes with the rest of its entity's page. */
export interface OverviewReading {
  readonly data: OverviewData | undefined
  /** The data are those of the page before. */
  readonly stale: boolean
  readonly loading: boolean
  readonly error: ReadingError | undefined
  readonly refetch: () => Promise<unknown>
}
