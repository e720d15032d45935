import { useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../../ui/index.ts'
import { DeletePasskeyDocument, type PasskeysQuery } from './operations.generated.ts'

interface RemovePasskeyDialogProps {
  passkey: PasskeysQuery['passkeys'][number]
  onClose: () => void
  onRemoved: () => void
}

export function RemovePasskeyDialog({ passkey, onClose, onRemoved }: RemovePasskeyDialogProps) {
  const removing = useAction(DeletePasskeyDocument)
  const confirm = async () => {
    if (await removing.act({ id: passkey.id })) onRemoved()
  }
  return (
    <Dialog open onClose={onClose} title="Remove the passkey" busy={removing.busy}>
      <ConfirmContent
        action="Remove"
        danger
        busy={removing.busy}
        onCancel={onClose}
        onConfirm={() => void confirm()}
        {...(removing.problem && { error: removing.problem.message })}
      >
        You can’t sign in by {passkey.name} any more. Your device goes on offering it until you delete it
        there as well.
      </ConfirmContent>
    </Dialog>
  )
}
