import type { Module } from '../manifest.ts'
import { type BackOffice, createBackOffice } from './index.ts'
import { createBackOfficeResolvers } from './resolvers.ts'

export const backofficeModule: Module<'backoffice', BackOffice, object> = {
  name: 'backoffice',
  folder: import.meta.dirname,
  rows: { BackOfficeKind: 'index.ts#OfficeKind', BackOfficeRecord: 'index.ts#OfficeRecord' },
  pages: { known: [/^\/tagauks(\/[^/]+){0,4}\/?$/] },
  create: ({ db, office }) => {
    const backOffice = createBackOffice(db, office)
    return { door: backOffice, resolvers: [createBackOfficeResolvers(backOffice)] }
  },
}
