import { actorOf, type Context } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { WorkState } from './core/importStore.ts'
import { faultyRowsAddress } from './importedSheet.ts'
import type { Crm } from './index.ts'

const STATUS = { SUBMITTED: 'Submitted', PROCESSING: 'Processing', DONE: 'Done' } as const

const counted = new Intl.NumberFormat('en-US')

/** As the lists show it (CRM-19). */
function statusOf(
  { state, failure }: { state: WorkState; failure: string | null },
  { sentCount = 0, rowCount = 0 }: { sentCount?: number; rowCount?: number } = {},
): string {
  if (state === 'FAILED') return `Failed: ${failure ?? ''}`
  if (state === 'PROCESSING' && sentCount > 0)
    return `Processing: ${counted.format(sentCount)} of ${counted.format(rowCount)} rows sent`
  return STATUS[state]
}

/** @param fileAddress of an import or a report, for one person, good for five minutes */
export function createCrmResolvers(
  crm: Crm,
  accounts: Accounts,
  fileAddress: (id: string, personId: string) => string,
): Resolvers {
  const user = (context: Context, personId: string) => accounts.knownPerson(context, personId)
  return {
    Query: {
      dataImports: (_root, page, context) => crm.imports(actorOf(context), pageOf(page)),
      duplicateReports: (_root, page, context) => crm.reports(actorOf(context), pageOf(page)),
    },
    Mutation: {
      uploadDataImport: async (_root, { file }, context) => ({
        dataImport: await crm.upload(actorOf(context), file),
      }),
      sendDataImport: async (_root, { id }, context) => ({
        dataImport: await crm.send(actorOf(context), id),
      }),
      importGoodRows: async (_root, { id }, context) => ({
        dataImport: await crm.importGood(actorOf(context), id),
      }),
      createDuplicateReport: async (_root, _args, context) => ({
        duplicateReport: await crm.start(actorOf(context)),
      }),
      disconnectSalesforce: async (_root, _args, context) => {
        const actor = actorOf(context)
        await crm.disconnect(actor)
        return { user: await user(context, actor.personId) }
      },
    },
    User: {
      hasSalesforceToken: ({ id }, _args, context) =>
        id === actorOf(context).personId && crm.isConnected(context),
    },
    DataImport: {
      status: (row) => statusOf(row, row),
      sentTo: ({ crmHost }) => crmHost,
      faultyRowCount: ({ faultyCount }) => faultyCount,
      faultyRowsUrl: ({ id, faultyCount }) => (faultyCount > 0 ? faultyRowsAddress(id) : null),
      goodRowCount: ({ state, importedAt, goodCount }) =>
        state === 'FAILED' && importedAt === null ? goodCount : 0,
      hasUnsentRows: ({ isUnsent }) => isUnsent,
      importedBy: ({ personId }, _args, context) => user(context, personId),
      fileUrl: ({ id }, _args, context) => fileAddress(id, actorOf(context).personId),
    },
    DuplicateReport: {
      status: (row) => statusOf(row),
      createdBy: ({ personId }, _args, context) => user(context, personId),
      fileUrl: ({ id, fileId }, _args, context) =>
        fileId === null ? null : fileAddress(id, actorOf(context).personId),
    },
  }
}
