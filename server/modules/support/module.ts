import type { Accounts } from '../accounts/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createSupport, type Support } from './index.ts'
import { ticketMail } from './mail.ts'
import { ticketKind } from './office.ts'
import { createSupportResolvers } from './resolvers.ts'

interface Needs {
  accounts: Accounts
  organisations: Organisations
}

export const supportModule: Module<'support', Support, Needs> = {
  name: 'support',
  folder: import.meta.dirname,
  rows: { SupportTicket: 'index.ts#TicketRow' },
  pages: { known: [/^\/support(\/tickets)?\/?$/, /^\/about(\/view-only)?\/?$/] },
  create: ({ config, db, origin }, { accounts, organisations }) => {
    const support = createSupport(db, organisations, config.supportEmail ?? null)
    return {
      door: support,
      resolvers: [createSupportResolvers(support, accounts)],
      notifications: [ticketMail(origin)],
      office: [ticketKind()],
    }
  },
}
