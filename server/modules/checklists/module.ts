import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import { type Funds, roomLacks } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import { organisationHolds } from '../organisations/index.ts'
import { projectsRefused } from '../projects/index.ts'
import { waits, waitsInRoom } from '../waiting/index.ts'
import { checklistLink } from './export.ts'
import { type Checklists, createChecklists } from './index.ts'
import { checklistMails } from './mail.ts'
import { checklistKinds } from './office.ts'
import { cellsWithoutDocument } from './readiness.ts'
import { checklistRemovals } from './removedChecklists.ts'
import { createChecklistResolvers } from './resolvers.ts'
import { cellsRefused } from './setup.ts'
import { commentsSocket } from './socket.ts'
import { waitingItems, waitingItemsIn } from './waiting.ts'

interface Needs {
  accounts: Accounts
  files: Files
  funds: Funds
}

export const checklistsModule: Module<'checklists', Checklists, Needs> = {
  name: 'checklists',
  folder: import.meta.dirname,
  pages: { known: [/^\/portfolios\/[^/]+\/checklist\/?$/] },
  rows: {
    Checklist: 'opening.ts#ChecklistRow',
    ChecklistCategory: 'store.ts#CategoryNode',
    ChecklistCounts: 'cellStore.ts#CountsRow',
    ChecklistItem: 'store.ts#ItemRow',
    ChecklistComment: 'commentStore.ts#PlacedComment',
  },
  readingFields: [
    'Checklist.assignees',
    'Checklist.categories',
    'Checklist.counts',
    'Checklist.items',
    'Checklist.matchingCategories',
    'Checklist.parties',
    'ChecklistComment.user',
  ],
  create: ({ config, db, origin }, { accounts, files, funds }) => {
    const checklists = createChecklists(db, funds, config.checklists)
    return {
      door: checklists,
      resolvers: [createChecklistResolvers({ checklists, accounts, files })],
      notifications: checklistMails(origin),
      links: [checklistLink(db, checklists)],
      office: checklistKinds(),
      hooks: [
        ...checklistRemovals,
        joins(roomLacks, async (on, asked) => (config.checklists ? cellsWithoutDocument(on, asked) : [])),
        joins(waits, async (on, asked) => (config.checklists ? waitingItems(on, asked) : [])),
        joins(waitsInRoom, async (on, asked) => (config.checklists ? waitingItemsIn(on, asked) : new Map())),
        joins(projectsRefused, (on, { portfolioId, count }) => cellsRefused(on, portfolioId, count)),
        joins(organisationHolds, (db, { organisationId }) =>
          countedOf(db, {
            Checklists: sql`
              from checklist join portfolio on portfolio.id = checklist.portfolio_id
              where portfolio.organisation_id = ${organisationId}`,
          }),
        ),
      ],
      sockets: [commentsSocket({ db, checklists, files })],
    }
  },
}
