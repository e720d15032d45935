import { IconAlertTriangle } from '@tabler/icons-react'
import { useReading } from '../../../../graphql/useReading.ts'
import { Banner } from '../../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../../place/place.ts'
import { RedactionStatesDocument } from './operations.generated.ts'

/** Says of a file whose earlier version is redacted that the current one is not; for whoever may redact it (REDACT-22). */
export function Unredacted({ file }: { file: Pick<OpenDocument, 'id' | 'versionNumber'> }) {
  const { tree } = usePlace()
  const { data } = useReading(
    RedactionStatesDocument,
    { treeId: tree.id, documentId: file.id },
    { fetchPolicy: 'no-cache' },
  )
  const applied = data?.redactions.filter(({ state }) => state === 'APPLIED') ?? []
  if (applied.length === 0 || applied.some(({ version }) => version === file.versionNumber)) return null
  return (
    <Banner data-tone="warning" role="note">
      <IconAlertTriangle aria-hidden="true" />
      <p>The current version is not redacted.</p>
    </Banner>
  )
}
