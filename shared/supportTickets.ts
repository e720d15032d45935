import { REQUIRED } from './accountRules.ts'
import { tidyLines, tidyText, tooLong } from './texts.ts'

/** Characters of a ticket's texts, at most (SUP-02, SUP-03). */
const MAX_CHARACTERS = { issue: 128, description: 1024 } as const

export type TicketText = keyof typeof MAX_CHARACTERS

export const TICKET_STATES = ['OPEN', 'CLOSED'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** A text of a ticket as it is kept: the issue in one line, which is the subject of a mail. */
export const tidyTicket = (field: TicketText, text: string): string =>
  field === 'issue' ? tidyText(text) : tidyLines(text)

/** What is wrong with a text of a ticket, for the form and for the server; null for a good one (SUP-02, SUP-03). */
export function ticketProblem(field: TicketText, text: string): string | null {
  const tidied = tidyTicket(field, text)
  return tidied === '' ? REQUIRED : tooLong(tidied, MAX_CHARACTERS[field])
}
