import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { placedWithin } from '../core/subtree.ts'
import type { TreeRow } from '../core/trees.ts'

/** What happened to rights in a transaction, to one thing. */
export interface AccessEvent {
  /** Of the change, as PostgreSQL writes it. */
  at: Moment
  /** Right before it. */
  before: Moment
  kind: 'LIST' | 'DOCUMENT' | 'ADDED' | 'MEMBER' | 'GROUP' | 'END' | 'ROLE' | 'ROOM'
  /** Who made it; null where nothing says so. */
  by: string | null
  /** Entries that it is about; null for all files, or all folders, of a kind in the folder. */
  count: number | null
  isFolder: boolean | null
  /** The folder in which they are; of people and groups null. */
  folderId: string | null
  /** The document, where it is one. */
  documentId: string | null
  /** Lists before and after; null where the entries were not there. */
  formerAclId: number | null
  aclId: number | null
  /** Whether they lay in another folder before. */
  isMoved: boolean
  groupId: string | null
  personId: string | null
  roleId: string | null
  /** Of somebody who joined; false of who left. */
  isJoining: boolean | null
}

interface AccessEventQuery {
  tree: TreeRow
  from: Moment
  to: Moment
  /** Groups whose members count. */
  groupIds: readonly string[]
  roleIds: readonly string[]
}

/** SQL: columns of an event, those that are not named null. */
const event = (kind: AccessEvent['kind'], said: Readonly<Record<string, RawBuilder<unknown>>>) => {
  const column = (name: string, type: string) =>
    sql`${said[name] ?? sql`null`}${sql.raw(`::${type}`)} as ${sql.ref(name)}`
  return sql`${sql.lit(kind)} as kind, ${sql.join([
    column('until', 'timestamptz'),
    column('changed_by', 'uuid'),
    column('count', 'int'),
    column('folder_id', 'uuid'),
    column('document_id', 'uuid'),
    column('former_acl_id', 'bigint'),
    column('acl_id', 'bigint'),
    column('is_moved', 'boolean'),
    column('group_id', 'uuid'),
    column('person_id', 'uuid'),
    column('role_id', 'uuid'),
    column('is_joining', 'boolean'),
    column('is_folder', 'boolean'),
  ])}`
}

/** SQL: what a list of entries was right before a change, or after it, as `list`; by its first former row from then on. */
const listAt = (listId: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select folder_id, case when not is_deleted then acl_id end as acl_id from (
    (select 0 as n, f.folder_id, f.acl_id, f.is_deleted from former_folder_list f
      where f.list_id = ${listId} and ${condition} order by f.id limit 1)
    union all
    select 1, l.folder_id, l.acl_id, l.is_deleted from folder_list l where l.id = ${listId}) known
  order by n limit 1`

/** SQL: all events of the interval, as `event`. */
const eventsOf = (query: AccessEventQuery): RawBuilder<unknown> => {
  const { tree, from, to, groupIds, roleIds } = query
  const inside = (alias: string) =>
    sql`${sql.ref(`${alias}.until`)} > ${from}::timestamptz and ${sql.ref(`${alias}.until`)} <= ${to}::timestamptz
      and ${sql.ref(`${alias}.organisation_id`)} = ${tree.organisationId}`
  const entityId = tree.portfolioId ?? tree.holdingCompanyId
  return sql`
    place as materialized (
      select place.folder_id from folder_place place where ${placedWithin([[tree.treeId]])}
    ), own_list as materialized (
      select o.* from former_folder_list o
      where ${inside('o')} and o.folder_id in (select folder_id from place)
    ), own_place as materialized (
      select o.*, d.parent_id, d.acl_id as root_acl_id,
        (select next.id from former_place next where next.document_id = o.document_id and next.id > o.id
          order by next.id limit 1) as next_id
      from former_place o join document d on d.id = o.document_id and d.tree_id = ${tree.treeId}
      where ${inside('o')} and (o.list_id is not null or o.acl_id is not null)
    ), placed as materialized (
      select o.until, o.changed_by, o.document_id,
        case when o.parent_id is null then o.document_id else coalesce(later.folder_id, former.folder_id) end as folder_id,
        case when o.parent_id is null then o.acl_id else former.acl_id end as former_acl_id,
        case when o.parent_id is null
          then coalesce((select next.acl_id from former_place next where next.id = o.next_id), o.root_acl_id)
          else later.acl_id end as acl_id,
        o.parent_id is not null and former.folder_id <> later.folder_id as is_moved
      from own_place o
      left join lateral (${listAt(sql`o.list_id`, sql`f.until >= o.until`)}) former on true
      left join lateral (${listAt(
        sql`coalesce((select next.list_id from former_place next where next.id = o.next_id),
          (select named.list_id from document_name_search named where named.document_id = o.document_id))`,
        sql`f.until > o.until`,
      )}) later on true
    ), added as materialized (
      select a.at, d.id, coalesce(v.created_by, made.person_id) as created_by, list.folder_id, list.acl_id
      from document_arrival a join document d on d.id = any(a.document_ids)
      left join document_version v on v.document_id = d.id and v.number = 1
      left join activity made on made.document_id = d.id and made.kind = 'CREATE_FOLDER' and made.at = a.at and d.is_folder
      left join lateral (${listAt(
        sql`coalesce((select f.list_id from former_place f where f.document_id = d.id and f.until > a.at order by f.id limit 1),
          (select named.list_id from document_name_search named where named.document_id = d.id))`,
        sql`f.until > a.at`,
      )}) list on true
      where a.tree_id = ${tree.treeId} and a.at > ${from}::timestamptz and a.at <= ${to}::timestamptz
        -- What was staged came with its publication.
        and not exists (select from former_place staged
          where staged.document_id = d.id and staged.list_id is null and staged.acl_id is null)
    ), event as materialized (
      select ${event('LIST', {
        until: sql`o.until`,
        changed_by: sql`o.changed_by`,
        is_folder: sql`o.is_folder`,
        folder_id: sql`coalesce(next.folder_id, o.folder_id)`,
        former_acl_id: sql`case when not o.is_deleted then o.acl_id end`,
        acl_id: sql`next.acl_id`,
        is_moved: sql`coalesce(next.folder_id <> o.folder_id, false)`,
      })}
      -- A list that is gone had lost all of its entries to others, which are told of one by one.
      from own_list o join lateral (${listAt(sql`o.list_id`, sql`f.id > o.id`)}) next on true
      union all
      select ${event('DOCUMENT', {
        until: sql`until`,
        changed_by: sql`changed_by`,
        count: sql`count(*)`,
        folder_id: sql`folder_id`,
        document_id: sql`case when count(*) = 1 then (array_agg(document_id))[1] end`,
        former_acl_id: sql`former_acl_id`,
        acl_id: sql`acl_id`,
        is_moved: sql`is_moved`,
      })}
      from placed group by until, changed_by, folder_id, former_acl_id, acl_id, is_moved
      union all
      select ${event('ADDED', {
        until: sql`at`,
        changed_by: sql`(array_agg(created_by))[1]`,
        count: sql`count(*)`,
        folder_id: sql`folder_id`,
        document_id: sql`case when count(*) = 1 then (array_agg(id))[1] end`,
        acl_id: sql`acl_id`,
        is_moved: sql`false`,
      })}
      from added group by at, folder_id, acl_id
      union all
      select ${event('MEMBER', {
        until: sql`o.until`,
        changed_by: sql`o.changed_by`,
        count: sql`1`,
        group_id: sql`split_part(o.row_key, '/', 1)`,
        person_id: sql`split_part(o.row_key, '/', 2)`,
        is_joining: sql`o.was is null`,
      })}
      from former_right o
      where ${inside('o')} and o.subject = 'membership'
        and split_part(o.row_key, '/', 1) = any(${[...groupIds]}::text[])
      union all
      select distinct ${event('GROUP', {
        until: sql`o.until`,
        changed_by: sql`o.changed_by`,
        count: sql`1`,
        group_id: sql`split_part(o.row_key, '/', 1)`,
      })}
      from former_right o
      where ${inside('o')} and (o.subject in ('user_group_portfolio', 'user_group_holding_company')
        and split_part(o.row_key, '/', 2) = ${entityId}::text
        or o.subject = 'user_group' and o.row_key = any(${[...groupIds]}::text[])
          -- A new name is no change of rights.
          and (o.was - 'name') is distinct from coalesce(
            (select next.was - 'name' from former_right next
              where next.subject = 'user_group' and next.row_key = o.row_key and next.id > o.id order by next.id limit 1),
            (select jsonb_build_object('id', g.id, 'role_id', g.role_id, 'organisation_wide', g.organisation_wide)
              from user_group g where g.id = case when o.subject = 'user_group' then o.row_key::uuid end)))
      union all
      select ${event('END', { until: sql`ends_at`, count: sql`1`, group_id: sql`group_id` })}
      from (
        select group_id::text as group_id, access_ends_at as ends_at from user_group_portfolio
        where portfolio_id = ${tree.portfolioId}::uuid
        union
        select split_part(row_key, '/', 1), (was ->> 'access_ends_at')::timestamptz from former_right
        where organisation_id = ${tree.organisationId} and subject = 'user_group_portfolio'
          and was ->> 'portfolio_id' = ${tree.portfolioId}::text and (was ->> 'access_ends_at')::timestamptz < until) ended
      where ends_at > ${from}::timestamptz and ends_at <= ${to}::timestamptz
      union all
      select distinct ${event('ROLE', {
        until: sql`o.until`,
        changed_by: sql`o.changed_by`,
        count: sql`1`,
        role_id: sql`split_part(o.row_key, '/', 1)`,
      })}
      from former_right o
      where ${inside('o')} and o.subject = 'role_permission'
        and split_part(o.row_key, '/', 1) = any(${[...roleIds]}::text[])
      union all
      select distinct ${event('ROOM', { until: sql`o.until`, changed_by: sql`o.changed_by`, count: sql`1` })}
      from former_right o
      where ${inside('o')} and (o.subject = 'document_tree' and o.row_key = ${tree.treeId}
        or o.subject in ('room_phase', 'portfolio', 'holding_company') and o.row_key = ${entityId}::text
        or o.subject = 'organisation'))`
}

/** Events of an interval, the last first, and how many there are. */
export async function accessEvents(
  db: Connection,
  query: AccessEventQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; events: AccessEvent[] }> {
  const { rows } = await sql<AccessEvent & { total: number }>`
    with ${eventsOf(query)}, changing as materialized (
      -- Of what is deleted, restored or another list alone it matters whom it was permitted to; what is staged is there for
      -- nobody, until it comes with its publication.
      select event.* from event
      left join acl former on former.id = event.former_acl_id and not former.is_staged
      left join acl later on later.id = event.acl_id and not later.is_staged
      where event.kind not in ('LIST', 'DOCUMENT') or former.id is distinct from later.id)
    select e.until::text as at, (e.until - interval '1 microsecond')::text as before, e.kind, p.first_name || ' ' || p.last_name as by, e.count,
      e.folder_id as "folderId", e.document_id as "documentId", e.former_acl_id as "formerAclId", e.acl_id as "aclId",
      e.is_moved as "isMoved", e.group_id as "groupId", e.person_id as "personId", e.role_id as "roleId",
      e.is_joining as "isJoining", e.is_folder as "isFolder", (select count(*)::int from changing) as total
    from changing e left join person p on p.id = e.changed_by
    order by e.until desc, e.kind, e.folder_id, e.document_id, e.group_id, e.person_id, e.former_acl_id, e.acl_id
    limit ${limit} offset ${offset}`.execute(db)
  return { count: rows[0]?.total ?? 0, events: rows }
}
