import { isWebhookEvent, WEBHOOK_EVENTS } from '../../../../shared/webhookRules.ts'
import type { WebhooksQuery } from './operations.generated.ts'

export type Webhook = WebhooksQuery['webhooks'][number]

/** What an event is called on the page. */
export const eventLabel = (event: string): string => (isWebhookEvent(event) ? WEBHOOK_EVENTS[event] : event)
