import { FILE_ADDRESS_S } from '../../contracts/storedFiles.ts'
import { createTextReader } from '../../platform/documentText/index.ts'
import { handles } from '../../platform/jobs/index.ts'
import { createSheetReader } from '../../platform/spreadsheets/read/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import type { Documents } from '../documents/index.ts'
import { type Files, ownsFiles } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import { createEndpointSummariser } from './endpoint.ts'
import { type Copilot, createCopilot, REPORT, summaryJob } from './index.ts'
import { createCopilotResolvers } from './resolvers.ts'
import { reportsInUse } from './store.ts'
import { builtInSummariser } from './summariser.ts'
import { makeSummary } from './work.ts'

interface Needs {
  documents: Documents
  files: Files
  organisations: Organisations
}

export const copilotModule: Module<'copilot', Copilot, Needs> = {
  name: 'copilot',
  folder: import.meta.dirname,
  rows: {
    SummaryJob: 'index.ts#Summary',
    SummaryReport: 'index.ts#SummaryReport',
    SummarySource: 'index.ts#SummarySource',
    SummaryFact: 'index.ts#SummaryFact',
  },
  create: ({ config, db, jobsDb, storage, signer }, { documents, files, organisations }) => {
    const copilot = createCopilot({
      db,
      documents,
      organisations,
      files,
      fileAddress: ({ id, personId }) =>
        signer.fileUrl({
          fileId: id,
          personId,
          disposition: 'attachment',
          expires: Math.floor(trueNow() / 1000) + FILE_ADDRESS_S,
        }),
    })
    const texts = createTextReader()
    const sheets = createSheetReader()
    const summariser = config.copilot ? createEndpointSummariser(config.copilot) : builtInSummariser
    const work = { db: jobsDb, storage, documents, files, texts, sheets, summariser, report: REPORT }
    return {
      door: copilot,
      resolvers: [createCopilotResolvers(copilot)],
      queued: [handles(summaryJob, ({ jobId }, run) => makeSummary(work, jobId, run))],
      files: copilot.served,
      hooks: ownsFiles(REPORT, { inUse: (on, ids) => reportsInUse(on, ids), mayRead: async () => false }),
      stopJobs: () => {
        texts.close()
        sheets.close()
      },
    }
  },
}
