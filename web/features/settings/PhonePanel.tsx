import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { REQUIRED } from '../../../shared/accountRules.ts'
import { PasswordDialog } from '../../graphql/password/LazyPasswordDialog.ts'
import { useAction } from '../../graphql/useAction.ts'
import {
  Actions,
  CancelButton,
  Form,
  type FormProblem,
  lazily,
  PhoneField,
  ReadOnlyField,
  SubmitButton,
  useOpened,
  useToast,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { UpdatePhoneNumberSendAuthDocument } from './core/operations.generated.ts'
import { SettingsPanel } from './core/SettingsPanel.tsx'
import type { SentNumber } from './PhoneCodeDialog.tsx'

const PhoneCodeDialog = lazily(async () => (await import('./PhoneCodeDialog.tsx')).PhoneCodeDialog)

const Half = styled('div')(({ theme }) => ({
  maxWidth: 400,
  [theme.breakpoints.down('sm')]: { maxWidth: 'none' },
}))

/** Where a change of number has come: nothing changes before the password was entered again (SEC-03, SEC-17). */
type Step = 'shown' | 'password' | 'number' | 'code'

/** The phone number that codes for signing in are sent to, and its change (SEC-03 to SEC-18). */
export function PhonePanel({
  userId,
  saved,
  title,
}: {
  userId: string
  saved: string | null
  title: ReactNode
}) {
  const [step, setStep] = useState<Step>('shown')
  const [number, setNumber] = useState<SentNumber>()
  const toast = useToast()
  const asksPassword = useOpened(step === 'password')
  const asksCode = useOpened(step === 'code')
  const end = () => {
    setStep('shown')
    setNumber(undefined)
  }
  const isEdited = step === 'number' || step === 'code'
  return (
    <SettingsPanel title={title}>
      <Half>
        {isEdited ? (
          <NumberForm
            userId={userId}
            first={number?.phoneNumber ?? saved}
            onSent={(sent) => {
              setNumber(sent)
              setStep('code')
            }}
            onPasswordNeeded={() => setStep('password')}
            onCancel={end}
          />
        ) : (
          <ReadOnlyField
            label="Mobile number"
            value={saved}
            helper="Codes for signing in are sent to this number."
          />
        )}
      </Half>
      {!isEdited && (
        <div>
          <Button
            variant="outlined"
            onPointerEnter={PasswordDialog.load}
            onFocus={PasswordDialog.load}
            onClick={() => setStep('password')}
          >
            Edit
          </Button>
        </div>
      )}
      {asksPassword && (
        <PasswordDialog
          userId={userId}
          open={step === 'password'}
          helper="Before your phone number is changed, please enter your password again."
          onClose={end}
          onRight={() => setStep('number')}
        />
      )}
      {asksCode && number && (
        <PhoneCodeDialog
          userId={userId}
          number={number}
          open={step === 'code'}
          onClose={() => setStep('number')}
          onPasswordNeeded={() => setStep('password')}
          onChanged={() => {
            end()
            toast.success('Phone number was updated')
          }}
        />
      )}
    </SettingsPanel>
  )
}

/** The new number (SEC-06 to SEC-12). */
function NumberForm({
  userId,
  first,
  onSent,
  onPasswordNeeded,
  onCancel,
}: {
  userId: string
  /** What the field begins with. */
  first: string | null
  onSent: (number: SentNumber) => void
  onPasswordNeeded: () => void
  onCancel: () => void
}) {
  const form = useForm({ defaultValues: { phoneNumber: first ?? '' } })
  const { attempt } = useAction(UpdatePhoneNumberSendAuthDocument)

  const submit = async ({ phoneNumber }: { phoneNumber: string }): Promise<FormProblem | undefined> => {
    const number = { phoneNumber, countryCode: await countryOf(phoneNumber) }
    const { refusal } = await attempt({ id: userId, ...number })
    if (refusal?.fields?.password) onPasswordNeeded()
    else if (!refusal) onSent(number)
    // It is saved once its code has been entered.
    return refusal ?? {}
  }
  return (
    <Form form={form} onSubmit={submit} label="Mobile number">
      <PhoneField
        name="phoneNumber"
        label="Mobile number"
        autoFocus
        rules={{ validate: (text: string) => (text.trim() === '' ? REQUIRED : true) }}
      />
      <Actions>
        <SubmitButton>Update mobile number</SubmitButton>
        <CancelButton variant="text" onClose={onCancel} />
      </Actions>
    </Form>
  )
}

/** The country that a number in E.164 form says; the United States where it says none (SEC-07). */
async function countryOf(phoneNumber: string): Promise<string> {
  const { readNumber } = await import('../../ui/form/phone/numbers.ts')
  return readNumber(phoneNumber)?.country ?? 'US'
}
