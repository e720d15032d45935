/** Webhooks of one organisation, at most (TOKEN-11). */
export const MAX_WEBHOOKS = 20
export const TOO_MANY_WEBHOOKS = `Maximum ${MAX_WEBHOOKS} webhooks. Delete one first.`

/** What a webhook may be told of, with words for the page (TOKEN-12). */
export const WEBHOOK_EVENTS = {
  'document.published': 'A file was published',
  'document.deleted': 'A document was deleted',
  'permissions.changed': 'Permissions were changed',
  'question.asked': 'A question was asked',
  'question.answered': 'A question was answered',
  'checklist.item_changed': 'Items of a checklist were changed',
  'member.joined': 'Somebody joined the organisation',
  'member.left': 'Somebody left the organisation',
  'upload.failed': 'An upload failed',
} as const

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

export const isWebhookEvent = (text: string): text is WebhookEvent => Object.hasOwn(WEBHOOK_EVENTS, text)

const MAX_URL = 2000

/** What is wrong with a webhook's address, for the form and for the server; null for a good one (TOKEN-16). */
export function webhookUrlProblem(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url?.protocol !== 'https:') return 'Please enter an address that begins with https://.'
  if (url.username !== '' || url.password !== '') return 'Please leave out the name and password.'
  return text.length > MAX_URL ? `Max ${MAX_URL} characters` : null
}

/** What is wrong with the events that are chosen; null for good ones. */
export const webhookEventsProblem = (events: readonly string[]): string | null =>
  events.length > 0 && events.every(isWebhookEvent) ? null : 'Please choose what it is told of.'
