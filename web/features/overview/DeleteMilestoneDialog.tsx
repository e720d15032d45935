import { useAction } from '../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../ui/index.ts'
import { DeleteMilestoneDocument, type MilestoneTextFragment } from './operations.generated.ts'

export interface DeleteMilestoneDialogProps {
  milestone: MilestoneTextFragment
  onClose: () => void
  onDeleted: () => Promise<unknown>
}

/** Asks before a milestone goes (TIME-10). */
export function DeleteMilestoneDialog({ milestone, onClose, onDeleted }: DeleteMilestoneDialogProps) {
  const remove = useAction(DeleteMilestoneDocument)
  const confirm = async () => {
    if (await remove.act({ milestoneId: milestone.id })) await onDeleted()
  }
  return (
    <Dialog open onClose={onClose} title="Delete milestone" busy={remove.busy}>
      <ConfirmContent
        action="Delete milestone"
        danger
        busy={remove.busy}
        onCancel={onClose}
        onConfirm={confirm}
        {...(remove.problem && { error: remove.problem.message })}
      >
        “{milestone.title || 'Untitled milestone'}” will be deleted. This can’t be undone.
      </ConfirmContent>
    </Dialog>
  )
}
