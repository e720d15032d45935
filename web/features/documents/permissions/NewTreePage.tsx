import { useMutation } from '@apollo/client/react'
import { IconFolderPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { Alert, BusyButton, EmptyState, Panel, Segments } from '../../../ui/index.ts'
import { Page } from '../frame/layout.tsx'
import { CreateDocumentTreeDocument } from './operations.generated.ts'

const TYPES = [
  { value: 'GROUP', label: 'Groups' },
  { value: 'ROLE', label: 'Roles' },
] as const

export interface NewTreePageProps {
  orgSlug: string
  portfolioId: string
  /** Name of the deal room. */
  name: string
  /** Reads the deal room again. */
  onCreated: () => Promise<unknown>
}

/** In place of documents that a deal room doesn't have yet, for whoever may create them (API-070). */
export default function NewTreePage({ orgSlug, portfolioId, name, onCreated }: NewTreePageProps) {
  const [create] = useMutation(CreateDocumentTreeDocument)
  const [permissionType, setPermissionType] = useState<'GROUP' | 'ROLE'>('GROUP')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await create({ variables: { orgSlug, portfolioId, permissionType } })
      await onCreated()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Page sx={{ pt: '20px', gap: '12px' }}>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Panel>
        <EmptyState
          title={`${name} has no documents yet`}
          hint="Choose to whom documents will be permitted. Everybody with access sees them until you restrict them."
          action={
            <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
              <Segments
                label="Documents are permitted to"
                segments={TYPES}
                value={permissionType}
                onChange={setPermissionType}
              />
              <BusyButton
                busy={busy}
                variant="contained"
                startIcon={<IconFolderPlus />}
                onClick={() => void submit()}
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
