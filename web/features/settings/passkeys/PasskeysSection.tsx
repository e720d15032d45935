import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { MAX_PASSKEYS, NEEDS_PUBLIC_URL, TOO_MANY_PASSKEYS } from '../../../../shared/passkeyRules.ts'
import { SECURITY } from '../../../addresses.ts'
import { usePage, usePasskeysWork } from '../../../graphql/page.ts'
import { PasswordDialog } from '../../../graphql/password/LazyPasswordDialog.ts'
import { useConfirmElsewhere } from '../../../graphql/password/useConfirmElsewhere.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BorderedList,
  Chip,
  ErrorState,
  Loading,
  lazily,
  RelativeTime,
  SkeletonLines,
  Text,
  useOpened,
  useToast,
} from '../../../ui/index.ts'
import { EntryRow } from '../core/EntryRow.tsx'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { PasskeysDocument, type PasskeysQuery } from './operations.generated.ts'

const AddPasskeyDialog = lazily(async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog)
const RenamePasskeyDialog = lazily(
  async () => (await import('./RenamePasskeyDialog.tsx')).RenamePasskeyDialog,
)
const RemovePasskeyDialog = lazily(
  async () => (await import('./RemovePasskeyDialog.tsx')).RemovePasskeyDialog,
)

type Passkey = PasskeysQuery['passkeys'][number]
type Step = { name: 'password' | 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys, by which the person signs in without a password (KEY-01 to KEY-10). */
export function PasskeysSection({ userId }: { userId: string }) {
  const { data, error, refetch } = useReading(PasskeysDocument, {})
  const { config } = usePage()
  const works = usePasskeysWork()
  // Back from the provider, where the person has shown once more who they are (KEY-02).
  const [search, setSearch] = useSearchParams()
  const [step, setStep] = useState<Step | undefined>(() =>
    search.has('passkey') ? { name: 'add' } : undefined,
  )
  const elsewhere = useConfirmElsewhere(`${SECURITY}?passkey=add`)
  const toast = useToast()
  const asksPassword = useOpened(step?.name === 'password')
  const passkeys = data?.passkeys ?? []
  const isFull = passkeys.length >= MAX_PASSKEYS
  const close = () => {
    setStep(undefined)
    if (search.has('passkey')) setSearch({}, { replace: true })
  }
  const done = (text: string) => {
    close()
    toast.success(text)
    void refetch()
  }
  return (
    <SettingsPanel
      title="Passkeys"
      beside={
        <Button
          size="small"
          variant="outlined"
          disabled={!data || isFull || !works}
          onPointerEnter={PasswordDialog.load}
          onFocus={PasswordDialog.load}
          onClick={() => setStep({ name: 'password' })}
        >
          Add passkey
        </Button>
      }
    >
      {error && <ErrorState {...error} />}
      {config.passkeysNeedPublicUrl && <Alert tone="info">{NEEDS_PUBLIC_URL}</Alert>}
      {!config.passkeysNeedPublicUrl && !works && (
        <Alert tone="info">This browser can’t use passkeys at this address.</Alert>
      )}
      {isFull && <Alert tone="info">{TOO_MANY_PASSKEYS}</Alert>}
      {!data && <Loading active={!error} skeleton={<SkeletonLines count={2} />} />}
      {data && passkeys.length === 0 && (
        <Text>
          With a passkey you sign in by your fingerprint, your face or the PIN of your device. No password and
          no code is asked for.
        </Text>
      )}
      {passkeys.length > 0 && (
        <BorderedList aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} onStep={setStep} />
          ))}
        </BorderedList>
      )}
      {asksPassword && (
        <PasswordDialog
          userId={userId}
          open={step?.name === 'password'}
          helper="Before a passkey is added, please enter your password again."
          elsewhere={elsewhere}
          onClose={close}
          onRight={() => setStep({ name: 'add' })}
        />
      )}
      {step?.name === 'add' && (
        <AddPasskeyDialog onClose={close} onAdded={() => done('The passkey was added.')} />
      )}
      {step?.name === 'rename' && (
        <RenamePasskeyDialog
          passkey={step.passkey}
          onClose={close}
          onRenamed={() => done('The passkey was renamed.')}
        />
      )}
      {step?.name === 'remove' && (
        <RemovePasskeyDialog
          passkey={step.passkey}
          onClose={close}
          onRemoved={() => done('The passkey was removed.')}
        />
      )}
    </SettingsPanel>
  )
}

function PasskeyEntry({ passkey, onStep }: { passkey: Passkey; onStep: (step: Step) => void }) {
  const { name, addedAt, lastUsedAt, isOff } = passkey
  return (
    <EntryRow>
      <div>
        <strong>
          {name}
          {isOff && <Chip tone="danger">Switched off</Chip>}
        </strong>
        <span>
          {isOff && 'It may have been copied. Please remove it and add a new one. '}
          Added <RelativeTime at={addedAt} />,{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <div>
        <Button
          size="small"
          variant="text"
          aria-label={`Rename: ${name}`}
          onClick={() => onStep({ name: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          size="small"
          variant="text"
          color="error"
          aria-label={`Remove: ${name}`}
          onClick={() => onStep({ name: 'remove', passkey })}
        >
          Remove
        </Button>
      </div>
    </EntryRow>
  )
}
