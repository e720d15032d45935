import Button from '@mui/material/Button'
import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Banner } from '../../../ui/index.ts'
import { type OpenDocument, type Refetch, usePlace } from '../place/place.ts'
import { DocumentVersionsDocument } from './operations.generated.ts'

/** As many as the dialog lists. */
const MAX_VERSIONS = 200

/** What a file's page shows: the file, or an earlier version that the address names. */
interface ShownVersion {
  /** Of the version, where the address names one. */
  readonly file: OpenDocument
  readonly settled: boolean
  readonly refetch: Refetch
  /** Id of the version; undefined for the current one. */
  readonly versionId: string | undefined
  /** Says that it is an earlier one. */
  readonly bar: ReactNode
}

/** @param settled whether `file` is the server's latest word */
export function useShownVersion(file: OpenDocument, settled: boolean, refetch: Refetch): ShownVersion {
  const { tree, addresses } = usePlace()
  const [address] = useSearchParams()
  const named = address.get('version')
  const reading = useReading(
    DocumentVersionsDocument,
    { treeId: tree.id, documentId: file.id, limit: MAX_VERSIONS },
    { skip: named === null, fetchPolicy: 'no-cache' },
  )
  const version = reading.data?.documentVersions.find(({ id }) => id === named)
  const isEarlier = version !== undefined && !version.isCurrent && !version.isWithdrawn
  const shown = useMemo(
    () =>
      isEarlier
        ? {
            ...file,
            previewUrl: version.previewUrl,
            size: version.size,
            modifiedTimestamp: version.createdAt,
          }
        : file,
    [file, version, isEarlier],
  )
  const readVersions = reading.refetch
  const again = useMemo<Refetch>(
    () => async () => {
      const [{ data }, versions] = await Promise.all([refetch(), readVersions()])
      const found = versions.data?.documentVersions.find(({ id }) => id === named)
      const { document } = data ?? {}
      if (!data || !document || !found) return { data: undefined }
      return { data: { ...data, document: { ...document, previewUrl: found.previewUrl } } }
    },
    [refetch, readVersions, named],
  )
  if (named === null) return { file, settled, refetch, versionId: undefined, bar: null }
  if (version?.isWithdrawn) {
    // What it was opens for nobody; the file goes on as it is now.
    const bar = (
      <Banner role="note">
        <span>Version {version.number} has been withdrawn. This is the current one.</span>
      </Banner>
    )
    return { file, settled, refetch, versionId: undefined, bar }
  }
  const isWaiting = reading.data === undefined && reading.error === undefined
  return {
    file: shown,
    settled: settled && !isWaiting,
    refetch: isEarlier ? again : refetch,
    versionId: isEarlier ? version.id : undefined,
    bar: isEarlier && (
      <Banner role="note">
        <span>
          Version {version.number} of {file.versionCount}, from {formatDateTime(version.createdAt)}
          {version.user && ` by ${version.user.fullName}`}. It is not the current one.
        </span>
        <Button component={Link} to={addresses.to(file.id)} size="small">
          Show the current version
        </Button>
      </Banner>
    ),
  }
}
