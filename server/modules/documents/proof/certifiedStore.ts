import { type RawBuilder, sql } from 'kysely'
import type { Interval } from '../../../access/pastSpans.ts'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { placedWithin } from '../core/subtree.ts'
import type { NamedFolder, ReadableSpan } from './certifiedSpans.ts'

/** The files of a tree that a certificate lists. */
export interface CertifiedTree {
  proofId: string
  treeId: string
  organisationId: string
}

/** SQL: `span`, each list by which files could be seen, from when to when. */
const spanRows = (spans: readonly ReadableSpan[]): RawBuilder<unknown> => {
  const rows = spans.flatMap(({ from, to, aclIds, redactedIds, seesEarlier }) =>
    aclIds.map((aclId) => ({ aclId, from, to, isRedacted: redactedIds.has(aclId), seesEarlier })),
  )
  return sql`
    span as materialized (
      select * from unnest(${rows.map(({ aclId }) => aclId)}::bigint[], ${rows.map(({ from }) => from)}::timestamptz[],
        ${rows.map(({ to }) => to)}::timestamptz[], ${rows.map(({ isRedacted }) => isRedacted)}::boolean[],
        ${rows.map(({ seesEarlier }) => seesEarlier)}::boolean[])
        as span (acl_id, since, until, is_redacted, sees_earlier))`
}

/**
 * Puts down the files that could be seen in an interval, each with when, in the order of their paths. A list of entries had
 * what its former rows say, one after the other, and what it has now since; a file was in the lists that its own say.
 * @returns how many
 */
export async function insertCertified(
  db: Connection,
  { proofId, treeId, organisationId }: CertifiedTree,
  spans: readonly ReadableSpan[],
  folders: readonly NamedFolder[],
): Promise<number> {
  if (spans.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with ${spanRows(spans)}, folder as materialized (
      select * from unnest(${folders.map(({ id }) => id)}::uuid[], ${folders.map(({ path }) => path)}::text[])
        with ordinality as folder (id, path, place)
    ), place as materialized (
      select place.folder_id from folder_place place where ${placedWithin([[treeId]])}
    ), former as materialized (
      select f.list_id, f.folder_id, f.acl_id, f.is_deleted, f.until,
        lag(f.until, 1, '-infinity') over (partition by f.list_id order by f.id) as since
      from former_folder_list f where f.organisation_id = ${organisationId} and not f.is_folder
    ), state as (
      select list_id, folder_id, acl_id, is_deleted, since, until from former
      where folder_id in (select folder_id from place)
      union all
      select l.id, l.folder_id, l.acl_id, l.is_deleted,
        coalesce((select max(f.until) from former f where f.list_id = l.id), '-infinity'), 'infinity'
      from folder_list l where not l.is_folder and l.folder_id in (select folder_id from place)
    ), readable as materialized (
      select state.list_id, state.folder_id, state.acl_id, span.is_redacted, span.sees_earlier,
        greatest(state.since, span.since) as since, least(state.until, span.until) as until
      from state join span on span.acl_id = state.acl_id
      where not state.is_deleted and greatest(state.since, span.since) < least(state.until, span.until)
    ), moved as materialized (
      select f.document_id, f.list_id, f.until,
        lag(f.until, 1, d.created_at) over (partition by f.document_id order by f.id) as since
      from former_place f join document d on d.id = f.document_id
      where f.organisation_id = ${organisationId} and d.tree_id = ${treeId} and not d.is_folder
    ), placed as (
      select document_id, list_id, since, until from moved where list_id is not null
      union all
      select n.document_id, n.list_id, last.until, 'infinity'::timestamptz
      from (select document_id, max(until) as until from moved group by document_id) last
      join document_name_search n on n.document_id = last.document_id
    ), seen as (
      select n.document_id, r.folder_id, r.acl_id, r.is_redacted, r.sees_earlier,
        greatest(r.since, d.created_at) as since, r.until
      from readable r join document_name_search n on n.list_id = r.list_id join document d on d.id = n.document_id
      where d.created_at < r.until and not exists (select from moved where moved.document_id = n.document_id)
      union all
      select p.document_id, r.folder_id, r.acl_id, r.is_redacted, r.sees_earlier,
        greatest(r.since, p.since), least(r.until, p.until)
      from placed p join readable r on r.list_id = p.list_id
      where greatest(r.since, p.since) < least(r.until, p.until)
    ), whole as (
      select document_id, is_redacted, sees_earlier, range_agg(tstzrange(since, until)) as seen,
        (array_agg(folder_id order by until desc))[1] as folder_id,
        (array_agg(acl_id order by until desc))[1] as acl_id
      from seen group by document_id, is_redacted, sees_earlier
    ), renamed as materialized (
      select a.document_id, a.at, a.id, a.detail ->> 'formerPath' as path from activity a
      where a.tree_id = ${treeId} and a.kind = 'RENAME' and a.at > ${spans[0]?.from ?? 'infinity'}::timestamptz
    ), named as (
      select whole.*, folder.place, folder.path as folder, coalesce(
        (select regexp_replace(r.path, '^.*/', '') from renamed r
          where r.document_id = whole.document_id and r.at >= upper(whole.seen) order by r.at, r.id limit 1), d.name) as name
      from whole join document d on d.id = whole.document_id left join folder on folder.id = whole.folder_id
    ), added as (
      insert into certified_document
        (proof_id, organisation_id, tree_id, position, document_id, path, seen, is_redacted, sees_earlier, acl_id)
      select ${proofId}, ${organisationId}, ${treeId},
        row_number() over (order by place nulls last, name collate name_order, document_id, is_redacted, sees_earlier),
        document_id, case when folder <> '' then folder || '/' || name else name end, seen, is_redacted, sees_earlier, acl_id
      from named returning 1)
    select count(*)::int as count from added`.execute(db)
  return rows[0]?.count ?? 0
}

export const deleteCertified = async (db: Connection, proofId: string): Promise<void> =>
  void (await db.deleteFrom('certified_document').where('proof_id', '=', proofId).execute())

/** A version of a file that could be seen. */
export interface CertifiedVersion {
  documentId: string
  versionId: string
  path: string
  treeId: string
  /** In lower case without the dot. */
  extension: string
  /** Bytes of the file as it was uploaded. */
  uploadedSize: number
  withdrawnAt: Date | null
  /** Whether its bytes were removed for good. */
  isRemoved: boolean
  /** By which list it was seen at the end. */
  aclId: number
  /** Of the stored file of its redacted rendition; null for the file itself, and where its bytes were removed. */
  renditionFileId: string | null
  version: number
  isRedacted: boolean
  /** Bytes of what was given; null where nothing was made of it yet. */
  size: number | null
  /** In hexadecimal, of what was given. */
  sha256: string | null
  /** For a group when it came to its readers, which of something staged is its publication (STAGE-03). */
  uploadedAt: Date
  /** When the file came into the room, for whoever may see it; null while it is staged. */
  publishedAt: Date | null
  seenFrom: Date
  /** Null where it could be seen to the end. */
  seenUntil: Date | null
}

/** The versions that could be seen of a page of the listed files. A version was the current one until the next one came. */
export async function certifiedVersions(
  db: Connection,
  { proofId, treeId }: CertifiedTree,
  { interval: { to }, isOfGroup }: { interval: Interval; isOfGroup: boolean },
  { after, limit }: { after: number; limit: number },
): Promise<{ last: number | null; versions: CertifiedVersion[] }> {
  const { rows } = await sql<CertifiedVersion & { position: number; hasVersion: boolean }>`
    with page as materialized (
      select * from certified_document c
      where c.proof_id = ${proofId} and c.tree_id = ${treeId} and c.position > ${after}
      order by c.position limit ${limit})
    select page.position::int, v.id is not null as "hasVersion", page.document_id as "documentId", page.path,
      page.tree_id as "treeId", d.extension, v.size as "uploadedSize",
      v.withdrawn_at as "withdrawnAt", d.bytes_removed_at is not null as "isRemoved", page.acl_id as "aclId", v.id as "versionId", made.file_id as "renditionFileId",
      v.number as version, page.is_redacted as "isRedacted",
      case when page.is_redacted then made.size else v.size end as size,
      encode(case when page.is_redacted then made.sha256 else v.sha256 end, 'hex') as sha256,
      case when ${isOfGroup}::boolean then greatest(v.created_at, d.created_at) else v.created_at end as "uploadedAt",
      case when d.created_at < ${to}::timestamptz and not acl.is_staged then d.created_at end
        as "publishedAt",
      greatest(lower(page.seen), made.applied_at) as "seenFrom",
      nullif(least(upper(page.seen), made.ended_at), ${to}::timestamptz) as "seenUntil"
    from page join document d on d.id = page.document_id join acl on acl.id = d.acl_id
    left join lateral (
      select v.* from document_version v
      where v.document_id = page.document_id and v.created_at < ${to}::timestamptz
        and (page.sees_earlier and v.created_at < upper(page.seen) or page.seen && tstzrange(v.created_at,
          (select n.created_at from document_version n where n.document_id = v.document_id and n.number > v.number
            order by n.number limit 1)))) v on true
    left join lateral (
      select r.size, r.file_id, coalesce(file.sha256, r.sha256) as sha256, r.applied_at, r.ended_at
      from redaction r left join stored_file file on file.id = r.file_id
      where page.is_redacted and r.version_id = v.id and r.applied_at is not null and r.size is not null
        and page.seen && tstzrange(r.applied_at, r.ended_at)) made on true
    -- Of whoever was given redacted renditions nothing tells a version of which none was made.
    order by page.position, v.number, made.applied_at`.execute(db)
  return {
    last: rows.at(-1)?.position ?? null,
    versions: rows.filter(({ hasVersion, isRedacted, size }) => hasVersion && !(isRedacted && size === null)),
  }
}

/** That somebody opened, printed or downloaded a version. */
export interface CertifiedUse {
  at: Date
  personId: string
  person: string
  company: string | null
  kind: 'VIEW' | 'PRINT' | 'DOWNLOAD' | 'MARKED'
  path: string
  version: number | null
  /** Name of the token by which it was done. */
  token: string | null
}

/** From when to when people count; null for everybody. */
export type Members = readonly { personId: string; since: Date | null; until: Date | null }[] | null

/** A use after which a page begins. */
export interface UseCursor {
  at: string
  id: number
}

/** SQL: uses of documents of a tree in an interval, as `a`. */
const usesOf = ({ treeId }: CertifiedTree, { from, to }: Interval): RawBuilder<unknown> => sql`
  from activity a where a.tree_id = ${treeId} and a.kind in ('VIEW', 'DOWNLOAD') and a.at >= ${from}::timestamptz
    and a.at < ${to}::timestamptz`

/** SQL: whether use `a` is told of: of a listed file `c`, while it could be seen, by a member of then. */
const isCertified = (members: Members): RawBuilder<boolean> =>
  members === null
    ? sql<boolean>`c.seen @> a.at`
    : sql<boolean>`c.seen @> a.at and not (coalesce(a.detail, '{}') ? 'viewedAs') and exists (
        select from unnest(${members.map(({ personId }) => personId)}::uuid[],
          ${members.map(({ since }) => since)}::timestamptz[], ${members.map(({ until }) => until)}::timestamptz[])
          as member (person_id, since, until)
        where member.person_id = a.person_id and coalesce(member.since, '-infinity') <= a.at
          and coalesce(member.until, 'infinity') > a.at)`

/** How many uses of a tree there were, listed or not: for progress alone, since to join them takes as long as to read them. */
export async function countUses(db: Connection, tree: CertifiedTree, interval: Interval): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count ${usesOf(tree, interval)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Those among the next so many uses of a tree, the first one first. So many are read by the index of a tree's uses before any
 * is joined: PostgreSQL would begin with the files otherwise, and sort all uses of them for each page.
 */
export async function certifiedUses(
  db: Connection,
  tree: CertifiedTree,
  interval: Interval,
  members: Members,
  { after, limit }: { after: UseCursor | null; limit: number },
): Promise<{ last: UseCursor | null; uses: CertifiedUse[] }> {
  const follows = after ? sql`and (a.at, a.id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
  const { rows } = await sql<CertifiedUse & { cursorAt: string; id: number; isTold: boolean }>`
    with page as materialized (
      select a.* ${usesOf(tree, interval)} ${follows} order by a.at, a.id limit ${limit})
    select a.id, a.at, a.at::text as "cursorAt", c.path is not null as "isTold", p.id as "personId",
      ${fullNameIn('p')} as person, company.name as company, c.path,
      case when a.detail ? 'isPrint' then 'PRINT' when a.detail ? 'isMarked' then 'MARKED' else a.kind end as kind,
      v.number as version, (select t.name from api_token t where t.id = a.session_id) as token
    from page a
    left join lateral (
      select c.path from certified_document c
      where c.proof_id = ${tree.proofId} and c.document_id = a.document_id and ${isCertified(members)}
      limit 1) c on true
    left join person p on c.path is not null and p.id = a.person_id
    left join company on company.id = p.company_id
    left join document_version v on c.path is not null and v.id = a.version_id
    order by a.at, a.id`.execute(db)
  const last = rows.at(-1)
  return {
    last: last ? { at: last.cursorAt, id: last.id } : null,
    uses: rows.filter(({ isTold }) => isTold),
  }
}
