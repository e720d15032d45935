import Button from '@mui/material/Button'
import { useState } from 'react'
import { PasswordDialog } from '../../../graphql/password/LazyPasswordDialog.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Actions,
  Alert,
  ErrorState,
  Loading,
  lazily,
  RelativeTime,
  SkeletonLines,
  Text,
  useOpened,
  useToast,
} from '../../../ui/index.ts'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import type { Enrolment } from './EnrolDialog.tsx'
import {
  AuthenticatorSectionDocument,
  RemoveAuthenticatorDocument,
  RenewRecoveryCodesDocument,
  StartAuthenticatorDocument,
} from './operations.generated.ts'

const EnrolDialog = lazily(async () => (await import('./EnrolDialog.tsx')).EnrolDialog)
const RecoveryCodesDialog = lazily(
  async () => (await import('./RecoveryCodesDialog.tsx')).RecoveryCodesDialog,
)

/** What is done once the password has been entered again (SEC-17). */
type Change = 'add' | 'remove' | 'renew'

const WHY: Readonly<Record<Change, string>> = {
  add: 'Before an authenticator app is added, please enter your password again.',
  remove: 'Before the authenticator app is removed, please enter your password again.',
  renew: 'Before you get new recovery codes, please enter your password again.',
}
/** Fewer than these are said to be few. */
const FEW_CODES = 3

const fewCodes = (left: number): string => {
  if (left === 0) return 'No recovery code is'
  return left === 1 ? 'Only 1 recovery code is' : `Only ${left} recovery codes are`
}

/** Two-factor authentication by an authenticator app, with its recovery codes. */
export function AuthenticatorSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useReading(AuthenticatorSectionDocument, {})
  const [asked, setAsked] = useState<Change>()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [refusal, setRefusal] = useState<string>()
  const refresh = { refresh: refetch }
  const starting = useAction(StartAuthenticatorDocument)
  const removing = useAction(RemoveAuthenticatorDocument, refresh)
  const renewing = useAction(RenewRecoveryCodesDocument, refresh)
  const toast = useToast()
  const asksPassword = useOpened(asked !== undefined)

  const changes: Readonly<Record<Change, () => Promise<string | undefined>>> = {
    add: async () => {
      const { data, refusal } = await starting.attempt({})
      const { secret, uri } = data?.startAuthenticator ?? {}
      if (secret && uri) setEnrolment({ secret, uri })
      return refusal?.message
    },
    remove: async () => {
      const { data, refusal } = await removing.attempt({})
      if (data?.removeAuthenticator.success) toast.success('The authenticator app was removed.')
      return refusal?.message
    },
    renew: async () => {
      const { data, refusal } = await renewing.attempt({})
      const { recoveryCodes = [] } = data?.renewRecoveryCodes ?? {}
      if (recoveryCodes.length > 0) setCodes(recoveryCodes)
      return refusal?.message
    },
  }
  const proceed = async (change: Change) => {
    setAsked(undefined)
    setRefusal(await changes[change]())
  }
  const ask = (change: Change) => () => {
    setRefusal(undefined)
    setAsked(change)
  }
  const button = (change: Change, label: string, color: 'primary' | 'error' = 'primary') => (
    <Button
      variant="outlined"
      color={color}
      onPointerEnter={PasswordDialog.load}
      onFocus={PasswordDialog.load}
      onClick={ask(change)}
    >
      {label}
    </Button>
  )
  const app = data?.viewer.authenticator
  return (
    <SettingsPanel title="Authenticator app">
      {error && <ErrorState {...error} />}
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      {!data && <Loading active={!error} skeleton={<SkeletonLines count={2} />} />}
      {data && !app && (
        <>
          <Text>
            An app on your phone shows the codes for signing in, also where no text message arrives. Any
            authenticator app will do.
          </Text>
          <div>{button('add', 'Add an authenticator app')}</div>
        </>
      )}
      {app && (
        <>
          <Text>
            Added <RelativeTime at={app.addedAt} />. It is asked for at each sign-in.
          </Text>
          {app.recoveryCodesLeft < FEW_CODES ? (
            <Alert tone="warning">
              {fewCodes(app.recoveryCodesLeft)} left. Get new ones, or you are locked out when you lose your
              phone.
            </Alert>
          ) : (
            <Text>{app.recoveryCodesLeft} recovery codes are left.</Text>
          )}
          <Actions>
            {button('renew', 'New recovery codes')}
            {button('remove', 'Remove the app', 'error')}
          </Actions>
        </>
      )}
      {asksPassword && (
        <PasswordDialog
          userId={userId}
          open={asked !== undefined}
          helper={WHY[asked ?? 'add']}
          onClose={() => setAsked(undefined)}
          onRight={() => asked && void proceed(asked)}
        />
      )}
      {enrolment && (
        <EnrolDialog
          {...enrolment}
          onClose={() => setEnrolment(undefined)}
          onAdded={(recoveryCodes) => {
            setEnrolment(undefined)
            setCodes(recoveryCodes)
            void refetch()
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </SettingsPanel>
  )
}
