import { sql } from 'kysely'
import { actorAt, type Moment, memberAt } from '../../../access/past.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readableAcls } from '../core/acls.ts'
import { accessBy } from '../core/levels.ts'
import { type OpenTree, openOrNull, type TreeRow } from '../core/trees.ts'
import { levelText } from './documentAccess.ts'
import { entriesAt, type PastEntries } from './pastEntries.ts'
import { treeAt } from './pastPlaces.ts'

/** A person, or a group as each of its members has it by it alone. */
export type Principal = { personId: string } | { groupId: string }

/** What somebody could see of a tree at a moment (PROOF-02). */
export interface SeenEntries extends PastEntries {
  /** Of the person or the group; null for whoever held nothing in the room by a group. */
  name: string | null
}

const nothing = (name: string | null): SeenEntries => ({ name, count: 0, page: async () => [] })

/** Tree of then as the principal had it open; null where they did not. With their name. */
async function openedAt(
  db: Connection,
  tree: TreeRow,
  principal: Principal,
  at: Moment,
): Promise<{ name: string | null; tree: OpenTree | null } | null> {
  const place = scopeOf(tree)
  const holder =
    'personId' in principal
      ? await actorAt(db, principal.personId, place, at)
      : await memberAt(db, principal.groupId, place, at)
  return holder && { name: holder.name, tree: openOrNull(holder.actor, await treeAt(db, tree, at)) }
}

/** What a principal could see of a tree at a moment, of a folder of then and below, or of all of it by its root. */
export async function seenBy(
  db: Connection,
  { tree: now, principal, folderId }: { tree: TreeRow; principal: Principal; folderId: string },
  at: Moment,
): Promise<SeenEntries> {
  const opened = await openedAt(db, now, principal, at)
  if (!opened?.tree) return nothing(opened?.name ?? null)
  const { name, tree } = opened
  const entries = await entriesAt(db, {
    tree,
    folderId,
    at,
    aclIds: await readableIds(db, tree),
    levelOf: (acl) => levelText(accessBy(acl, tree)),
  })
  return { name, ...entries }
}

/** Ids of the tree's lists by which its actor reads; null for all of them. */
export async function readableIds(db: Connection, tree: OpenTree): Promise<ReadonlySet<number> | null> {
  if (tree.rights.admin) return null
  const { rows } = await sql<{ id: number }>`select distinct unnest(${readableAcls(tree)}) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
