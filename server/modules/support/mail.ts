import { fullName } from '../../../shared/personName.ts'
import { personsByIds } from '../accounts/index.ts'
import { defineNotification, handlesNotification, type NotificationHandler } from '../notifications/index.ts'
import { ticketById } from './store.ts'

/** A ticket was sent: mailed to the deployment's support address immediately (NOTIF-21, NOTIF-22). */
export const ticketSent = defineNotification<{ organisations: readonly string[] }>('SUPPORT_TICKET', {
  always: true,
})

/** The ticket as the support address gets it: answers go to who sent it. */
export const ticketMail = (origin: () => string): NotificationHandler =>
  handlesNotification({
    kind: ticketSent,
    writeToAddress: async (db, [item]) => {
      const ticket = item ? await ticketById(db, item.subject.id) : null
      const [person] = ticket ? await personsByIds(db, [ticket.personId]) : []
      if (!item || !ticket || !person) return null
      const { organisations } = item.data
      return {
        subject: `Support: ${ticket.issue}`,
        replyTo: person.email,
        title: ticket.issue,
        preheader: `From ${fullName(person)}: ${ticket.description}`,
        facts: [
          { label: 'From', value: fullName(person) },
          { label: 'E-mail', value: person.email },
          { label: 'Organisation', value: organisations.length > 0 ? organisations.join(', ') : 'none' },
        ],
        quote: ticket.description,
        button: { label: 'Open tickets', url: `${origin()}/support/tickets` },
        remarks: ['Your answer to this e-mail goes to who sent the ticket.'],
        foot: { why: 'This address gets all support tickets of this deployment.' },
      }
    },
  })
