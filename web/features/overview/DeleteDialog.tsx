import type { DocumentNode, OperationVariables } from '@apollo/client'
import { useAction } from '../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../ui/index.ts'

export interface DeleteDialogProps {
  what: 'page' | 'milestone' | 'image'
  /** What goes, in a sentence. */
  sentence: string
  mutation: DocumentNode
  variables: OperationVariables
  onClose: () => void
  onDeleted: () => unknown
}

/** Asks before a page, a milestone or an image goes; a refusal stands in the dialog (SUBP-23, TIME-10). */
export function DeleteDialog({ what, sentence, mutation, variables, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useAction<unknown, OperationVariables>(mutation)
  const title = `Delete ${what}`
  const confirm = async () => {
    if (await remove.act(variables)) await onDeleted()
  }
  return (
    <Dialog open onClose={onClose} title={title} busy={remove.busy}>
      <ConfirmContent
        action={title}
        danger
        busy={remove.busy}
        onCancel={onClose}
        onConfirm={confirm}
        {...(remove.problem && { error: remove.problem.message })}
      >
        {sentence} This can’t be undone.
      </ConfirmContent>
    </Dialog>
  )
}
