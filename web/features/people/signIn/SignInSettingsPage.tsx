import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { grants } from '../../../graphql/access.ts'
import { useSignInNotice } from '../../../graphql/signInNotice.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  EmptyState,
  ErrorState,
  ListTools,
  Loading,
  lazily,
  SkeletonLines,
  Stack,
  usePageTitle,
} from '../../../ui/index.ts'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import type { SsoConnection } from './connection.ts'
import { SsoConnectionsDocument } from './operations.generated.ts'

const ConnectionDialog = lazily(async () => (await import('./ConnectionDialog.tsx')).ConnectionDialog)
const DeleteConnectionDialog = lazily(
  async () => (await import('./DeleteConnectionDialog.tsx')).DeleteConnectionDialog,
)
const TestResultDialog = lazily(async () => (await import('./TestResultDialog.tsx')).TestResultDialog)

type Step = { name: 'add' } | { name: 'edit' | 'delete'; connection: SsoConnection }

/** The directories by which an organisation's people sign in (SSO-01). */
export function SignInSettingsPage() {
  usePageTitle('Sign-in')
  const { slug: orgSlug } = useArea((organisation) => grants(organisation, 'ORG_ADMIN'))
  const { data, error, refetch } = useReading(SsoConnectionsDocument, { orgSlug })
  const notice = useSignInNotice()
  const [search, setSearch] = useSearchParams()
  const [step, setStep] = useState<Step>()
  const connections = data?.ssoConnections
  const [tested, test] = [search.get('connection'), search.get('test')]
  const close = () => setStep(undefined)
  return (
    <Stack>
      {notice && <Alert tone="danger">{notice}</Alert>}
      <ListTools>
        <Button
          variant="contained"
          startIcon={<IconPlus size={16} />}
          onClick={() => setStep({ name: 'add' })}
        >
          Add connection
        </Button>
      </ListTools>
      {error && <ErrorState {...error} />}
      {!connections && <Loading active={!error} skeleton={<SkeletonLines count={4} />} />}
      {connections?.length === 0 && (
        <EmptyState
          title="People sign in with an email and a password, or a passkey."
          hint="With a connection they sign in by your own directory, over OpenID Connect or SAML."
        />
      )}
      {connections?.map((connection) => (
        <ConnectionPanel
          key={connection.id}
          orgSlug={orgSlug}
          connection={connection}
          onEdit={() => setStep({ name: 'edit', connection })}
          onDelete={() => setStep({ name: 'delete', connection })}
          onDone={refetch}
        />
      ))}
      {step?.name === 'add' && <ConnectionDialog orgSlug={orgSlug} onClose={close} onDone={refetch} />}
      {step?.name === 'edit' && (
        <ConnectionDialog orgSlug={orgSlug} connection={step.connection} onClose={close} onDone={refetch} />
      )}
      {step?.name === 'delete' && (
        <DeleteConnectionDialog connection={step.connection} onClose={close} onDone={refetch} />
      )}
      {tested !== null && test !== null && (
        <TestResultDialog
          connectionId={tested}
          test={test}
          onClose={() => setSearch({}, { replace: true })}
        />
      )}
    </Stack>
  )
}
