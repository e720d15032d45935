import { administers } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { DeleteGroupDocument } from '../core/operations.generated.ts'

interface DeleteGroupDialogProps {
  group: { id: string; name: string }
  onClose: () => void
  /** Once it is deleted, or somebody else has changed it. */
  onDone: () => Promise<unknown>
}

/** Warns of what is lost before a group is deleted (GRP-12, GRP-13). */
export function DeleteGroupDialog({ group, onClose, onDone }: DeleteGroupDialogProps) {
  const { slug: orgSlug, name } = useArea(administers)
  const toast = useToast()
  const { attempt, busy, problem } = useAction(DeleteGroupDocument, { refresh: onDone })
  const confirm = async () => {
    const { data } = await attempt({ orgSlug, groupId: group.id })
    if (!data) return
    toast.success('Group deleted')
    onClose()
  }
  // What a rule says is said; whatever else failed has one text.
  const error = problem && (problem.code === 'CONFLICT' ? problem.message : 'A server error has occurred')
  return (
    <Dialog open onClose={onClose} title="Delete group" busy={busy}>
      <ConfirmContent
        danger
        action="Delete group"
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={busy}
        {...(error && { error })}
      >
        {`You are about to remove ${group.name} from accessing ${name}. All users belonging to this group will be impacted. Are you sure?`}
      </ConfirmContent>
    </Dialog>
  )
}
