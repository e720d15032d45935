import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createWaiting, type WaitingItems } from './index.ts'
import { createWaitingResolvers } from './resolvers.ts'

export const waitingModule: Module<'waiting', WaitingItems, { organisations: Organisations }> = {
  name: 'waiting',
  folder: import.meta.dirname,
  rows: { WaitingItem: 'hooks.ts#Waiting' },
  create: ({ db, hooks }, { organisations }) => {
    const waiting = createWaiting(db, hooks, organisations)
    return { door: waiting, resolvers: [createWaitingResolvers(waiting)] }
  },
}
