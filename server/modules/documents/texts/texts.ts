import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import { isSearched, UNKNOWN_KIND } from '../../../platform/searchText/index.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { givenOf } from '../core/renditions.ts'

/** Reads texts that wait; queued by each change that leaves some waiting. */
export const textsJob = defineJob<Record<string, never>>('read_texts', { lane: 'long' })

/** Reads pages that wait for OCR; queued with the text of a file that has some. */
export const pagesJob = defineJob<Record<string, never>>('read_pages', { lane: 'long' })

/** Milliseconds without a further change of the tree, until its texts are read: an upload comes first. */
const PAUSE_MS = { least: 1500, most: 3000 }

/** A new upload is read before what is read again (FIND-03). */
export const NEW = 0
export const AGAIN = 1

/**
 * Notes that the files wait to be read, and queues the job; what was read of an earlier version goes with the same
 * transaction (FIND-18). The caller holds the tree's lock.
 */
export async function awaitTexts(
  tx: Tx,
  tree: { id: string; organisationId: string },
  files: readonly Pick<DocumentNode, 'id' | 'versionId' | 'extension'>[],
  priority = NEW,
): Promise<void> {
  const readable = files.filter(({ versionId, extension }) => versionId && isSearched(extension))
  const ids = files.map(({ id }) => id)
  await sql`
    delete from document_text where document_id = any(${ids}::uuid[])`.execute(tx)
  if (readable.length === 0) return
  await sql`
    insert into document_text (organisation_id, document_id, version_id, priority)
    select ${tree.organisationId}::uuid, document_id, version_id, ${priority}
    from unnest(${readable.map(({ id }) => id)}::uuid[], ${readable.map(({ versionId }) => versionId)}::uuid[])
      as waiting (document_id, version_id)`.execute(tx)
  const [unlessAfter, runAt] = [new Date(Date.now() + PAUSE_MS.least), new Date(Date.now() + PAUSE_MS.most)]
  await queueJob(tx, textsJob, {}, { key: `read_texts:${tree.id}`, runAt, unlessAfter })
}

/** Files that wait to be read, and since when the first of them does; null where none waits (FIND-21). */
export async function waitingTexts(db: Connection): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::integer as count, min(queued_at) as since from document_text where state = 'WAITING'`.execute(
    db,
  )
  return rows[0] ?? { count: 0, since: null }
}

export type ReadingState = 'WAITING' | 'READ' | 'PARTLY_READ' | 'NOT_READ'

/** How far a document is read for the search, and why no further, in words (FIND-04). */
export interface Reading {
  state: ReadingState
  problem: string | null
}

/** Of documents that the caller has read, in their order. For a loader. */
export async function readingsOf(db: Connection, nodes: readonly DocumentNode[]): Promise<Reading[]> {
  const rows = await db
    .selectFrom('document_text')
    .select(['document_id as id', 'state', 'problem'])
    .where('document_id', '=', (eb) => eb.fn.any(eb.val(nodes.map(({ id }) => id))))
    .$castTo<Reading & { id: string }>()
    .execute()
  const known = new Map(rows.map(({ id, state, problem }) => [id, { state, problem }]))
  const given = await givenOf(db, nodes)
  const read = await readRenditions(
    db,
    given.flatMap(({ rendition }) => rendition?.redactionId ?? []),
  )
  return nodes.map((node, at): Reading => {
    if (node.isFolder) return { state: 'READ', problem: null }
    const content = given[at]
    // How far the file itself is read tells of it (REDACT-20).
    if (content?.access.rendition === 'REDACTED') {
      const isRead = content.rendition !== null && read.has(content.rendition.redactionId)
      return { state: isRead ? 'READ' : 'WAITING', problem: null }
    }
    if (!isSearched(node.extension)) return { state: 'NOT_READ', problem: UNKNOWN_KIND }
    return known.get(node.id) ?? { state: 'WAITING', problem: null }
  })
}

/** Those of the redactions whose renditions are read for the search, or can't be. */
async function readRenditions(db: Connection, redactionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (redactionIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from redaction where id = any(${redactionIds}::uuid[]) and text_read_at is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
