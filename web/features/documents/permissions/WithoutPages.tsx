import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { FilesWithoutPagesDocument } from './operations.generated.ts'

/** How many of the chosen files have no pages, where there are any (PAGE-06). */
export function WithoutPages({ documentIds }: { documentIds: readonly string[] }) {
  const { tree } = usePlace()
  const [ids] = useState(() => [...documentIds])
  const { data } = useReading(
    FilesWithoutPagesDocument,
    { treeId: tree.id, documentIds: ids },
    { fetchPolicy: 'no-cache' },
  )
  const count = data?.documentPermissions.withoutPages ?? 0
  if (count === 0) return null
  return (
    <Alert tone="warning">
      {formatCount(count, 'file')} {count === 1 ? 'has' : 'have'} no pages. Below Original nobody can open{' '}
      {count === 1 ? 'it' : 'them'}.
    </Alert>
  )
}
