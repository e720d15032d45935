import { sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { type Actor, groupsHolding } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { logAccess } from '../contents/downloads.ts'
import { permits } from '../core/acls.ts'
import { type Acl, accessBy } from '../core/levels.ts'
import { pathInNames } from '../core/paths.ts'
import { mayRedactOf } from '../core/redacting.ts'
import { givenRendition } from '../core/renditions.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { seesEarlierVersions, viewRight } from '../policy.ts'
import { newCode } from './markCode.ts'

/** An opening of a version by a person, with the code of its marks. */
export interface Opening {
  id: string
  code: string
}

export interface Opened {
  personId: string
  organisationId: string
  treeId: string
  documentId: string
  versionId: string
  /** Whose rendition it is; null for all of the file. */
  redactionId: string | null
}

/**
 * The opening that goes on, of the same person and version and up to a day old; otherwise a new one (MARK-09). Its record says in
 * whose view it was (MARK-30): in another one it does not go on.
 */
export async function openingOf(
  db: Database,
  opened: Opened,
  { openingId, viewedAs }: { openingId: string | null; viewedAs: string | null },
): Promise<Opening> {
  const { personId, organisationId, treeId, documentId, versionId, redactionId } = opened
  if (openingId !== null && isId(openingId)) {
    const { rows } = await sql<{ code: string }>`
      select code from page_mark
      where opening_id = ${openingId} and kind = 'SCREEN' and person_id = ${personId} and version_id = ${versionId}
        and redaction_id is not distinct from ${redactionId}::uuid
        and (first_at is null or viewed_as is not distinct from ${viewedAs}::text)
        and created_at > now() - interval '1 day'`.execute(db)
    const [going] = rows
    if (going) return { id: openingId, code: going.code }
  }
  const opening = { id: newId(), code: newCode() }
  await sql`
    insert into page_mark (code, opening_id, organisation_id, tree_id, document_id, version_id, redaction_id, person_id)
    values (${opening.code}, ${opening.id}, ${organisationId}, ${treeId}, ${documentId}, ${versionId}, ${redactionId},
      ${personId})`.execute(db)
  return opening
}

/** The print of an opening, with a code of its own (MARK-09); made once. */
export async function printOf(db: Database, opened: Opened, openingId: string): Promise<Opening> {
  const { personId, organisationId, treeId, documentId, versionId, redactionId } = opened
  const { rows } = await sql<Opening>`
    with made as (
      insert into page_mark (code, opening_id, kind, printed_from, organisation_id, tree_id, document_id, version_id, redaction_id, person_id)
      values (${newCode()}, ${newId()}, 'PRINT', ${openingId}, ${organisationId}, ${treeId}, ${documentId}, ${versionId},
        ${redactionId}, ${personId})
      on conflict (printed_from) do nothing returning opening_id as id, code)
    select id, code from made
    union all select opening_id, code from page_mark where printed_from = ${openingId} limit 1`.execute(db)
  const [print] = rows
  // Of two who make it in the same moment one finds nothing, and asks again.
  return print ?? printOf(db, opened, openingId)
}

/** A marked PDF that is to be made, with a code of its own (MARK-09). @param sealed its password, by its id; null for none */
export async function newPdf(
  db: Database,
  { personId, organisationId, treeId, documentId, versionId, redactionId }: Opened,
  sealed: (id: string) => Buffer | null,
): Promise<Opening> {
  const pdf = { id: newId(), code: newCode() }
  await sql`
    insert into page_mark (code, opening_id, kind, sealed_password, organisation_id, tree_id, document_id, version_id, redaction_id, person_id)
    values (${pdf.code}, ${pdf.id}, 'PDF', ${sealed(pdf.id)}, ${organisationId}, ${treeId}, ${documentId}, ${versionId},
      ${redactionId}, ${personId})`.execute(db)
  return pdf
}

/** A page of an opening as its person may have it at this moment. */
export interface OpenedPage extends Opened {
  tree: OpenTree
  acl: Acl
  access: DocumentAccess
  code: string
  kind: 'SCREEN' | 'PRINT' | 'PDF'
  /** When and to which address the first of it went out; null before. */
  firstAt: Date | null
  address: string | null
  /** Of a PDF, as long as its address is good. */
  sealedPassword: Buffer | null
  /** The redacted rendition that it is of; null for all of the file. */
  renditionFileId: string | null
  name: string
  extension: string
  /** Of the version: bytes and number. */
  size: number
  version: number
  pages: number
  /** Whether this page went out in the opening already, in whatever width, to be read (PAGE-26). */
  isGiven: boolean
}

/**
 * What the actor may have of a page of one of their openings now (VIEW-17), in one statement: it is asked at each request.
 * Null for what is unknown, another's, deleted or closed to them, and for the redacted rendition that was taken back.
 * @throws FORBIDDEN where it is of the file itself, and they are given its redacted rendition, or the other way round (VIEW-17)
 */
export async function openedPage(
  db: Connection,
  actor: Actor,
  { openingId, number }: { openingId: string; number: number },
): Promise<OpenedPage | null> {
  const { rows } = await sql<
    Omit<OpenedPage, 'tree' | 'acl' | 'access'> &
      TreeRow &
      Acl & { isCurrent: boolean; isGivenRendition: boolean }
  >`
    select m.code, m.kind, m.first_at as "firstAt", m.address, m.sealed_password as "sealedPassword",
      m.redaction_id as "redactionId", applied.file_id as "renditionFileId", m.person_id as "personId", d.id as "documentId",
      v.id as "versionId", v.number as version, v.size, d.name, d.extension, v.id = d.current_version_id as "isCurrent",
      m.redaction_id is not null and m.redaction_id = ${givenRendition(sql`r.id`, OF_D)} as "isGivenRendition",
      cardinality(sized.widths) as pages,
      exists (select from page_reading r where r.opening_id = m.opening_id and r.page = ${number}::integer) as "isGiven",
      acl.principals, acl.traversal, acl.levels, acl.is_staged as "isStaged", ${TREE_COLUMNS}
    from page_mark m
    join document_version v on v.id = m.version_id
    join version_pages sized on sized.version_id = v.id
    left join redaction applied on applied.id = m.redaction_id and applied.state = 'APPLIED'
    join document d on d.id = v.document_id and d.deleted_at is null
    join acl on acl.id = d.acl_id
    join (${TREES}) on t.id = d.tree_id
    where m.opening_id = ${openingId} and m.person_id = ${actor.personId}
      and (m.redaction_id is null or applied.file_id is not null)
      and v.withdrawn_at is null and sized.widths[${number}::integer] is not null`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!tree || !permits(row, tree)) return null
  const access = accessBy(row, tree)
  const isRedacted = row.redactionId !== null
  const isNewest = access.rendition === 'REDACTED' && isRedacted ? row.isGivenRendition : row.isCurrent
  if (!isNewest && !seesEarlierVersions(tree)) return null
  if ((access.rendition === 'REDACTED') !== isRedacted) {
    // Whoever may redact looks at what others are given (REDACT-28).
    if (!isRedacted || !(await mayRedactOf(db, tree, access))) throw forbidden()
  }
  return { ...row, tree, acl: row, access }
}

const OF_D = { id: sql`d.id`, current: sql`d.current_version_id` }

/** Ids of the actor's groups by which they see the document. */
export const groupsSeeing = (actor: Actor, { tree, acl }: Pick<OpenedPage, 'tree' | 'acl'>): string[] =>
  groupsHolding(actor, viewRight(tree.type), tree.place)
    .filter(({ id, roleId }) => {
      const principal = tree.permissionsType === 'GROUP' ? id : roleId
      return acl.principals === null || acl.principals.includes(principal)
    })
    .map(({ id }) => id)

/** Whose page it is, in the words of a mark. */
export interface Reader {
  name: string
  email: string
  company: string
  /** Those by which they see the document. */
  groups: readonly string[]
}

export async function readerOf(
  db: Connection,
  personId: string,
  groupIds: readonly string[],
): Promise<Reader> {
  const { rows } = await sql<Reader>`
    select ${fullNameIn('p')} as name, p.email, coalesce(c.name, '') as company,
      array(select g.name from user_group g where g.id = any(${groupIds}::uuid[])
        order by g.name collate name_order, g.id) as groups
    from person p left join company c on c.id = p.company_id where p.id = ${personId}`.execute(db)
  const [reader] = rows
  if (!reader) throw new Error('A page goes out to a person.')
  return reader
}

const LOGGED = { SCREEN: 'VIEW', PRINT: 'PRINT', PDF: 'MARKED' } as const

/**
 * Records to whom a code leads, and the use in the access log, before the first page of an opening goes out
 * (MARK-10, VIEW-28); later pages record nothing.
 */
export async function recordFirst(
  db: Database,
  actor: Actor,
  {
    page,
    reader,
    address,
    at,
    isLogged = true,
  }: { page: OpenedPage; reader: Reader; address: string; at: Date; isLogged?: boolean },
): Promise<void> {
  if (page.firstAt) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ path: string[] }>`
      update page_mark m set first_at = ${at}, address = ${address}, company_name = ${reader.company},
        groups = ${[...reader.groups]}::text[], version = ${page.version}, viewed_as = ${actor.viewing?.name ?? null}
      from document d
      where m.code = ${page.code} and m.first_at is null and d.id = m.document_id returning d.path`.execute(
      tx,
    )
    const [first] = rows
    if (!first) return
    await sql`
      update page_mark set recorded_path = ${await pathInNames(tx, first.path)} where code = ${page.code}`.execute(
      tx,
    )
    if (isLogged) await logAccess(tx, actor, page.versionId, LOGGED[page.kind])
  })
}

/** Remembers that a page was given out in an opening, so that the time it is in view may be counted (PAGE-26), once. */
export async function recordGiven(db: Connection, page: OpenedPage, number: number): Promise<void> {
  if (page.isGiven) return
  await sql`
    insert into page_reading (opening_id, page, organisation_id, tree_id, document_id, version_id, person_id)
    select opening_id, ${number}, organisation_id, tree_id, document_id, version_id, person_id
    from page_mark where code = ${page.code}
    on conflict (opening_id, page) do nothing`.execute(db)
}

/** Pictures of pages that one person gets (PAGE-17). */
const MAX_A_MINUTE = 240
const MAX_AN_HOUR = 3000

/**
 * Counts a picture of a tree for a person.
 * @returns seconds until they may have it, which is when enough of an hour's have become older, or at the next minute; null where
 * they have had few enough
 */
export async function countPicture(
  db: Connection,
  { personId, tree }: Pick<OpenedPage, 'personId' | 'tree'>,
): Promise<number | null> {
  const { rows } = await sql`
    insert into page_count as c (person_id, minute, pages, trees)
    select ${personId}::uuid, date_trunc('minute', now()), 1, jsonb_build_object(${tree.id}::text, 1)
    where ${MAX_AN_HOUR} > (select coalesce(sum(pages), 0) from page_count
      where person_id = ${personId} and minute > now() - interval '1 hour')
    on conflict (person_id, minute) do update set pages = c.pages + 1,
      trees = c.trees || jsonb_build_object(${tree.id}::text, coalesce((c.trees ->> ${tree.id})::integer, 0) + 1)
      where c.pages < ${MAX_A_MINUTE}
    returning 1`.execute(db)
  return rows.length > 0 ? null : await secondsUntilNext(db, personId)
}

async function secondsUntilNext(db: Connection, personId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from coalesce(max(minute) filter (where upto >= ${MAX_AN_HOUR}) + interval '1 hour',
      date_trunc('minute', now()) + interval '1 minute') - now()))::integer as seconds
    from (
      select minute, sum(pages) over (order by minute desc) as upto from page_count
      where person_id = ${personId} and minute > now() - interval '1 hour') as counted`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 60)
}

/** Texts that one person looks for in a minute (PAGE-21). */
const MAX_SEARCHES = 20

/** Counts a search for a person. @returns seconds until they may search; null where they have searched little enough */
export async function countSearch(db: Connection, personId: string): Promise<number | null> {
  const { rows } = await sql`
    insert into page_count as c (person_id, minute, pages, searches)
    values (${personId}, date_trunc('minute', now()), 0, 1)
    on conflict (person_id, minute) do update set searches = c.searches + 1 where c.searches < ${MAX_SEARCHES}
    returning 1`.execute(db)
  return rows.length > 0 ? null : 60 - new Date().getUTCSeconds()
}

/** Deletes what counts no more, openings of which no page ever went out, and passwords of PDFs whose addresses have expired. */
export async function sweepOpenings(db: Database): Promise<void> {
  await sql`
    update page_mark set sealed_password = null
    where sealed_password is not null and created_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from page_count where minute < now() - interval '2 hours'`.execute(db)
  await sql`delete from page_mark where first_at is null and created_at < now() - interval '2 days'`.execute(
    db,
  )
}
