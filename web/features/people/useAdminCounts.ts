import { useReading } from '../../graphql/useReading.ts'
import { AdminCountsDocument, type AdminCountsQuery } from './operations.generated.ts'

/** How many people and groups there are, for the tabs; nothing until it is known. */
export const useAdminCounts = (orgSlug: string): AdminCountsQuery | undefined =>
  useReading(AdminCountsDocument, { orgSlug }, { every: 60_000 }).data
