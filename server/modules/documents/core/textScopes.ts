import { sql } from 'kysely'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../../platform/database/withLock.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'

/**
 * The words of documents are kept by scopes, each of one tree and one access list, so that a search touches those alone
 * that its reader may read by. A change of access lists leaves the words where they are: what is found is compared with
 * the document's own list anyway, and a job gives scopes their new list a moment later.
 */
export const placeTextsJob = defineJob<{ treeId: string }>('place_texts', { lane: 'long' })

/** Milliseconds after the first of several changes. */
const PAUSE_MS = 1000
/** Documents whose words are written again in one transaction. */
const BATCH = 50

/** After a change of access lists in a tree, in its transaction. */
export const queueTextPlacing = (tx: Tx, treeId: string): Promise<void> => {
  const runAt = new Date(Date.now() + PAUSE_MS)
  return queueJob(tx, placeTextsJob, { treeId }, { key: `texts:${treeId}`, runAt, unlessAfter: new Date() })
}

const lockOf = (treeId: string) => advisoryLock(`texts:${treeId}`)

/** Takes the lock under which words come into a tree's scopes. */
export const takeTexts = <T>(db: Database, treeId: string, change: (tx: Tx) => Promise<T>): Promise<T> =>
  withLock(db, lockOf(treeId), change)

/** The id of the scope of a list, made if it is new. The caller holds the tree's lock of texts. */
export async function scopeOf(
  tx: Tx,
  { treeId, organisationId, aclId }: { treeId: string; organisationId: string; aclId: number },
): Promise<number> {
  const there = await tx
    .selectFrom('text_scope')
    .select('id')
    .where('tree_id', '=', treeId)
    .where('acl_id', '=', aclId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (there) return there.id
  const made = await tx
    .insertInto('text_scope')
    .values({ organisation_id: organisationId, tree_id: treeId, acl_id: aclId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Gives each document's words to a scope of its list: a scope that has moved as a whole just gets its new list. */
export async function placeTexts(db: Database, treeId: string): Promise<void> {
  await takeTexts(db, treeId, async (tx) => {
    await sql`
      with counted as (
        select part.scope_id, document.acl_id, count(*) as documents
        from text_scope scope join document_text_part part on part.scope_id = scope.id
          join document on document.id = part.document_id
        where scope.tree_id = ${treeId} and part.part = 1
        group by part.scope_id, document.acl_id),
      most as (
        select distinct on (scope_id) scope_id, acl_id from counted order by scope_id, documents desc, acl_id)
      update text_scope set acl_id = most.acl_id from most
      where text_scope.id = most.scope_id and text_scope.acl_id <> most.acl_id`.execute(tx)
    await sql`
      delete from text_scope where tree_id = ${treeId}
        and not exists (select 1 from document_text_part part where part.scope_id = text_scope.id)`.execute(
      tx,
    )
  })
  for (;;) {
    const moved = await takeTexts(db, treeId, (tx) => moveSome(tx, treeId))
    if (moved < BATCH) return
  }
}

async function moveSome(tx: Tx, treeId: string): Promise<number> {
  const strays = await straysOf(tx, treeId)
  for (const { documentId, aclId, organisationId } of strays) {
    const scope = await scopeOf(tx, { treeId, organisationId, aclId })
    await sql`
      update document_text_part set scope_id = ${scope},
        words = array_to_tsvector(array(
          select regexp_replace(word, '^[0-9]+', ${String(scope)}) from unnest(tsvector_to_array(words)) as word))
      where document_id = ${documentId}`.execute(tx)
  }
  return strays.length
}

async function straysOf(
  db: Connection,
  treeId: string,
): Promise<{ documentId: string; aclId: number; organisationId: string }[]> {
  const { rows } = await sql<{ documentId: string; aclId: number; organisationId: string }>`
    select part.document_id as "documentId", document.acl_id as "aclId", scope.organisation_id as "organisationId"
    from text_scope scope join document_text_part part on part.scope_id = scope.id
      join document on document.id = part.document_id
    where scope.tree_id = ${treeId} and part.part = 1 and document.acl_id <> scope.acl_id
    limit ${BATCH}`.execute(db)
  return rows
}
