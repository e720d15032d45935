import type { Documents, PagesStatus } from '../documents/index.ts'
import type { Module } from '../manifest.ts'
import type { RecordDoor } from '../record/index.ts'
import { recordsLink } from './exports.ts'
import { type BackOffice, createBackOffice } from './index.ts'
import { createBackOfficeResolvers } from './resolvers.ts'
import { systemKinds } from './system.ts'

export const backofficeModule: Module<
  'backoffice',
  BackOffice,
  { documents: Documents & { pages: { status(): Promise<PagesStatus> } }; record: RecordDoor }
> = {
  name: 'backoffice',
  folder: import.meta.dirname,
  tokens: { only: [] },
  rows: {
    BackOfficeDependents: 'index.ts#OfficeDependents',
    BackOfficeKind: 'index.ts#AdminResource',
    BackOfficeRecord: 'index.ts#OfficeRecord',
    BackOfficeStatus: 'status.ts#SystemStatus',
    BackOfficeBackup: 'status.ts#BackupStatus',
  },
  pages: {
    known: [/^\/tagauks\/projects\/newproject\/?$/],
    staff: [/^\/tagauks(\/[^/]+){0,4}\/?$/],
  },
  create: ({ db, storage, config, office, origin }, { documents, record }) => {
    const backOffice = createBackOffice({
      db,
      storage,
      config,
      origin,
      kinds: office,
      recordLag: record.lag,
      textsWaiting: documents.texts.waiting,
      pages: documents.pages.status,
    })
    return {
      door: backOffice,
      resolvers: [createBackOfficeResolvers(backOffice)],
      office: systemKinds({ mails: config.mail !== undefined, texts: config.sms !== undefined }),
      links: [recordsLink(backOffice)],
    }
  },
}
