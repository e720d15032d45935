import { IconFolderPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, BusyButton, EmptyState, Panel, Segments } from '../../../ui/index.ts'
import { CreateDocumentTreeDocument } from '../permissions/operations.generated.ts'
import { Page } from './layout.tsx'

const TYPES = [
  { value: 'GROUP', label: 'Groups' },
  { value: 'ROLE', label: 'Roles' },
] as const

interface NewTreePageProps {
  orgSlug: string
  portfolioId: string
  /** Name of the deal room. */
  name: string
  /** Reads the deal room again. */
  onCreated: () => Promise<unknown>
}

/** In place of documents that a deal room doesn't have yet, for whoever may create them (API-070). */
export default function NewTreePage({ orgSlug, portfolioId, name, onCreated }: NewTreePageProps) {
  const { act, busy, problem } = useAction(CreateDocumentTreeDocument, { refresh: onCreated })
  const [permissionType, setPermissionType] = useState<'GROUP' | 'ROLE'>('GROUP')
  return (
    <Page sx={{ pt: '20px', gap: '12px' }}>
      {problem && <Alert tone="danger">{problem.message}</Alert>}
      <Panel>
        <EmptyState
          title={`${name} has no documents yet`}
          hint="Choose who documents are shared with. Everybody with access sees them until you restrict them."
          action={
            <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
              <Segments
                label="Documents are shared with"
                segments={TYPES}
                value={permissionType}
                onChange={setPermissionType}
              />
              <BusyButton
                busy={busy}
                variant="contained"
                startIcon={<IconFolderPlus />}
                onClick={() => void act({ orgSlug, portfolioId, permissionType })}
              >
                Create documents
              </BusyButton>
            </div>
          }
        />
      </Panel>
    </Page>
  )
}
