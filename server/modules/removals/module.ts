import { joins } from '../../platform/hooks.ts'
import type { Accounts } from '../accounts/index.ts'
import { filesInUse } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createRemovals, type Removals } from './index.ts'
import { createRemovalsResolvers } from './resolvers.ts'
import { idsKept, sweepRemoved } from './store.ts'

interface Needs {
  accounts: Accounts
  organisations: Organisations
}

export const removalsModule: Module<'removals', Removals, Needs> = {
  name: 'removals',
  folder: import.meta.dirname,
  rows: { RemovedRecord: 'hooks.ts#RemovedRecord' },
  readingFields: ['RemovedRecord.deletedBy'],
  // Groups are among what is restored (TOKEN-05).
  tokens: { only: ['removedRecords'] },
  pages: { known: [/^\/[^/]+\/bin\/?$/] },
  create: ({ config, db, jobsDb, hooks }, { accounts, organisations }) => {
    const removals = createRemovals({ db, hooks, days: config.recycleDays })
    return {
      door: removals,
      resolvers: [createRemovalsResolvers(removals, accounts, organisations)],
      // Files of what can be restored are kept as long.
      hooks: [
        joins(filesInUse, async (on, { ids }) => {
          const kept = await idsKept(on, ids)
          return kept.length > 0 ? kept : null
        }),
      ],
      scheduled: [
        {
          name: 'sweep_removed_records',
          pattern: '43 2 * * *',
          run: () => sweepRemoved(jobsDb, config.recycleDays),
        },
      ],
    }
  },
}
