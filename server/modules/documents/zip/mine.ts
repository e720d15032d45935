import { DAY_MS } from '../../../../shared/durations.ts'
import type { Actor } from '../../../access/actor.ts'
import { orHidden } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type DocumentNode, documentsByIds } from '../core/nodes.ts'
import { openTree } from '../core/trees.ts'
import { COLUMNS, type ZipRow } from './store.ts'

/** Milliseconds in which a zip that failed is still listed: as long as one that was made is kept (DOP-28). */
const FAILED_LISTED_MS = 7 * DAY_MS

/** Zips of the actor that lead somewhere yet: in the making, ready, or failed not long ago. */
const listed = (db: Connection, actor: Actor, treeId: string) => {
  const now = Date.now()
  return db
    .selectFrom('zip_export')
    .where('tree_id', '=', treeId)
    .where('person_id', '=', actor.personId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['QUEUED', 'RUNNING']),
        eb.and([eb('state', '=', 'READY'), eb('expires_at', '>', new Date(now))]),
        eb.and([eb('state', '=', 'FAILED'), eb('created_at', '>', new Date(now - FAILED_LISTED_MS))]),
      ]),
    )
}

/** A page of the zips of a tree that the actor asked for, the newest first. @throws as openTree */
export async function myZips(
  db: Connection,
  actor: Actor,
  treeId: string,
  page: { limit: number; offset: number },
): Promise<ZipRow[]> {
  const tree = await openTree(db, actor, treeId)
  return listed(db, actor, tree.id)
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<ZipRow>()
    .execute()
}

/** How many those are. @throws as openTree */
export async function countMyZips(db: Connection, actor: Actor, treeId: string): Promise<number> {
  const tree = await openTree(db, actor, treeId)
  const { count } = await listed(db, actor, tree.id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * For a loader, in the order of the zips: the first of what each was asked for, by which people know it; null where
 * the actor can't see it any more.
 */
export async function firstChosen(
  db: Connection,
  actor: Actor,
  zips: readonly ZipRow[],
): Promise<(DocumentNode | null)[]> {
  const found = new Map<string, DocumentNode>()
  for (const [treeId, ofTree] of Map.groupBy(zips, (zip) => zip.treeId)) {
    const tree = await orHidden(openTree(db, actor, treeId))
    const ids = ofTree.flatMap((zip) => zip.documentIds[0] ?? [])
    for (const node of tree ? await documentsByIds(db, tree, ids) : []) found.set(node.id, node)
  }
  return zips.map((zip) => found.get(zip.documentIds[0] ?? '') ?? null)
}
