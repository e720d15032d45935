import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { handles, type JobHandler, type ScheduledJob } from '../../../platform/jobs/index.ts'
import { createRedactor } from '../../../platform/pages/index.ts'
import type { Files } from '../../files/index.ts'
import type { Export } from '../exports/export.ts'
import type { DocumentPagesDoor } from '../pages/createPages.ts'
import { sweepRenditionTexts } from '../texts/renditionTexts.ts'
import { applyRedaction, failLost, redactionJob } from './applying.ts'
import { redactionLog } from './redactionLog.ts'
import { dropOldRenditions } from './redactionStore.ts'
import { createRedactions, type Redactions } from './redactions.ts'

export interface RedactionsDoor extends Redactions {
  /** @throws as redactionLog */
  log(actor: Actor, input: { treeId: string; documentId: string | null }): Promise<Export>
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
  /** Ends the process that redacts. */
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
  return {
    ...createRedactions({ db, sizes: pages.knownSizes }),
    log: (actor, input) => redactionLog(db, actor, input),
    scheduled: [
      { name: 'fail_lost_redactions', pattern: '*/10 * * * *', run: () => failLost(jobsDb) },
      { name: 'drop_old_renditions', pattern: '37 3 * * *', run: () => dropOldRenditions(jobsDb) },
      { name: 'sweep_rendition_texts', pattern: '*/10 * * * *', run: () => sweepRenditionTexts(jobsDb) },
    ],
    queued: [
      handles(redactionJob, ({ redactionId }, run) =>
        applyRedaction({ db: jobsDb, drawnFiles: pages.drawnFiles, files, redactor }, redactionId, run),
      ),
    ],
    close: redactor.close,
  }
}
