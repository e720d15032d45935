import { PASSKEY_UNUSABLE } from '../../../../shared/passkeyRules.ts'
import { useAction } from '../../../graphql/useAction.ts'
import type { FormProblem } from '../../../ui/index.ts'
import { createPasskey, type NoPasskey } from '../../../webAuthn.ts'
import { NameDialog } from './NameDialog.tsx'
import { AddPasskeyDocument, StartPasskeyDocument } from './operations.generated.ts'

/** The name stays typed, whatever the browser says. */
const NOT_MADE: Readonly<Record<NoPasskey, string>> = {
  cancelled: 'No passkey was made. Please try again.',
  known: 'This device has a passkey of your account already.',
  failed: PASSKEY_UNUSABLE,
}

/** Has the browser make a passkey, and adds it under a name. The browser wants to be asked by a press of a button. */
export function AddPasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const starting = useAction(StartPasskeyDocument)
  const adding = useAction(AddPasskeyDocument)
  const add = async (name: string): Promise<FormProblem | undefined> => {
    const { data, refusal } = await starting.attempt({})
    const options = data?.startPasskey.options
    if (!options) return refusal
    const made = await createPasskey(options)
    if ('none' in made) return { message: NOT_MADE[made.none] }
    const added = await adding.attempt({ response: made.response, name })
    if (!added.refusal) onAdded()
    return added.refusal
  }
  return (
    <NameDialog
      title="Add a passkey"
      action="Continue"
      name=""
      helper="By which you tell it from others, such as the device that it is on."
      onSubmit={add}
      onClose={onClose}
    />
  )
}
