import { PageNotFound } from '../../../graphql/errors.ts'
import type { Reading } from '../../../graphql/useReading.ts'
import { ErrorState, Loading, PageBody, PageHead, SkeletonBar, SkeletonLines } from '../../../ui/index.ts'

interface EntityOpeningProps {
  /** Reads the entity; an answer without one says that there is none. */
  reading: Pick<Reading<unknown>, 'data' | 'loading' | 'error'>
}

/** In the place of a fund entity while it is read, and when that failed. An unknown one is no page (SHELL-20). */
export function EntityOpening({ reading: { data, loading, error } }: EntityOpeningProps) {
  // Unknown, of another organisation or deleted: all alike.
  if (data !== undefined || error?.code === 'NOT_FOUND') throw new PageNotFound()
  return (
    <Loading active={loading} skeleton={<HeaderSkeleton />}>
      {error && (
        <PageBody>
          <ErrorState {...error} />
        </PageBody>
      )}
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
