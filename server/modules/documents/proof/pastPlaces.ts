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
  before.is_absent is not true and (d.parent_id is null or list.is_deleted = false) and ${hadCome(at)}`

const hadCome = (at: Moment): RawBuilder<boolean> => sql<boolean>`
  (d.created_at <= ${at}::timestamptz or exists (
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

/**
 * SQL: `moved`, the list in which each document of the tree's organisation was that has left it since, and `was`, what each
 * list of entries had that has changed since. Read as a whole for questions about all of a tree: asked list by list they
 * would take as long as there are lists.
 */
const changedSince = (treeId: string, at: Moment): RawBuilder<unknown> => sql`
  moved as materialized (
    select distinct on (f.document_id) f.document_id, f.list_id, f.acl_id,
      f.list_id is null and f.acl_id is null as is_absent
    from former_place f
    where f.organisation_id = (select organisation_id from document_tree where id = ${treeId})
      and f.until > ${at}::timestamptz
    order by f.document_id, f.id
  ), was as materialized (
    select distinct on (f.list_id) f.list_id, f.folder_id, f.acl_id, f.is_folder, f.is_deleted
    from former_folder_list f
    where f.organisation_id = (select organisation_id from document_tree where id = ${treeId})
      and f.until > ${at}::timestamptz
    order by f.list_id, f.id
  )`

/** All folders of a tree that were there at a moment, the root among them, by name. */
export async function foldersAt(db: Connection, treeId: string, at: Moment): Promise<PastDocument[]> {
  const { rows } = await sql<PastDocument>`
    with ${changedSince(treeId, at)}
    select d.id, d.is_folder as "isFolder", d.name,
      case when d.parent_id is not null then coalesce(was.folder_id, l.folder_id) end as "parentId",
      case when d.parent_id is null then coalesce(before.acl_id, d.acl_id)
        else coalesce(was.acl_id, l.acl_id) end as "aclId"
    from folder_place place join document d on d.id = place.folder_id
    left join moved before on before.document_id = d.id
    left join document_name_search named on named.document_id = d.id
    left join was on was.list_id = coalesce(before.list_id, named.list_id)
    left join folder_list l on l.id = coalesce(before.list_id, named.list_id)
    where ${placedWithin([[treeId]])} and before.is_absent is not true
      and (d.parent_id is null or coalesce(was.is_deleted, l.is_deleted) = false)
      and ${hadCome(at)}
    order by d.name collate name_order, d.id`.execute(db)
  return rows
}

/** Files of a folder that had one access list. */
export interface ListedFiles {
  aclId: number
  files: number
}

/**
 * How many files each folder of a tree had at a moment, by access list. Counted from the groups of names of now and from what has
 * come, gone or changed its list since, so that it takes as long as there are folders and changes, and not documents.
 */
export async function filesByList(
  db: Connection,
  treeId: string,
  at: Moment,
): Promise<Map<string, ListedFiles[]>> {
  const { rows } = await sql<{ folderId: string; aclId: number; files: number }>`
    with place as materialized (
      select place.folder_id from folder_place place where ${placedWithin([[treeId]])}
    ), ${changedSince(treeId, at)}, now as (
      select l.*, count(*) over (partition by l.folder_id, l.acl_id, l.is_deleted) > 1 as is_double
      from folder_list l where not l.is_folder and (l.folder_id in (select folder_id from place)
        -- Lists that were in a folder of the tree then, and are in another one by now.
        or l.id in (select was.list_id from was where was.folder_id in (select folder_id from place)))
    ), list as materialized (
      select l.id as list_id, coalesce(was.folder_id, l.folder_id) as folder_id,
        coalesce(was.acl_id, l.acl_id) as acl_id, coalesce(was.is_deleted, l.is_deleted) as was_deleted,
        case when l.is_deleted or l.is_double
          then (select count(*) from document_name_search named where named.list_id = l.id)
          -- Tallies of folders count what lies deeper, too.
          else (select coalesce(sum(g.size), 0) from name_group g
            where g.folder_id = l.folder_id and g.acl_id = l.acl_id and not g.is_folder and not g.is_deleted) end as files
      from now l left join was on was.list_id = l.id
      union all
      -- Lists that are gone.
      select was.list_id, was.folder_id, was.acl_id, was.is_deleted, 0 from was
      where not was.is_folder and was.folder_id in (select folder_id from place)
        and not exists (select from folder_list l where l.id = was.list_id)
    ), young as materialized (
      select unnest(document_ids) as document_id from document_arrival
      where tree_id = ${treeId} and at > ${at}::timestamptz
    ), change as (
      select named.list_id, -count(*) as files
      from (select document_id from moved union select document_id from young) other
      -- One by one: how many there are is not known to PostgreSQL, which would read all documents otherwise.
      cross join lateral (
        select n.list_id from document_name_search n where n.document_id = other.document_id offset 0) named
      group by named.list_id
      union all
      select moved.list_id, count(*) from moved
      where moved.list_id is not null and moved.document_id not in (select document_id from young)
      group by moved.list_id
    ), changed as (
      select list_id, sum(files) as files from change group by list_id)
    select list.folder_id as "folderId", list.acl_id as "aclId",
      sum(list.files + coalesce(changed.files, 0))::int as files
    from list left join changed on changed.list_id = list.list_id
    where not list.was_deleted and list.folder_id in (select folder_id from place) group by list.folder_id, list.acl_id
    having sum(list.files + coalesce(changed.files, 0)) > 0`.execute(db)
  return Map.groupBy(rows, ({ folderId }) => folderId)
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
