import { useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { DeleteWebhookDocument } from './operations.generated.ts'
import type { Webhook } from './webhook.ts'

interface DeleteWebhookDialogProps {
  webhook: Webhook
  onClose: () => void
  onDone: () => Promise<unknown>
}

export function DeleteWebhookDialog({ webhook, onClose, onDone }: DeleteWebhookDialogProps) {
  const deleting = useAction(DeleteWebhookDocument, { refresh: onDone })
  const toast = useToast()
  const confirm = async () => {
    if (!(await deleting.act({ id: webhook.id }))) return
    toast.success('Webhook deleted')
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Delete webhook" busy={deleting.busy}>
      <ConfirmContent
        action="Delete"
        danger
        busy={deleting.busy}
        onCancel={onClose}
        onConfirm={() => void confirm()}
        {...(deleting.problem && { error: deleting.problem.message })}
      >
        {new URL(webhook.url).host} is told of nothing more, and what waits for it is dropped. Its secret
        can’t be brought back.
      </ConfirmContent>
    </Dialog>
  )
}
