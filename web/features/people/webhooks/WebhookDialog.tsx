import { useForm } from 'react-hook-form'
import { WEBHOOK_EVENTS, webhookEventsProblem, webhookUrlProblem } from '../../../../shared/webhookRules.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  SwitchField,
  TextField,
  useToast,
} from '../../../ui/index.ts'
import { CreateWebhookDocument, UpdateWebhookDocument } from './operations.generated.ts'
import type { Webhook } from './webhook.ts'

interface WebhookDialogProps {
  orgSlug: string
  /** The one that is edited; without one a webhook is added. */
  webhook?: Webhook
  onClose: () => void
  onDone: () => Promise<unknown>
  /** @param secret is given this once */
  onAdded?: (secret: string) => void
}

interface Values {
  url: string
  events: string[]
  isOn: boolean
}

const EVENTS = Object.entries(WEBHOOK_EVENTS).map(([value, label]) => ({ value, label }))

/** Adds a webhook, or edits one (TOKEN-11). */
export const WebhookDialog = ({ webhook, ...rest }: WebhookDialogProps) => (
  <Dialog open onClose={rest.onClose} title={webhook ? 'Edit webhook' : 'Add webhook'}>
    <WebhookForm {...(webhook && { webhook })} {...rest} />
  </Dialog>
)

function WebhookForm({ orgSlug, webhook, onClose, onDone, onAdded }: WebhookDialogProps) {
  const form = useForm<Values>({
    defaultValues: {
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? [])],
      isOn: webhook?.isOn ?? true,
    },
  })
  const toast = useToast()
  const create = useAction(CreateWebhookDocument, { refresh: onDone })
  const update = useAction(UpdateWebhookDocument, { refresh: onDone })
  const problemOf = ({ conflict, message }: ActionProblem): FormProblem | undefined =>
    conflict?.of === 'webhook'
      ? { message: `${message} Its address is ${conflict.newer.url} now.` }
      : undefined
  const submit = async (input: Values): Promise<FormProblem | undefined> => {
    if (webhook) {
      const { problem, refusal } = await update.attempt({ id: webhook.id, revision: webhook.revision, input })
      if (refusal) return (problem && problemOf(problem)) ?? refusal
      toast.success('Webhook saved')
      onClose()
      return undefined
    }
    const { data, refusal } = await create.attempt({ orgSlug, input })
    const secret = data?.createWebhook.secret
    if (secret) onAdded?.(secret)
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} label={webhook ? 'Edit webhook' : 'Add webhook'}>
      <DialogBody>
        <TextField
          name="url"
          label="Address"
          autoFocus
          autoComplete="off"
          inputMode="url"
          helper="Of your own server, such as https://hooks.example.com/helioroom."
          rules={{ validate: (text: string) => webhookUrlProblem(text) ?? true }}
        />
        <ComboField
          name="events"
          label="Events"
          placeholder="Choose events"
          multiple
          options={EVENTS}
          helper="It is told what happened to which document or question by its id, and no names or texts."
          rules={{ validate: (events: readonly string[]) => webhookEventsProblem(events) ?? true }}
        />
        <SwitchField name="isOn" label="On" />
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <SubmitButton>{webhook ? 'Save' : 'Add webhook'}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
