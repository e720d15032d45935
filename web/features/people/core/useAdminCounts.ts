import { type Reading, useReading } from '../../../graphql/useReading.ts'
import { AdminCountsDocument, type AdminCountsQuery } from './operations.generated.ts'

/** How many people and groups there are, for the tabs. */
export const useAdminCounts = (orgSlug: string): Reading<AdminCountsQuery> =>
  useReading(AdminCountsDocument, { orgSlug }, { every: 60_000 })
