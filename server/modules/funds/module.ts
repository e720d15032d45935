import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import { type Accounts, managersInView } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import { type Organisations, organisationHolds } from '../organisations/index.ts'
import { createCompanyResolvers } from './companyResolvers.ts'
import { coverFiles } from './covers.ts'
import { createFunds, type Funds } from './index.ts'
import { fundKinds } from './office.ts'
import { roomRemovals } from './removedRooms.ts'
import { createFundsResolvers } from './resolvers.ts'
import { createRoomResolvers } from './roomResolvers.ts'
import { createRoomStateResolvers } from './roomStateResolvers.ts'

interface Needs {
  accounts: Accounts
  files: Files
  organisations: Organisations
}

export const fundsModule: Module<'funds', Funds, Needs> = {
  name: 'funds',
  folder: import.meta.dirname,
  readingFields: ['HoldingCompany.org', 'Portfolio.legalHold', 'Portfolio.org', 'Portfolio.systemSize'],
  rows: {
    Portfolio: 'store.ts#PortfolioRow',
    HoldingCompany: 'companies.ts#HoldingCompanyRow',
    ReadinessFinding: 'readiness.ts#ReadinessFinding',
  },
  pages: {
    known: [
      /^\/$/,
      /^\/dealroom(\/[^/]+)?\/?$/,
      /^\/portfolios\/[^/]+(\/readiness)?\/?$/,
      /^\/holding-company\/[^/]+(\/.*)?$/,
    ],
  },
  create: ({ config, db, hooks }, { accounts, files, organisations }) => {
    const funds = createFunds(db, organisations, hooks, config.checklists)
    const sources = { funds, accounts, files, organisations }
    return {
      door: funds,
      resolvers: [
        createFundsResolvers(sources),
        createCompanyResolvers(sources),
        createRoomResolvers(sources),
        createRoomStateResolvers(sources),
      ],
      office: fundKinds(hooks, files),
      hooks: [
        ...roomRemovals,
        joins(managersInView, (_on, { actor, personIds }) => funds.managersInView(actor, personIds)),
        ...coverFiles,
        joins(organisationHolds, (db, { organisationId }) =>
          countedOf(db, {
            Portfolios: sql`from portfolio where organisation_id = ${organisationId}`,
            'Holding companies': sql`from holding_company where organisation_id = ${organisationId}`,
          }),
        ),
      ],
    }
  },
}
