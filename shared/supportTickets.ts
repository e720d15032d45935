import { REQUIRED } from './accountRules.ts'
import { showsNothing, tooLong } from './texts.ts'

/** Characters of a ticket's texts, at most (SUP-02, SUP-03). */
const MAX_CHARACTERS = { issue: 128, description: 1024 } as const

export type TicketText = keyof typeof MAX_CHARACTERS

export const TICKET_STATES = ['OPEN', 'CLOSED'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** What is wrong with a text of a ticket, for the form and for the server; null for a good one (SUP-02, SUP-03). */
export function ticketProblem(field: TicketText, text: string): string | null {
  const trimmed = text.trim()
  if (showsNothing(trimmed)) return REQUIRED
  return tooLong(trimmed, MAX_CHARACTERS[field])
}
