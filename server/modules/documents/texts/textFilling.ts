import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { queueJob } from '../../../platform/jobs/index.ts'
import { SEARCHED_EXTENSIONS } from '../../../platform/searchText/index.ts'
import { NO_TEXT } from './textKeeping.ts'
import { AGAIN, textsJob } from './texts.ts'

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Documents that are looked at in one turn; while as many wait, no others are queued. */
const PORTION = 2000

/**
 * Queues files that nothing has queued yet, such as those from before texts were read, in portions and behind new
 * uploads (FIND-03). Of scans from before OCR the pages become due. Each process goes through all documents once.
 */
export function createTextFilling(db: Database): () => Promise<void> {
  let after: string | null = NO_ID
  return async () => {
    if (after === null) return
    const waiting = await sql`
      select 1 from document_text where state = 'WAITING' and not pages_due offset ${PORTION} limit 1`.execute(
      db,
    )
    if (waiting.rows.length > 0) return
    const from = after
    after = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ last: string | null; added: number }>`
        with next as materialized (
          select document.id, document.current_version_id, document.extension, document.deleted_at,
            tree.organisation_id
          from document join document_tree tree on tree.id = document.tree_id
          where document.id > ${from} order by document.id limit ${PORTION}),
        added as (
          insert into document_text (organisation_id, document_id, version_id, priority)
          select organisation_id, id, current_version_id, ${AGAIN} from next
          where current_version_id is not null and deleted_at is null
            and extension = any(${SEARCHED_EXTENSIONS}::text[])
          on conflict (document_id) do nothing returning 1),
        scanned as (
          update document_text text set pages_due = true, attempts = 0
          from next
          where text.document_id = next.id and next.extension = 'pdf' and text.state = 'NOT_READ'
            and text.problem = ${NO_TEXT} and not text.pages_due
            and not exists (
              select 1 from document_text_page page where page.document_id = next.id and page.ocr <> 'NONE')
          returning text.document_id),
        due as (
          update document_text_page page set ocr = 'DUE' from scanned
          where page.document_id = scanned.document_id)
        select (select id from next order by id desc limit 1) as last,
          (select count(*)::integer from added) as added`.execute(tx)
      const [row] = rows
      if (row && row.added > 0) await queueJob(tx, textsJob, {}, { key: 'read_texts:filling' })
      return row?.last ?? null
    })
  }
}
