import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { BorderedList, RelativeTime, useToast } from '../../../ui/index.ts'
import { DeleteProjects } from './DeleteProjects.tsx'
import { ProjectImportsDocument } from './operations.generated.ts'

/** Earlier imports into a deal room, whose projects can be deleted together. */
export function ProjectImports({ portfolioId, orgSlug }: { portfolioId: string; orgSlug: string }) {
  const client = useApolloClient()
  const toast = useToast()
  const { data } = useReading(ProjectImportsDocument, { portfolioId })
  const [importId, setImportId] = useState<string>()
  const imports = data?.projectImports ?? []
  if (imports.length === 0) return null
  return (
    <section aria-label="Earlier imports">
      <h2>Earlier imports</h2>
      <BorderedList>
        {imports.map(({ id, at, count }) => (
          <li key={id}>
            <span>
              {formatCount(count, 'project')}, <RelativeTime at={at} />
            </span>
            <Button
              size="small"
              color="error"
              aria-label={`Delete ${formatCount(count, 'project')}`}
              onClick={() => setImportId(id)}
            >
              Delete
            </Button>
          </li>
        ))}
      </BorderedList>
      {importId !== undefined && (
        <DeleteProjects
          orgSlug={orgSlug}
          of={{ importId }}
          onClose={() => setImportId(undefined)}
          onDeleted={async (count) => {
            setImportId(undefined)
            toast.success(`${formatCount(count, 'project')} deleted`)
            await client.refetchQueries({ include: 'active' })
          }}
        />
      )}
    </section>
  )
}
