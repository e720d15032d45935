import type { Module } from '../manifest.ts'
import { type Activity, createActivity, sweepAddresses } from './index.ts'
import { prepareMonths } from './months.ts'
import { activityKind } from './office.ts'
import { recordRestore } from './store.ts'

export const activityModule: Module<'activity', Activity, object> = {
  name: 'activity',
  folder: import.meta.dirname,
  emptiedByRestore: ['used_address'],
  restored: recordRestore,
  create: ({ db, jobsDb }) => ({
    door: createActivity(db),
    office: [activityKind()],
    scheduled: [
      { name: 'sweep_addresses', pattern: '29 * * * *', run: () => sweepAddresses(jobsDb) },
      { name: 'prepare_activity_months', pattern: '11 2 * * *', run: () => prepareMonths(jobsDb) },
    ],
  }),
}
