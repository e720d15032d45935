import { sql } from 'kysely'
import type { HeldSpan, Interval } from '../../../access/pastSpans.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { accessBy } from '../core/levels.ts'
import { openOrNull, type TreeRow } from '../core/trees.ts'
import { seesEarlierVersions } from '../policy.ts'
import { foldersAt, type PastDocument, treeAt } from './pastPlaces.ts'
import { readableIds } from './principalAccess.ts'

/** By which lists of a tree files could be seen for a while. */
export interface ReadableSpan extends Interval {
  aclIds: readonly number[]
  /** Those among them by which redacted renditions were given. */
  redactedIds: ReadonlySet<number>
  seesEarlier: boolean
}

const allLists = async (db: Connection, treeId: string): Promise<number[]> =>
  (await db.selectFrom('acl').select('id').where('tree_id', '=', treeId).execute()).map(({ id }) => id)

/** What a group could see of a tree, change by change; without a group all of it. */
export async function readableSpans(
  db: Connection,
  tree: TreeRow,
  held: readonly HeldSpan[] | null,
  interval: Interval,
): Promise<ReadableSpan[]> {
  if (held === null) {
    return [
      { ...interval, aclIds: await allLists(db, tree.treeId), redactedIds: new Set(), seesEarlier: true },
    ]
  }
  const spans: ReadableSpan[] = []
  for (const { from, to, holder } of held) {
    const opened = holder && openOrNull(holder.actor, await treeAt(db, tree, from))
    if (!opened) continue
    const ids = await readableIds(db, opened)
    const aclIds = ids === null ? await allLists(db, tree.treeId) : [...ids]
    const acls = await aclsByIds(db, aclIds)
    const redactedIds = new Set(
      [...acls].flatMap(([id, acl]) => (accessBy(acl, opened).rendition === 'REDACTED' ? [id] : [])),
    )
    spans.push({ from, to, aclIds, redactedIds, seesEarlier: seesEarlierVersions(opened) })
  }
  return spans
}

/** Folders in the order of their paths. */
export interface NamedFolder {
  id: string
  path: string
}

/** Names that entries had until they were renamed after a moment, by id. */
async function formerNames(db: Connection, treeId: string, after: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    select distinct on (a.document_id) a.document_id as id, a.detail ->> 'formerPath' as path from activity a
    where a.tree_id = ${treeId} and a.kind = 'RENAME' and a.at > ${after}::timestamptz
    order by a.document_id, a.at, a.id`.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path.slice(path.lastIndexOf('/') + 1)]))
}

/**
 * Folders of a tree as they lay at the end of the last of the spans, in names of then, as far as they could be seen: a file in
 * another one is told without its folder.
 */
export async function foldersAtEnd(
  db: Connection,
  tree: TreeRow,
  spans: readonly ReadableSpan[],
  isAll: boolean,
): Promise<NamedFolder[]> {
  const last = spans.at(-1)
  if (!last) return []
  // Right before it ended.
  const { rows } = await sql<{ at: string }>`
    select (${last.to}::timestamptz - interval '1 microsecond')::text as at`.execute(db)
  const at = rows[0]?.at ?? last.to
  const readable = new Set(last.aclIds)
  const found = (await foldersAt(db, tree.treeId, at)).filter(
    ({ parentId, aclId }) => isAll || parentId === null || readable.has(aclId),
  )
  const names = await formerNames(db, tree.treeId, at)
  const byId = new Map(found.map((folder) => [folder.id, folder]))
  const paths = new Map<string, string>()
  const pathOf = (folder: PastDocument): string => {
    const known = paths.get(folder.id)
    if (known !== undefined) return known
    const above = folder.parentId === null ? undefined : byId.get(folder.parentId)
    const own = names.get(folder.id) ?? folder.name
    const path = above ? (above.parentId === null ? own : `${pathOf(above)}/${own}`) : ''
    paths.set(folder.id, path)
    return path
  }
  const inOrder = new Intl.Collator('en', { numeric: true })
  return found
    .map((folder) => ({ id: folder.id, path: pathOf(folder) }))
    .toSorted((one, other) => inOrder.compare(one.path, other.path) || (one.id < other.id ? -1 : 1))
}
