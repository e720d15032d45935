import type { AlertTone } from '../Alert.tsx'

/** What is said to the person, once. */
export interface Message {
  readonly id: number
  readonly tone: AlertTone
  readonly text: string
  /** Takes back what was done. */
  readonly undo?: (() => void) | undefined
}

/** Messages that wait at most: beyond, the oldest that is no error and has no undo gives way. */
const MOST = 20

/**
 * The messages with a new one, the first being the one that shows. Errors come before all others, at once; one that
 * is there already is not said twice.
 */
export function queued(messages: readonly Message[], added: Message): readonly Message[] {
  const isSame = (each: Message) => each.tone === added.tone && each.text === added.text
  if (!added.undo && messages.some((each) => isSame(each) && !each.undo)) return messages
  const errors = messages.filter(({ tone }) => tone === 'danger')
  const others = messages.filter(({ tone }) => tone !== 'danger')
  const next = added.tone === 'danger' ? [...errors, added, ...others] : [...messages, added]
  if (next.length <= MOST) return next
  const spare = next.findIndex(({ tone, undo }, at) => at > 0 && tone !== 'danger' && !undo)
  return next.filter((_, at) => at !== Math.max(1, spare))
}
