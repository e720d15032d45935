import { useForm, useWatch } from 'react-hook-form'
import { newPasswordProblem, REQUIRED } from '../../../shared/accountRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import {
  FieldPairs,
  Form,
  type FormProblem,
  PasswordField,
  SubmitButton,
  useTimedAlert,
} from '../../ui/index.ts'
import { UpdatePasswordDocument } from './core/operations.generated.ts'
import { SettingsPanel } from './core/SettingsPanel.tsx'

const DIFFERS = 'This differs from the new password, which is saved as it stands there.'

const EMPTY = { oldPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password (SEC-19 to SEC-26). */
export function PasswordPanel({ userId }: { userId: string }) {
  const form = useForm({ defaultValues: EMPTY })
  const { attempt } = useAction(UpdatePasswordDocument)
  const { alert, show } = useTimedAlert()
  const [newPassword, confirmed] = useWatch({
    control: form.control,
    name: ['newPassword', 'confirmPassword'],
  })

  const submit = async ({ oldPassword, newPassword }: typeof EMPTY): Promise<FormProblem | undefined> => {
    const { data, problem, refusal } = await attempt({ id: userId, oldPassword, newPassword })
    if (data?.updatePassword.success) {
      form.reset(EMPTY)
      show('success', 'Password updated successfully.')
      return undefined
    }
    // SEC-23: the alert says that it failed; why stands at the field, or above where waiting helps.
    show('danger', 'Password update failed.')
    return problem && problem.code !== 'RATE_LIMITED' ? {} : (refusal ?? {})
  }
  return (
    <SettingsPanel title="Change Password">
      <Form form={form} onSubmit={submit} label="Change Password">
        {alert}
        <PasswordField
          name="oldPassword"
          label="Old Password"
          autoComplete="current-password"
          rules={{ validate: (text: string) => (text === '' ? REQUIRED : true) }}
        />
        <FieldPairs>
          <PasswordField
            name="newPassword"
            label="New Password"
            autoComplete="new-password"
            helper="8 or more characters, and at least 1 number"
            rules={{ validate: (text: string) => newPasswordProblem(text) ?? true }}
          />
          {/* SEC-21: it carries no rule, and never blocks; while it is typed it is the beginning of what is meant. */}
          <PasswordField
            name="confirmPassword"
            label="Confirm Password"
            autoComplete="new-password"
            warning={newPassword.startsWith(confirmed) ? undefined : DIFFERS}
          />
        </FieldPairs>
        <div>
          <SubmitButton>Change password</SubmitButton>
        </div>
      </Form>
    </SettingsPanel>
  )
}
