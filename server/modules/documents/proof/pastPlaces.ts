import { type RawBuilder, sql } from 'kysely'
import type { GivenLevel } from '../../../../shared/documentLevels.ts'
import type { DealStatus, PrincipalType } from '../../../../shared/enumerations.ts'
import { formerRow, type Moment } from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { placedWithin } from '../core/subtree.ts'
import type { TreeRow } from '../core/trees.ts'

/** A document as it lay at a moment. Its name is that of now: a renaming is no change of rights. */
export interface PastDocument {
  id: string
  isFolder: boolean
  /** Empty for the root. */
  name: string
  /** Null for the root. */
  parentId: string | null
  aclId: number
}

/**
 * SQL: columns of a document `d` as it was then. It was in the list that its first change of lists after the moment left,
 * and this list had what its own first change after it found; where neither has changed since, they are those of now.
 */
const PAST_COLUMNS = sql`
  d.id, d.is_folder as "isFolder", d.name, case when d.parent_id is not null then list.folder_id end as "parentId",
  case when d.parent_id is null then coalesce(before.acl_id, d.acl_id) else list.acl_id end as "aclId"`

/** SQL: documents `d` that were there then, with the list that they were in. */
const pastDocuments = (at: Moment): RawBuilder<unknown> => sql`
  document d
  left join lateral (
    select f.list_id, f.acl_id, f.list_id is null and f.acl_id is null as is_absent from former_place f
    where f.document_id = d.id and f.until > ${at}::timestamptz order by f.id limit 1) before on true
  left join document_name_search named on named.document_id = d.id
  left join lateral (
    select * from (
      (select 0 as place, f.folder_id, f.acl_id, f.is_deleted from former_folder_list f
        where f.list_id = coalesce(before.list_id, named.list_id) and f.until > ${at}::timestamptz
        order by f.id limit 1)
      union all
      select 1, l.folder_id, l.acl_id, l.is_deleted from folder_list l
        where l.id = coalesce(before.list_id, named.list_id)) known
    order by known.place limit 1) list on true`

/** SQL: whether it was there, and not deleted. What is published became as old as that; when it came is kept apart. */
const wasThere = (at: Moment): RawBuilder<boolean> => sql<boolean>`
  before.is_absent is not true and (d.parent_id is null or list.is_deleted = false)
  and (d.created_at <= ${at}::timestamptz or exists (
    select from former_place f
    where f.document_id = d.id and f.list_id is null and f.acl_id is null and f.until <= ${at}::timestamptz))`

/** The documents among the ids that were there at a moment, in no order; whatever their permissions. */
export async function documentsAt(
  db: Connection,
  ids: readonly string[],
  at: Moment,
): Promise<PastDocument[]> {
  const { rows } = await sql<PastDocument>`
    select ${PAST_COLUMNS} from ${pastDocuments(at)}
    where d.id = any(${ids}::uuid[]) and ${wasThere(at)}`.execute(db)
  return rows
}

/** All folders of a tree that were there at a moment, the root among them, by name. */
export async function foldersAt(db: Connection, treeId: string, at: Moment): Promise<PastDocument[]> {
  const { rows } = await sql<PastDocument>`
    select ${PAST_COLUMNS} from ${pastDocuments(at)}
    where d.id in (select place.folder_id from folder_place place where ${placedWithin([[treeId]])})
      and ${wasThere(at)}
    order by d.name collate name_order, d.id`.execute(db)
  return rows
}

/** Folders above a document as it lay then, the nearest first. */
export async function foldersAbove(
  db: Connection,
  document: PastDocument,
  at: Moment,
): Promise<PastDocument[]> {
  const above: PastDocument[] = []
  for (let next = document.parentId; next !== null; ) {
    const [folder] = await documentsAt(db, [next], at)
    if (!folder) break
    above.push(folder)
    next = folder.parentId
  }
  return above
}

/** A tree as it was: to whom documents were permitted, the usual level, and how far its entity was. */
export async function treeAt(db: Connection, tree: TreeRow, at: Moment): Promise<TreeRow> {
  const former = await formerRow<{ permissions_type: PrincipalType; usual_level: GivenLevel }>(
    db,
    'document_tree',
    tree.treeId,
    at,
  )
  const entity = tree.portfolioId
    ? await formerRow<{ status: DealStatus }>(db, 'portfolio', tree.portfolioId, at)
    : tree.holdingCompanyId &&
      (await formerRow<{ status: DealStatus }>(db, 'holding_company', tree.holdingCompanyId, at))
  return {
    ...tree,
    permissionsType: former?.permissions_type ?? tree.permissionsType,
    usualLevel: former?.usual_level ?? tree.usualLevel,
    status: entity ? entity.status : tree.status,
  }
}
