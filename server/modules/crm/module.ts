import { FILE_ADDRESS_S, type FindFile } from '../../contracts/storedFiles.ts'
import { joins } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { handles } from '../../platform/jobs/index.ts'
import { createSheetReader } from '../../platform/spreadsheets/read/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import type { Accounts } from '../accounts/index.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import { organisationPurged } from '../organisations/index.ts'
import { waits } from '../waiting/index.ts'
import { filesInUse, stopImports } from './core/importStore.ts'
import { faultyRowsLink } from './importedSheet.ts'
import { importData } from './importWork.ts'
import {
  type Crm,
  createConnecting,
  createCrm,
  createImporting,
  createReporting,
  IMPORTED,
  importJob,
  REPORT,
  reportJob,
  revokeJob,
} from './index.ts'
import { crmKinds } from './office.ts'
import { connectsApplications } from './policy.ts'
import { purgeImports } from './purge.ts'
import { makeReport } from './reporting.ts'
import { fileSeenBy } from './reportStore.ts'
import { createCrmResolvers } from './resolvers.ts'
import { createSalesforceEndpoint } from './salesforce/endpoint.ts'
import { waitingImports } from './waiting.ts'

interface Needs {
  accounts: Accounts
  files: Files
}

export const crmModule: Module<'crm', Crm, Needs> = {
  name: 'crm',
  folder: import.meta.dirname,
  restored: stopImports,
  tokens: { never: ['disconnectSalesforce'] },
  rows: {
    DataImport: 'core/importStore.ts#DataImportRow',
    DuplicateReport: 'reportStore.ts#DuplicateReportRow',
  },
  readingFields: ['User.hasSalesforceToken', 'DataImport.importedBy', 'DuplicateReport.createdBy'],
  pages: { known: [/^(\/profile)?\/applications(\/salesforce)?\/?$/] },
  create: ({ config, db, jobsDb, storage, signer }, { accounts, files }) => {
    const endpoint = config.salesforce ? createSalesforceEndpoint(config.salesforce) : null
    const connecting = createConnecting({ db, signer, endpoint })
    const crm = createCrm(
      connecting,
      createImporting(db, files, connecting.destinationOf),
      createReporting(db),
    )
    const sheets = createSheetReader()
    const work = { db: jobsDb, storage, files, sheets, connecting }
    const fileAddress = (fileId: string, personId: string) => {
      const expires = Math.floor(trueNow() / 1000) + FILE_ADDRESS_S
      return signer.fileUrl({ fileId, personId, disposition: 'attachment', expires })
    }
    /** Under the id of an import or a report. */
    const served: FindFile = async (actor, id) => {
      const fileId = isId(id) && connectsApplications(actor) ? await fileSeenBy(db, actor, id) : null
      const file = fileId === null ? null : await files.stored(fileId)
      return file && { ...file, logUse: async () => null }
    }
    const owns = (kind: typeof IMPORTED, table: 'data_import' | 'duplicate_report') =>
      ownsFiles(kind, { inUse: (on, ids) => filesInUse(on, table, ids), mayRead: async () => false })
    return {
      door: crm,
      resolvers: [createCrmResolvers(crm, accounts, fileAddress)],
      links: [
        {
          kind: 'redirect',
          url: '/salesforce/oauth',
          to: (actor, { origin }) => crm.consentAddress(actor, origin),
        },
        {
          kind: 'redirect',
          url: '/salesforce/oauth/callback',
          to: (actor, request) =>
            crm.finish(actor, {
              state: request.one('state'),
              code: request.one('code'),
              error: request.one('error'),
            }),
        },
        {
          kind: 'spreadsheet',
          url: '/salesforce/template',
          open: async (actor) => ({
            fileName: 'contacts-template.xlsx',
            subject: {},
            spreadsheet: crm.template(actor),
          }),
        },
        faultyRowsLink(db, { storage, files, sheets }),
      ],
      queued: [
        handles(revokeJob, (job) => crm.revoke(job)),
        handles(importJob, (order, run) => importData(work, order, run)),
        handles(reportJob, ({ reportId }, run) => makeReport(work, reportId, run)),
      ],
      files: served,
      office: crmKinds(),
      hooks: [
        ...owns(IMPORTED, 'data_import'),
        ...owns(REPORT, 'duplicate_report'),
        joins(organisationPurged, purgeImports),
        joins(waits, waitingImports),
      ],
      stopJobs: () => sheets.close(),
    }
  },
}
