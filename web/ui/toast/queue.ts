import type { AlertTone } from '../feedback/Alert.tsx'

/** What can be done about a message, on a button with these words. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

/** What is said to the person, once. */
export interface Message {
  readonly id: number
  readonly tone: AlertTone
  readonly text: string
  readonly action?: ToastAction | undefined
}

/** Messages that wait at most: beyond, the oldest that is no error and has no action gives way. */
const MAX_WAITING = 20

/**
 * The messages with a new one, the first being the one that shows. Errors come before all others, immediately; one that
 * is there already is not said twice.
 */
export function queued(messages: readonly Message[], added: Message): readonly Message[] {
  const isSame = (each: Message) => each.tone === added.tone && each.text === added.text
  if (!added.action && messages.some((each) => isSame(each) && !each.action)) return messages
  const errors = messages.filter(({ tone }) => tone === 'danger')
  const others = messages.filter(({ tone }) => tone !== 'danger')
  const next = added.tone === 'danger' ? [...errors, added, ...others] : [...messages, added]
  if (next.length <= MAX_WAITING) return next
  const spare = next.findIndex(({ tone, action }, at) => at > 0 && tone !== 'danger' && !action)
  return next.filter((_, at) => at !== Math.max(1, spare))
}
