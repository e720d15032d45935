import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from '../../../platform/jobs/index.ts'
import { createMarkFinder, createRedactor } from '../../../platform/pages/index.ts'
import { createSheetReader } from '../../../platform/spreadsheets/read/index.ts'
import type { Files } from '../../files/index.ts'
import type { Export } from '../exports/export.ts'
import type { DocumentPagesDoor } from '../pages/createPages.ts'
import { sweepRenditionTexts } from '../texts/renditionTexts.ts'
import { applyRedaction, failLost, redactionJob } from './applying.ts'
import { redactionLog } from './redactionLog.ts'
import { dropOldRenditions } from './redactionStore.ts'
import { createRedactions, type Redactions } from './redactions.ts'
import { createRedactionSearches, type RedactionSearches } from './searches.ts'
import { runSearch, searchJob, sweepRedactionSearches } from './searching.ts'

export interface RedactionsDoor extends Redactions {
  /** @throws as redactionLog */
  log(actor: Actor, input: { treeId: string; documentId: string | null }): Promise<Export>
  searches: RedactionSearches
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
  /** Ends the processes that redact, search and read lists of words. */
  close(): void
}

/** Redactions with what applies them. */
export function openRedactions({
  db,
  jobsDb,
  files,
  pages,
}: {
  db: Database
  jobsDb: Database
  files: Files
  pages: Pick<DocumentPagesDoor, 'knownSizes' | 'drawnFiles'>
}): RedactionsDoor {
  const redactor = createRedactor()
  const finder = createMarkFinder()
  const sheets = createSheetReader()
  const { knownSizes: sizes, drawnFiles } = pages
  return {
    ...createRedactions({ db, sizes }),
    searches: createRedactionSearches({ db, sheets }),
    log: (actor, input) => redactionLog(db, actor, input),
    scheduled: [
      { name: 'fail_lost_redactions', pattern: '*/10 * * * *', run: () => failLost(jobsDb) },
      { name: 'drop_old_renditions', pattern: '37 3 * * *', run: () => dropOldRenditions(jobsDb) },
      {
        name: 'sweep_redaction_searches',
        pattern: '*/10 * * * *',
        run: () => sweepRedactionSearches(jobsDb),
      },
      { name: 'sweep_rendition_texts', pattern: '*/10 * * * *', run: () => sweepRenditionTexts(jobsDb) },
    ],
    queued: [
      handles(redactionJob, ({ redactionId }, run) =>
        applyRedaction({ db: jobsDb, drawnFiles, files, redactor }, redactionId, run),
      ),
      handles(searchJob, ({ searchId }, run) =>
        runSearch({ db: jobsDb, sizes, drawnFiles, finder }, searchId, run),
      ),
    ],
    close: () => {
      redactor.close()
      finder.close()
      sheets.close()
    },
  }
}
