import { errorCode, errorText, PageNotFound } from '../../graphql/errors.ts'
import { retry } from '../../graphql/retry.ts'
import { ErrorState, Loading, SkeletonBar, SkeletonLines } from '../../ui/index.ts'
import { PageBody, PageHead } from './PageFrame.tsx'

export interface EntityOpeningProps {
  error: unknown
  loading: boolean
  /** Whether an answer came, and it has no such entity. */
  absent: boolean
  refetch: () => Promise<unknown>
}

/** In the place of a fund entity while it is read, and when that failed. An unknown one is no page (SHELL-20). */
export function EntityOpening({ error, loading, absent, refetch }: EntityOpeningProps) {
  // Unknown, of another organisation or deleted: all alike.
  if (absent || (error && errorCode(error) === 'NOT_FOUND')) throw new PageNotFound()
  return (
    <Loading active={loading && !error} skeleton={<HeaderSkeleton />}>
      {error ? (
        <PageBody>
          <ErrorState message={errorText(error)} onRetry={retry(refetch)} />
        </PageBody>
      ) : null}
    </Loading>
  )
}

function HeaderSkeleton() {
  return (
    <>
      <PageHead sx={{ py: '19px' }}>
        <SkeletonBar width={220} height={18} />
      </PageHead>
      <PageBody>
        <SkeletonLines />
      </PageBody>
    </>
  )
}
