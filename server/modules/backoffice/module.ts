import type { Module } from '../manifest.ts'
import { recordsLink } from './exports.ts'
import { type BackOffice, createBackOffice } from './index.ts'
import { createBackOfficeResolvers } from './resolvers.ts'
import { systemKinds } from './system.ts'

export const backofficeModule: Module<'backoffice', BackOffice, object> = {
  name: 'backoffice',
  folder: import.meta.dirname,
  rows: {
    BackOfficeDependents: 'index.ts#OfficeDependents',
    BackOfficeKind: 'index.ts#AdminResource',
    BackOfficeRecord: 'index.ts#OfficeRecord',
    BackOfficeStatus: 'status.ts#SystemStatus',
  },
  pages: {
    known: [/^\/tagauks\/projects\/newproject\/?$/],
    staff: [/^\/tagauks(\/[^/]+){0,4}\/?$/],
  },
  create: ({ db, storage, config, office }) => {
    const backOffice = createBackOffice({ db, storage, config, kinds: office })
    return {
      door: backOffice,
      resolvers: [createBackOfficeResolvers(backOffice)],
      office: systemKinds(),
      links: [recordsLink(backOffice)],
    }
  },
}
