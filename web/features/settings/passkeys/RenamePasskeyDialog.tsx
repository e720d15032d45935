import { useAction } from '../../../graphql/useAction.ts'
import { NameDialog } from './NameDialog.tsx'
import { type PasskeysQuery, RenamePasskeyDocument } from './operations.generated.ts'

interface RenamePasskeyDialogProps {
  passkey: PasskeysQuery['passkeys'][number]
  onClose: () => void
  onRenamed: () => void
}

export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps) {
  const renaming = useAction(RenamePasskeyDocument)
  return (
    <NameDialog
      title="Rename the passkey"
      action="Rename"
      name={passkey.name}
      helper="Your device keeps the name that it has for it."
      onSubmit={async (name) => {
        const { refusal } = await renaming.attempt({ id: passkey.id, name })
        if (!refusal) onRenamed()
        return refusal
      }}
      onClose={onClose}
    />
  )
}
