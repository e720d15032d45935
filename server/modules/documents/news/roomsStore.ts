import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { LAST_ID } from '../core/subtree.ts'
import type { OpenTree } from '../core/trees.ts'
import { versionMoment } from '../core/versionMoment.ts'
import { formerListSince, MAX_CHANGES } from './newness.ts'
import { hasEnded, WITH_REQUEST } from './visits.ts'

export interface RoomNews {
  count: number
  /** When the newest of it was published or opened. */
  at: Date
}

/** SQL: whether somebody reads by the list, of the row `acl`, with the principals in that column; null is everything. */
const readsBy = (column: 'room.principals' | 'room.former') => sql<boolean>`
  ((${sql.ref(column)} is null or acl.principals is null or acl.principals && ${sql.ref(column)}
    or acl.traversal && ${sql.ref(column)}) and (room.sees_staged or not acl.is_staged))`

/**
 * What is new in each of many trees to who has it open, in the order of the trees, null for nothing: what they would find
 * marked if they came in now, by the rules of newness.ts, all in one statement. It is no visit, so nothing is written.
 */
export async function newInRooms(db: Connection, trees: readonly OpenTree[]): Promise<(RoomNews | null)[]> {
  if (trees.length === 0) return []
  const asked = JSON.stringify(
    trees.map(({ id, actor, rights, principals, seesStaged }, at) => ({
      room_id: at,
      tree_id: id,
      person_id: actor.personId,
      principals: rights.admin ? null : principals,
      sees_staged: seesStaged,
    })),
  )
  const { rows } = await sql<RoomNews & { room: number }>`
    with room as materialized (
      select asked.room_id, asked.tree_id, asked.person_id, asked.principals, asked.sees_staged,
        ${WITH_REQUEST.since} as since, ${WITH_REQUEST.formerPrincipals} as former,
        ${WITH_REQUEST.readFolders} as read_folders
      from jsonb_to_recordset(${asked}::jsonb) as asked(room_id integer, tree_id uuid, person_id uuid, principals uuid[],
        sees_staged boolean)
      join tree_visit visit on visit.tree_id = asked.tree_id and visit.person_id = asked.person_id
      where ${hasEnded} or visit.since is not null
    ), opened as materialized (
      select person_id, version_id from activity
      where person_id in (select person_id from room) and at > (select min(since) from room)
        and kind in ('VIEW', 'DOWNLOAD') and version_id is not null
    ), list as materialized (
      select room.room_id, acl.id, ${readsBy('room.former')} as is_former
      from room join acl on acl.tree_id = room.tree_id where ${readsBy('room.principals')}
    ), closed as materialized (
      select distinct room.room_id, former.document_id
      from room join former_list former on former.tree_id = room.tree_id and former.at > room.since
      join acl on acl.id = former.acl_id where not ${readsBy('room.former')}
    ), candidate as materialized (
      select room.room_id, found.document_id from room cross join lateral (
        select named.document_id from list
        cross join lateral (
          select id, all_changed_at from name_group as g
          where g.acl_id = list.id and g.changed_at > room.since and not g.is_folder and not g.is_deleted
          order by g.changed_at desc, g.id desc limit ${MAX_CHANGES}) as g
        cross join lateral (
          select document_id, greatest(changed_at, g.all_changed_at) as changed_at from document_name_search
          where group_id = g.id
            and changed_at > case when g.all_changed_at > room.since then '-infinity' else room.since end
          order by 2 desc) as named
        where list.room_id = room.room_id
        order by named.changed_at desc, named.document_id limit ${MAX_CHANGES}) as found
      union
      select room_id, document_id from closed
      union
      select room.room_id, found.document_id from room cross join lateral (
        select named.document_id from closed join folder_place top on top.folder_id = closed.document_id
        join folder_place place on place.path >= top.path and place.path < top.path || ${LAST_ID}::uuid
        join name_group g on g.folder_id = place.folder_id and not g.is_folder and not g.is_deleted
        join list on list.id = g.acl_id and list.room_id = room.room_id
        join document_name_search named on named.group_id = g.id
        where closed.room_id = room.room_id limit ${MAX_CHANGES}) as found
      union
      select room.room_id, found.document_id from room cross join lateral (
        select named.document_id from list
        join name_group g on g.tree_id = room.tree_id and g.acl_id = list.id and not g.is_folder and not g.is_deleted
        join document_name_search named on named.group_id = g.id
        where list.room_id = room.room_id and not list.is_former limit ${MAX_CHANGES}) as found
    ), placed as (
      select room.*, document.path, ${versionMoment} as created_at, case when exists (
          select from acl where acl.id = coalesce(former.acl_id, document.acl_id) and not ${readsBy('room.former')}
        ) then coalesce(former.at, room.since) end as permitted_at
      from candidate join room on room.room_id = candidate.room_id
      join document on document.id = candidate.document_id and document.deleted_at is null
      join list on list.id = document.acl_id and list.room_id = room.room_id
      join document_version version on version.id = document.current_version_id
      ${formerListSince(sql`room.since`)}
      where version.created_by <> room.person_id
        and (room.person_id, version.id) not in (select person_id, version_id from opened)
    ), marked as (
      select room_id, path, read_folders, case when created_at > since then created_at end as published_at, permitted_at
      from placed)
    select room_id as room, count(*)::int as count, max(coalesce(permitted_at, published_at)) as at
    from marked cross join lateral (
      select max(mark.at::timestamptz) as read_at from jsonb_each_text(read_folders) as mark(folder_id, at)
      where mark.folder_id::uuid = any(path)) as mark
    where published_at > coalesce(read_at, '-infinity') or permitted_at > coalesce(read_at, '-infinity')
    group by room_id`.execute(db)
  const found = new Map(rows.map(({ room, ...news }) => [room, news]))
  return trees.map((_tree, at) => found.get(at) ?? null)
}
