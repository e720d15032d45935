import { useAction } from '../../graphql/useAction.ts'
import { ConfirmContent, Dialog, useToast } from '../../ui/index.ts'
import type { Kind, OfficeRecord } from './kinds.ts'
import { BackOfficeActDocument } from './operations.generated.ts'

interface ActionDialogProps {
  kind: Kind
  record: OfficeRecord
  action: Kind['actions'][number]
  onClose: () => void
  refetch: () => Promise<unknown>
}

/** Says what an action does before it is done. */
export function ActionDialog({ kind, record, action, onClose, refetch }: ActionDialogProps) {
  const toast = useToast()
  const { attempt, busy, problem } = useAction(BackOfficeActDocument, { refresh: refetch })
  const confirm = async () => {
    const { data } = await attempt({ kind: kind.name, id: record.id, action: action.name })
    if (!data) return
    toast.success(action.done)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={action.label} overline={record.label} busy={busy}>
      <ConfirmContent
        action={action.label}
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={busy}
        {...(problem && { error: problem.message })}
      >
        {action.question}
      </ConfirmContent>
    </Dialog>
  )
}
