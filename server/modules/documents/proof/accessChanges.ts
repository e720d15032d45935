import { type RawBuilder, sql } from 'kysely'
import type { Moment, PastGroup } from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { TreeRow } from '../core/trees.ts'

/** Moments that are given of a document's changes. */
const MAX_MOMENTS = 200

/** What a question about a document's access is about. */
export interface AccessSubject {
  documentId: string
  tree: TreeRow
  /** Those that gave anything there, then or now. */
  groups: readonly PastGroup[]
}

/**
 * SQL: changes of what a document's access follows from, as `change`: of the document and its list of entries, of its tree
 * and room, of groups with their roles, and of who is in them.
 */
const changesOf = ({ documentId, tree, groups }: AccessSubject): RawBuilder<unknown> => sql`
  own as materialized (
    select until, list_id from former_place where document_id = ${documentId}
  ), own_list as (
    select list_id from own where list_id is not null
    union select list_id from document_name_search where document_id = ${documentId}
  ), change as materialized (
    select until, 'document' as subject, null as key, null as person from own
    union all
    select until, 'document', null, null from former_folder_list where list_id in (select list_id from own_list)
    union all
    select f.until, case when f.subject in ('membership', 'user_group', 'user_group_portfolio', 'user_group_holding_company')
        then 'group' when f.subject = 'role_permission' then 'role' else 'room' end,
      split_part(f.row_key, '/', 1), case when f.subject = 'membership' then split_part(f.row_key, '/', 2) end
    from former_right f
    where f.organisation_id = ${tree.organisationId} and (
      f.subject = 'document_tree' and f.row_key = ${tree.treeId}
      or f.subject in ('room_phase', 'portfolio') and f.row_key = ${tree.portfolioId}::text
      or f.subject = 'holding_company' and f.row_key = ${tree.holdingCompanyId}::text
      or f.subject = 'organisation'
      or f.subject in ('user_group_portfolio', 'user_group_holding_company')
        and split_part(f.row_key, '/', 2) = ${tree.portfolioId ?? tree.holdingCompanyId}::text
      or f.subject in ('membership', 'user_group')
        and split_part(f.row_key, '/', 1) = any(${groups.map(({ id }) => id)}::text[])
      or f.subject = 'role_permission'
        and split_part(f.row_key, '/', 1) = any(${groups.map(({ held }) => held.roleId)}::text[])))`

/** Moments at which something changed that who could see the document follows from, the last ones, in their order. */
export async function changeMoments(db: Connection, subject: AccessSubject): Promise<Date[]> {
  const { rows } = await sql<{ until: Date }>`
    with ${changesOf(subject)}
    select distinct date_trunc('milliseconds', until) + interval '1 millisecond' as until from change
    order by until desc limit ${MAX_MOMENTS}`.execute(db)
  return rows.map(({ until }) => until).toReversed()
}

/** Since when nothing has changed of what somebody was given; null for since before the record. */
export type Since = (by: { group: PastGroup | undefined; personId: string | null }) => Date | null

/** Since when access to a document had been what it was at a moment. */
export async function sinceAt(db: Connection, subject: AccessSubject, at: Moment): Promise<Since> {
  const { rows } = await sql<{ subject: string; key: string | null; person: string | null; until: Date }>`
    with ${changesOf(subject)}
    select subject, key, person, max(until) as until from change where until <= ${at}::timestamptz
    group by subject, key, person
    union all
    select 'document', null, null, d.created_at from document d
    where d.id = ${subject.documentId} and d.parent_id is not null and d.created_at <= ${at}::timestamptz
      and d.created_at >= (select since from access_record)`.execute(db)
  const of = new Map(rows.map((row) => [[row.subject, row.key, row.person].join(), row.until]))
  const always = rows.flatMap(({ subject: kind, until }) =>
    kind === 'document' || kind === 'room' ? [until] : [],
  )
  return ({ group, personId }) => {
    const own = group
      ? [
          of.get(['role', group.held.roleId, null].join()),
          of.get(['group', group.id, null].join()),
          of.get(['group', group.id, personId].join()),
        ]
      : []
    const moments = [...always, ...own].flatMap((moment) => moment?.getTime() ?? [])
    return moments.length === 0 ? null : new Date(Math.max(...moments))
  }
}
