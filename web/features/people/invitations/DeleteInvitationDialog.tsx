import { useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { DeleteUserInvitationDocument } from '../core/operations.generated.ts'
import { nameOf, type Person } from './person.ts'

interface DeleteInvitationDialogProps {
  orgSlug: string
  person: Person
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Asks before an invitation is deleted, whose link no longer works then (PPL-20, PPL-21). */
export function DeleteInvitationDialog({ orgSlug, person, onClose, onDone }: DeleteInvitationDialogProps) {
  const toast = useToast()
  const { attempt, busy, problem } = useAction(DeleteUserInvitationDocument, { refresh: onDone })
  const confirm = async () => {
    const { data } = await attempt({ orgSlug, token: person.token })
    if (!data) return
    toast.success('Invitation deleted')
    onClose()
  }
  // What a rule says is said; whatever else failed has one text.
  const error = problem && (problem.code === 'CONFLICT' ? problem.message : 'A server error has occurred')
  return (
    <Dialog open onClose={onClose} title="Delete invitation" busy={busy}>
      <ConfirmContent
        danger
        action="Delete invitation"
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={busy}
        {...(error && { error })}
      >
        You are about to delete the invitation of {nameOf(person)} ({person.email}). Its link will no longer
        work. Are you sure?
      </ConfirmContent>
    </Dialog>
  )
}
