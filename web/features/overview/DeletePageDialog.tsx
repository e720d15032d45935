import { useAction } from '../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../ui/index.ts'
import type { OverviewEntity } from './entity.ts'
import { DeleteSubpageDocument } from './operations.generated.ts'

export interface DeletePageDialogProps {
  entity: OverviewEntity
  page: { id: string; title: string }
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a page goes; a refusal stands in the dialog (SUBP-23). */
export function DeletePageDialog({ entity, page, onClose, onDeleted }: DeletePageDialogProps) {
  const remove = useAction(DeleteSubpageDocument)
  const confirm = async () => {
    if (await remove.act({ subpageId: page.id, subjectType: entity.type })) onDeleted()
  }
  return (
    <Dialog open onClose={onClose} title="Delete page" busy={remove.busy}>
      <ConfirmContent
        action="Delete page"
        danger
        busy={remove.busy}
        onCancel={onClose}
        onConfirm={confirm}
        {...(remove.problem && { error: remove.problem.message })}
      >
        “{page.title}” will be deleted with its images. This can’t be undone.
      </ConfirmContent>
    </Dialog>
  )
}
