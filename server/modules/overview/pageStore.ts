import { sql } from 'kysely'
import type { Term } from '../../../shared/finding/search.ts'
import { requireNoHoldOf } from '../../access/legalHold.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { MAX_CANDIDATES, mayHold } from '../../platform/finding/index.ts'
import { newId } from '../../platform/ids.ts'
import { type OpenEntity, ownerOf } from './entities.ts'
import type { PageAccess } from './policy.ts'

/** A page whoever asks; who sees it `seesPage` says. */
export interface SubpageRow {
  id: string
  organisationId: string
  portfolioId: string | null
  companyId: string | null
  slug: string
  title: string
  description: string
  restricted: boolean
  roleIds: string[]
  groupIds: string[]
  modifiedAt: Date | null
  position: number
  revision: number
}

/** An image of a page. */
export interface MediaRow {
  id: string
  pageId: string
  fileId: string
}

const PAGES = sql`
  select page.id, page.organisation_id as "organisationId", page.portfolio_id as "portfolioId",
    page.holding_company_id as "companyId", page.slug, page.title, page.description, page.restricted,
    page.modified_at as "modifiedAt", page.position, page.revision,
    array(select link.role_id from subpage_role link where link.subpage_id = page.id) as "roleIds",
    array(select link.group_id from subpage_group link where link.subpage_id = page.id) as "groupIds"
  from subpage page`

export async function pageById(db: Connection, id: string): Promise<SubpageRow | null> {
  const { rows } = await sql<SubpageRow>`${PAGES} where page.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** All pages of the entities, in their order. */
export async function pagesOf(db: Connection, entityIds: readonly string[]): Promise<SubpageRow[]> {
  const { rows } = await sql<SubpageRow>`
    ${PAGES}
    where page.portfolio_id = any(${entityIds}::uuid[]) or page.holding_company_id = any(${entityIds}::uuid[])
    order by page.position, page.created_at, page.id`.execute(db)
  return rows
}

/** Those of them that may hold what is searched for, in their order. */
export async function pagesWith(
  db: Connection,
  entityIds: readonly string[],
  terms: readonly Term[],
): Promise<SubpageRow[]> {
  const words = sql<string>`concat_ws(' ', page.title, page.description)`
  const { rows } = await sql<SubpageRow>`
    ${PAGES}
    where (page.portfolio_id = any(${entityIds}::uuid[]) or page.holding_company_id = any(${entityIds}::uuid[]))
      and ${mayHold(words, terms)}
    order by page.position, page.created_at, page.id limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}

/** Who sees a page, by the kind of principals that its entity names. */
export const accessOf = (
  { restricted, roleIds, groupIds }: SubpageRow,
  principals: OpenEntity['principals'],
): PageAccess => ({
  restricted,
  roleIds: principals === 'ROLE' ? roleIds : [],
  groupIds: principals === 'GROUP' ? groupIds : [],
})

/** @returns the id of the new page, which stands last */
export async function insertPage(
  tx: Tx,
  entity: OpenEntity,
  page: { slug: string; title: string; position: number; description?: string; restricted?: boolean },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('subpage')
    .values({ id, ...ownerOf(entity.place), ...page })
    .execute()
  return id
}

export interface PageChange {
  title?: string | undefined
  description?: string | undefined
  restricted?: boolean | undefined
  roleIds?: readonly string[] | undefined
  groupIds?: readonly string[] | undefined
}

/** @param by who changes it */
export async function updatePage(tx: Tx, id: string, change: PageChange, by: string): Promise<void> {
  const { title, description, restricted, roleIds, groupIds } = change
  await tx
    .updateTable('subpage')
    .set((eb) => ({
      ...(title === undefined ? {} : { title }),
      ...(restricted === undefined ? {} : { restricted }),
      ...(description === undefined ? {} : { description, modified_at: new Date(), modified_by: by }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (roleIds) {
    await sql`delete from subpage_role where subpage_id = ${id} and role_id <> all(${roleIds}::uuid[])`.execute(
      tx,
    )
    await sql`insert into subpage_role (subpage_id, role_id) select ${id}, unnest(${roleIds}::uuid[])
      on conflict do nothing`.execute(tx)
  }
  if (groupIds) {
    await sql`delete from subpage_group where subpage_id = ${id} and group_id <> all(${groupIds}::uuid[])`.execute(
      tx,
    )
    await sql`insert into subpage_group (subpage_id, group_id) select ${id}, unnest(${groupIds}::uuid[])
      on conflict do nothing`.execute(tx)
  }
}

export async function deletePage(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('subpage').where('id', '=', id).execute()
}

/** Numbers the pages in this order. */
export async function setOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update subpage set position = given.position - 1
    from unnest(${ids}::uuid[]) with ordinality given (id, position)
    where subpage.id = given.id and subpage.position <> given.position - 1`.execute(tx)
}

export async function mediaOf(db: Connection, pageId: string): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select id, subpage_id as "pageId", file_id as "fileId" from subpage_media
    where subpage_id = ${pageId} order by created_at, id`.execute(db)
  return rows
}

export async function mediaById(db: Connection, id: string): Promise<MediaRow | null> {
  const { rows } = await sql<MediaRow>`
    select id, subpage_id as "pageId", file_id as "fileId" from subpage_media where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function insertMedia(tx: Tx, pageId: string, fileId: string): Promise<MediaRow> {
  const id = newId()
  await tx.insertInto('subpage_media').values({ id, subpage_id: pageId, file_id: fileId }).execute()
  return { id, pageId, fileId }
}

/**
 * @returns whether there was one. Its bytes go with the next sweep of stored files, which nothing uses any more.
 * @throws CONFLICT under a legal hold of its room (STAGE-12)
 */
export async function deleteMedia(tx: Tx, id: string): Promise<boolean> {
  await requireNoHoldOf(
    tx,
    sql`(select page.portfolio_id from subpage_media media join subpage page on page.id = media.subpage_id
      where media.id = ${id})`,
  )
  const { numDeletedRows } = await tx.deleteFrom('subpage_media').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Pages that the files belong to, by file. */
export async function pagesOfFiles(
  db: Connection,
  fileIds: readonly string[],
): Promise<{ fileId: string; pageId: string }[]> {
  const { rows } = await sql<{ fileId: string; pageId: string }>`
    select file_id as "fileId", subpage_id as "pageId" from subpage_media
    where file_id = any(${fileIds}::uuid[])`.execute(db)
  return rows
}
