import { type RawBuilder, sql } from 'kysely'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readableGroups } from '../core/nameGroups.ts'
import type { OpenTree } from '../core/trees.ts'

/** How much somebody or something was used. */
interface Use {
  downloadCount: number
  viewCount: number
}

export interface PersonUse extends Use {
  /** The person. */
  id: string
  /** Sign-ins within which the person viewed or downloaded in the tree (ANA-17). */
  sessionCount: number
}

export interface CompanyUse extends PersonUse {
  userCount: number
}

export interface DocumentUse extends Use {
  /** The document. */
  id: string
  /** False for a deleted one (ANA-13). */
  live: boolean
}

/** A page of rows with the figures of all rows (ANA-12). */
export interface UsePage<Row> {
  count: number
  maxUser: number
  maxSession: number
  maxDownload: number
  maxView: number
  rows: Row[]
}

/** What is counted of the uses; null for all. */
export interface UseFilter {
  since: Date | null
  companyId: string | null
  personId: string | null
}

export interface UseQuery extends UseFilter {
  limit: number
  offset: number
  /** One of the names that the table sorts by. */
  ordering: string
  descending: boolean
}

const isCounted = ({ since, companyId, personId }: UseFilter): RawBuilder<unknown> => sql`
  ${since ? sql`a.at >= ${since}` : sql`true`}
  and ${personId ? sql`a.person_id = ${personId}` : sql`true`}
  and ${companyId ? sql`a.person_id in (select id from person where company_id = ${companyId})` : sql`true`}`

// Views are what is no download: a million rows are read once and not twice.
const COUNTS = sql`count(*) as uses, count(*) filter (where a.kind = 'DOWNLOAD') as downloads`

/**
 * SQL: whether a row of that alias is of a document that the actor may see, a deleted one by the permissions that it had.
 * Unless that is every document, those of each are found by its id: to leave out what is hidden from the accesses of the
 * whole tree would take the longer the more of it there is, and so tell of it.
 */
export const isOfSeen = (tree: OpenTree, alias: string): RawBuilder<unknown> =>
  tree.rights.admin
    ? sql`${sql.ref(`${alias}.tree_id`)} = ${tree.id}`
    : sql`${sql.ref(`${alias}.document_id`)} = any(array(
        select named.document_id from ${readableGroups(tree)}
        join document_name_search named on named.group_id = g.id
        where not g.is_folder))`

/** SQL: the accesses of documents that the actor may see. */
const accesses = (tree: OpenTree, filter: UseFilter): RawBuilder<unknown> => sql`
  a.kind in ('VIEW', 'DOWNLOAD') and ${isCounted(filter)} and ${isOfSeen(tree, 'a')}`

/** By person: first each session, then their sums. */
const usePerPerson = (tree: OpenTree, filter: UseFilter): RawBuilder<unknown> => sql`
  select person_id, count(session_id) as sessions, (sum(uses) - sum(downloads))::bigint as views,
    sum(downloads)::bigint as downloads
  from (
    select a.person_id, a.session_id, ${COUNTS}
    from activity a where ${accesses(tree, filter)}
    group by a.person_id, a.session_id
  ) as session
  group by person_id`

const MAXIMA = sql`count(*) as count, coalesce(max(sessions), 0) as "maxSession",
  coalesce(max(downloads), 0) as "maxDownload", coalesce(max(views), 0) as "maxView"`

interface Totals extends Omit<UsePage<unknown>, 'rows'> {
  /** Null where the page is empty. */
  id: string | null
}

/**
 * One statement for the page and for the figures of all rows: `base` is what is counted, `rows` the same with the
 * columns that are shown and sorted by.
 */
export async function usePage<Row extends { id: string }>(
  db: Connection,
  parts: { base: RawBuilder<unknown>; totals: RawBuilder<unknown>; rows: RawBuilder<unknown> },
  order: RawBuilder<unknown>,
  { limit, offset, descending }: Pick<UseQuery, 'limit' | 'offset' | 'descending'>,
): Promise<UsePage<Row>> {
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Totals & Row>`
    with use as materialized (${parts.base})
    select totals.*, page.*
    from (select ${parts.totals} from use) as totals
    left join lateral (
      select line.* from (${parts.rows}) as line
      order by ${order} ${direction} nulls last, name collate name_order nulls last, id
      limit ${limit} offset ${offset}
    ) as page on true
    order by ${order} ${direction} nulls last, name collate name_order nulls last, id`.execute(db)
  const { count = 0, maxUser = 0, maxSession = 0, maxDownload = 0, maxView = 0 } = rows[0] ?? {}
  return {
    count,
    maxUser,
    maxSession,
    maxDownload,
    maxView,
    rows: rows.filter((row) => row.id !== null),
  }
}

const byName = sql`name collate name_order`
const COMPANY_ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  company: byName,
  users: sql`"userCount"`,
  sessions: sql`"sessionCount"`,
  downloads: sql`"downloadCount"`,
  views: sql`"viewCount"`,
}
const USER_ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  user: byName,
  company: sql`company collate name_order`,
  sessions: sql`"sessionCount"`,
  downloads: sql`"downloadCount"`,
  views: sql`"viewCount"`,
}
const DOCUMENT_ORDER: Readonly<Record<string, RawBuilder<unknown>>> = {
  document: byName,
  downloads: sql`"downloadCount"`,
  views: sql`"viewCount"`,
}

/** The names by which each table sorts. */
export const ORDERINGS = {
  company: Object.keys(COMPANY_ORDER),
  user: Object.keys(USER_ORDER),
  document: Object.keys(DOCUMENT_ORDER),
} as const

const FIGURES = sql`sessions as "sessionCount", downloads as "downloadCount", views as "viewCount"`

/** By company; who belongs to none is in no row. */
export const useByCompany = (db: Connection, tree: OpenTree, query: UseQuery): Promise<UsePage<CompanyUse>> =>
  usePage(
    db,
    {
      // Added up once, and not again for each person where the planner knows little about them.
      base: sql`
        with person_use as materialized (${usePerPerson(tree, query)})
        select p.company_id, count(*) as users, sum(sessions)::bigint as sessions, sum(views)::bigint as views,
          sum(downloads)::bigint as downloads
        from person_use join person p on p.id = person_use.person_id
        where p.company_id is not null
        group by p.company_id`,
      totals: sql`${MAXIMA}, coalesce(max(users), 0) as "maxUser"`,
      rows: sql`
        select c.id, c.name, users as "userCount", ${FIGURES} from use join company c on c.id = use.company_id`,
    },
    COMPANY_ORDER[query.ordering] ?? byName,
    query,
  )

export const useByPerson = (db: Connection, tree: OpenTree, query: UseQuery): Promise<UsePage<PersonUse>> =>
  usePage(
    db,
    {
      base: usePerPerson(tree, query),
      totals: MAXIMA,
      rows: sql`
        select p.id, ${fullNameIn('p')} as name, c.name as company, ${FIGURES}
        from use join person p on p.id = use.person_id left join company c on c.id = p.company_id`,
    },
    USER_ORDER[query.ordering] ?? byName,
    query,
  )

/**
 * By document; a deleted one has no name, not for sorting either. Each is found by its id, so that no hidden one is
 * looked at on the way.
 */
export const useByDocument = (
  db: Connection,
  tree: OpenTree,
  query: UseQuery,
): Promise<UsePage<DocumentUse>> =>
  usePage(
    db,
    {
      base: sql`
        select document_id, 0 as sessions, uses - downloads as views, downloads from (
          select a.document_id, ${COUNTS}
          from activity a where ${accesses(tree, query)}
          group by a.document_id
        ) as document_use`,
      totals: MAXIMA,
      rows: sql`
        select d.id, case when d.deleted_at is null then d.name end as name, d.deleted_at is null as live,
          downloads as "downloadCount", views as "viewCount"
        from use cross join lateral (
          select id, name, deleted_at from document where id = use.document_id offset 0) as d`,
    },
    DOCUMENT_ORDER[query.ordering] ?? byName,
    query,
  )

/** Use of one version of a document. */
export interface VersionUse extends Use {
  documentId: string
  /** Its number, from 1. */
  version: number
}

/** Versions of one document at most. */
const MAX_VERSIONS = 10

/** By version, the newest first, of documents that the caller has shown to be in view (DOC-45). */
export async function useByVersion(
  db: Connection,
  documentIds: readonly string[],
  filter: UseFilter,
): Promise<VersionUse[]> {
  const { rows } = await sql<VersionUse>`
    select document_id as "documentId", version, uses - downloads as "viewCount", downloads as "downloadCount"
    from unnest(${documentIds}::uuid[]) as asked (id) cross join lateral (
      select a.document_id, v.number as version, ${COUNTS}
      from activity a join document_version v on v.id = a.version_id
      where a.kind in ('VIEW', 'DOWNLOAD') and a.document_id = asked.id and ${isCounted(filter)}
      group by a.document_id, v.number order by v.number desc limit ${MAX_VERSIONS}) as used`.execute(db)
  return rows
}
