import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, EmptyState, ErrorState, Loading, Pagination, SkeletonLines } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import type { ComparedVersion } from './comparedVersion.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { DifferenceWords } from './DifferenceWords.tsx'
import { VersionDifferenceDocument } from './operations.generated.ts'

/** Rows of a page. */
const PER_PAGE = 100

interface DifferencesProps {
  fileId: string
  older: ComparedVersion
  newer: ComparedVersion
  /** Somebody goes on to the file. */
  onLeave: () => void
}

/** What one version has and the other one has not, page by page. */
export function Differences({ fileId, older, newer, onLeave }: DifferencesProps) {
  const { addresses } = usePlace()
  const [page, setPage] = useState(1)
  const { data, error, stale } = useReading(
    VersionDifferenceDocument,
    { versionId: older.id, withVersionId: newer.id, limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
    { fetchPolicy: 'no-cache', keep: true },
  )
  const found = data?.versionDifference
  if (error) return <ErrorState message={error.message} onRetry={error.onRetry} />
  if (!found) {
    return (
      <>
        <p role="status" style={{ margin: 0 }}>
          Comparing version {older.number} with version {newer.number}…
        </p>
        <Loading active skeleton={<SkeletonLines />} />
      </>
    )
  }
  const { count, rows, remark } = found
  const address = newer.isCurrent ? addresses.to(fileId) : addresses.toVersion(fileId, newer.id)
  const isTable = rows.some(({ cell }) => cell !== null)
  return (
    <>
      {remark && <Alert tone="info">{remark}</Alert>}
      {count === 0 ? (
        <EmptyState title="No differences in the words." />
      ) : (
        <>
          <p role="status" style={{ margin: 0 }}>
            {formatCount(count, 'difference')} of version {newer.number} from version {older.number}
          </p>
          {isTable ? (
            <DifferenceTable rows={rows} isStale={stale} listKey={`${older.id} ${newer.id} ${page}`} />
          ) : (
            <DifferenceWords rows={rows} isStale={stale} address={address} onLeave={onLeave} />
          )}
          <Pagination page={page} pageCount={Math.ceil(count / PER_PAGE)} onChange={setPage} />
        </>
      )}
    </>
  )
}
