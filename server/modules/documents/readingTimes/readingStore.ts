import { type RawBuilder, sql } from 'kysely'
import { groupHolds } from '../../../access/audience.ts'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isOfSeen, usePage } from '../analytics/analyticsStore.ts'
import { isReadable } from '../core/acls.ts'
import type { OpenTree } from '../core/trees.ts'
import { adminRight, openingRights } from '../policy.ts'

/** What is asked for of the figures: those of one file, or of a time. */
export interface ReadingFilter {
  documentId?: string
  /** Pages of this version alone; null for none. Of all versions where it is left out. */
  versionId?: string | null
  /** What was read at this moment or later, and before the other. */
  since?: Date | null
  until?: Date
}

export interface ReadingQuery extends ReadingFilter {
  limit: number
  offset: number
  /** One of the names that the table sorts by. */
  ordering: string
  descending: boolean
}

export interface GroupReading {
  /** The group. */
  id: string
  name: string
  memberCount: number
  readerCount: number
  permittedFiles: number
  openedFiles: number
  share: number
  pagesRead: number
  ms: number
  prints: number
  downloads: number
  activeDays: number
  lastReadAt: Date | null
}

export interface PersonReading {
  /** The person. */
  id: string
  name: string
  company: string | null
  documents: number
  pagesRead: number
  ms: number
  lastReadAt: Date
}

export interface ReadingPage<Row> {
  count: number
  rows: Row[]
}

const isWithin = (moment: string, { since, until }: ReadingFilter): RawBuilder<unknown> => sql`
  ${since ? sql`${sql.ref(moment)} >= ${since}` : sql`true`} and ${until ? sql`${sql.ref(moment)} < ${until}` : sql`true`}`

const isOf = (tree: OpenTree, alias: string, { documentId }: ReadingFilter): RawBuilder<unknown> =>
  documentId === undefined ? isOfSeen(tree, alias) : sql`${sql.ref(`${alias}.document_id`)} = ${documentId}`

/**
 * SQL: by person and document, what the access log has of those that the actor sees, without what was done in a view of
 * others: openings, prints and downloads, the days of openings and the last one.
 */
const used = (tree: OpenTree, filter: ReadingFilter): RawBuilder<unknown> => sql`
  select a.person_id, a.document_id, d.acl_id,
    count(*) filter (where a.kind = 'VIEW' and a.detail ->> 'isPrint' is null) as openings,
    count(*) filter (where a.kind = 'VIEW' and a.detail ->> 'isPrint' is not null) as prints,
    count(*) filter (where a.kind = 'DOWNLOAD') as downloads,
    array_agg(distinct (a.at at time zone 'UTC')::date) filter (where a.kind = 'VIEW') as days,
    max(a.at) filter (where a.kind = 'VIEW') as last_at
  from activity a join document d on d.id = a.document_id and d.deleted_at is null
  where a.kind in ('VIEW', 'DOWNLOAD') and a.detail ->> 'viewedAs' is null and ${isOf(tree, 'a', filter)}
    and ${isWithin('a.at', filter)}
  group by a.person_id, a.document_id, d.acl_id`

/** SQL: by person, document and page, how long it was in view. */
const read = (tree: OpenTree, filter: ReadingFilter): RawBuilder<unknown> => sql`
  select r.person_id, r.document_id, r.page, sum(r.ms)::bigint as ms, max(r.last_at) as last_at
  from page_reading r join document d on d.id = r.document_id and d.deleted_at is null
  where r.ms > 0 and ${isOf(tree, 'r', filter)} and ${isWithin('r.last_at', filter)}
    and ${filter.versionId === undefined ? sql`true` : sql`r.version_id = ${filter.versionId}::uuid`}
  group by r.person_id, r.document_id, r.page`

/** SQL: by person and document, what they have opened or read of it. */
const readDocuments = sql`
  select person_id, document_id, sum(openings)::bigint as openings, sum(pages)::bigint as pages, sum(ms)::bigint as ms,
    max(last_at) as last_at
  from (
    select person_id, document_id, openings, 0 as pages, 0 as ms, last_at from used where last_at is not null
    union all
    select person_id, document_id, 0, count(*), sum(ms), max(last_at) from read group by person_id, document_id
  ) as part
  group by person_id, document_id`

/** SQL: the groups that open the tree, with the principal by which they read in it, and whether they see all of it. */
const groups = ({ organisationId, place, type, permissionsType }: OpenTree): RawBuilder<unknown> => sql`
  select g.id, g.name, ${permissionsType === 'GROUP' ? sql`g.id` : sql`g.role_id`} as principal,
    ${groupHolds(place, adminRight(type))} as sees_all
  from user_group g
  where g.organisation_id = ${organisationId} and ${groupHolds(place, ...openingRights(type))}`

const byName = sql`name collate name_order`
const GROUP_ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  group: byName,
  share: sql`share`,
  pages: sql`"pagesRead"`,
  time: sql`ms`,
  downloads: sql`downloads`,
  last: sql`"lastReadAt"`,
}
const PERSON_ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  user: byName,
  company: sql`company collate name_order`,
  pages: sql`"pagesRead"`,
  time: sql`ms`,
  documents: sql`documents`,
  last: sql`"lastReadAt"`,
}

/** The names by which each table sorts. */
export const READING_ORDERINGS = {
  group: Object.keys(GROUP_ORDER),
  person: Object.keys(PERSON_ORDER),
} as const

const COUNTED = sql`count(*) as count`

/** By group of those that open the tree, also those that have opened nothing (PAGE-29). */
export const readingByGroup = (
  db: Connection,
  tree: OpenTree,
  query: ReadingQuery,
): Promise<ReadingPage<GroupReading>> =>
  usePage<GroupReading>(
    db,
    {
      base: sql`
        with used as materialized (${used(tree, query)}), read as materialized (${read(tree, query)}),
        list as materialized (
          select acl.id, acl.principals, sum(t.files)::bigint as files
          from folder_tally t join acl on acl.id = t.acl_id
          where t.folder_id = ${tree.id} and ${isReadable(tree, 't.acl_id')} and not acl.is_staged group by acl.id),
        of_principal as materialized (
          select named.id, sum(list.files)::bigint as files
          from list cross join unnest(list.principals) as named(id) group by named.id),
        opening as materialized (${groups(tree)}),
        member as materialized (
          select m.group_id, m.person_id from membership m join opening on opening.id = m.group_id
          join person p on p.id = m.person_id and p.is_active),
        by_use as (
          select group_id, count(distinct person_id) filter (where last_at is not null) as readers,
            sum(prints)::bigint as prints, sum(downloads)::bigint as downloads, max(last_at) as last_at
          from member join used using (person_id) group by group_id),
        by_day as (
          select group_id, count(distinct day) as days
          from member join used using (person_id) cross join unnest(used.days) as day group by group_id),
        by_file as (
          select member.group_id, count(distinct used.document_id) as files
          from member join used using (person_id) join opening on opening.id = member.group_id
          join list on list.id = used.acl_id
          where used.last_at is not null and (opening.sees_all or list.principals is null
            or opening.principal = any(list.principals))
          group by member.group_id),
        by_page as (
          select group_id, count(distinct (document_id, page)) as pages, sum(ms)::bigint as ms, max(last_at) as last_at
          from member join read using (person_id) group by group_id)
        select opening.id, opening.name, (select count(*) from member where group_id = opening.id) as members,
          coalesce(by_use.readers, 0) as readers, coalesce(by_use.prints, 0) as prints,
          coalesce(by_use.downloads, 0) as downloads, coalesce(by_day.days, 0) as days,
          coalesce(by_file.files, 0) as opened, coalesce(by_page.pages, 0) as pages, coalesce(by_page.ms, 0) as ms,
          greatest(by_use.last_at, by_page.last_at) as last_at,
          case when opening.sees_all then (select coalesce(sum(files), 0) from list)
            else (select coalesce(sum(files), 0) from list where principals is null) + coalesce(of_principal.files, 0)
          end::bigint as permitted
        from opening left join of_principal on of_principal.id = opening.principal
        left join by_use on by_use.group_id = opening.id left join by_day on by_day.group_id = opening.id
        left join by_file on by_file.group_id = opening.id left join by_page on by_page.group_id = opening.id`,
      totals: COUNTED,
      rows: sql`
        select id, name, members as "memberCount", readers as "readerCount", permitted as "permittedFiles",
          opened as "openedFiles", case when permitted = 0 then 0 else opened::double precision / permitted end as share,
          pages as "pagesRead", ms, prints, downloads, days as "activeDays", last_at as "lastReadAt"
        from use`,
    },
    GROUP_ORDER[query.ordering] ?? byName,
    query,
  )

/** By person of those that have opened or read something. */
export const readingByPerson = (
  db: Connection,
  tree: OpenTree,
  query: ReadingQuery,
): Promise<ReadingPage<PersonReading>> =>
  usePage<PersonReading>(
    db,
    {
      base: sql`
        with used as materialized (${used(tree, query)}), read as materialized (${read(tree, query)})
        select person_id, count(*) as documents, sum(pages)::bigint as pages, sum(ms)::bigint as ms,
          max(last_at) as last_at
        from (${readDocuments}) as by_document group by person_id`,
      totals: COUNTED,
      rows: sql`
        select p.id, ${fullNameIn('p')} as name, c.name as company, use.documents,
          use.pages as "pagesRead", use.ms, use.last_at as "lastReadAt"
        from use join person p on p.id = use.person_id left join company c on c.id = p.company_id`,
    },
    PERSON_ORDER[query.ordering] ?? byName,
    query,
  )

/** How one person read a file. */
export interface FileReader {
  /** The person. */
  id: string
  /** Names of those by which they see it. */
  groups: string[]
  openings: number
  pagesRead: number
  ms: number
  lastReadAt: Date
}

/** Readers of a file that the caller has shown to be in view, by time. @param versionId as of ReadingFilter */
export async function readersOfFile(
  db: Connection,
  tree: OpenTree,
  { documentId, aclId, ...version }: { documentId: string; aclId: number; versionId?: string | null },
): Promise<FileReader[]> {
  const filter = { documentId, ...version }
  const { rows } = await sql<FileReader>`
    with used as materialized (${used(tree, filter)}), read as materialized (${read(tree, filter)}),
    opening as materialized (
      select opening.id, opening.name from (${groups(tree)}) as opening join acl on acl.id = ${aclId}
      where opening.sees_all or acl.principals is null or opening.principal = any(acl.principals))
    select by_document.person_id as id, openings, pages as "pagesRead", ms, last_at as "lastReadAt",
      array(select opening.name from opening join membership m on m.group_id = opening.id
        where m.person_id = by_document.person_id order by opening.name collate name_order, opening.id) as groups
    from (${readDocuments}) as by_document
    order by ms desc, last_at desc, person_id`.execute(db)
  return rows
}

/** How one page was read. */
export interface PageRead {
  documentId: string
  /** From 1. */
  number: number
  readerCount: number
  ms: number
}

/** A file, and the version of which its analyst is told; null for none. */
export interface ReadVersion {
  documentId: string
  versionId: string | null
}

/** Pages of versions of files that the caller has shown to be in view: those that somebody read, in order. */
export async function pagesOfVersions(db: Connection, versions: readonly ReadVersion[]): Promise<PageRead[]> {
  const asked = versions.flatMap(({ documentId, versionId }) =>
    versionId ? [{ documentId, versionId }] : [],
  )
  const { rows } = await sql<PageRead>`
    select r.document_id as "documentId", r.page as number, count(distinct r.person_id) as "readerCount",
      sum(r.ms)::bigint as ms
    from unnest(${asked.map(({ documentId }) => documentId)}::uuid[], ${asked.map(({ versionId }) => versionId)}::uuid[])
      with ordinality as asked(id, version_id, place)
    join document d on d.id = asked.id and d.deleted_at is null
    join page_reading r on r.document_id = d.id and r.version_id = asked.version_id and r.ms > 0
    group by asked.place, r.document_id, r.page order by asked.place, r.page`.execute(db)
  return rows
}

/** Pages of a version; null until known. */
export async function pageCountOf(db: Connection, versionId: string): Promise<number | null> {
  const { rows } = await sql<{ count: number | null }>`
    select cardinality(widths) as count from version_pages where version_id = ${versionId}`.execute(db)
  return rows[0]?.count ?? null
}

/** The files with pages that somebody read, of those that the actor may see, by id after one of them. */
export async function readFiles(
  db: Connection,
  tree: OpenTree,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where d.id in (select r.document_id from page_reading r where r.ms > 0 and ${isOfSeen(tree, 'r')})
      and d.deleted_at is null and (${after}::uuid is null or d.id > ${after}::uuid)
    order by d.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
