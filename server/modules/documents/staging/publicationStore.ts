import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { meetsAllPublications } from '../policy.ts'
import { CHANGE_COLUMNS, type ChangeRow, type StoredChange, toChange } from './changeStore.ts'

/** A publication as the API has it. */
export interface Publication {
  id: string
  title: string
  note: string | null
  /** When it is due, or happened. */
  at: Date
  publishedAt: Date | null
  /** Name of who asked for it. */
  by: string
  /** Entries. */
  count: number
  problem: string | null
}

/** SQL: the columns of a Publication, of `publication p` and its author. */
const COLUMNS = sql`
  p.id, p.title, p.note, p.at, p.published_at as "publishedAt", author.first_name || ' ' || author.last_name as by,
  coalesce(p.entries, cardinality(p.document_ids)) as count, p.problem`

/** SQL: those that the actor may know: what others publish may be closed to whoever doesn't see everything. */
const isKnown = (tree: OpenTree) =>
  meetsAllPublications(tree.actor, tree.rights, tree.place)
    ? sql<boolean>`p.tree_id = ${tree.id}`
    : sql<boolean>`p.tree_id = ${tree.id} and p.created_by = ${tree.actor.personId}`

export async function publicationsPage(
  db: Connection,
  tree: OpenTree,
  { limit, offset }: { limit: number; offset: number },
): Promise<Publication[]> {
  const { rows } = await sql<Publication>`
    select ${COLUMNS} from publication p join person author on author.id = p.created_by
    where ${isKnown(tree)} order by p.at desc, p.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countPublications(db: Connection, tree: OpenTree): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from publication p where ${isKnown(tree)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** One that the actor may know, locked. */
export async function lockedPublication(tx: Tx, tree: OpenTree, id: string): Promise<Publication | null> {
  const { rows } = await sql<Publication>`
    select ${COLUMNS} from publication p join person author on author.id = p.created_by
    where p.id = ${id} and ${isKnown(tree)} for update of p`.execute(tx)
  return rows[0] ?? null
}

/** What a publication is of. */
export interface Published {
  /** Of which readers get a file or a folder: what was staged, and what gets a new version. */
  documentIds: readonly string[]
  /** Of staged changes, which are gone once they are published. */
  changeIds: readonly string[]
  /** How many, each once. */
  entries: number
}

export async function insertPublication(
  tx: Tx,
  tree: OpenTree,
  asked: {
    id: string
    title: string
    note: string | null
    at: Date
    publishedAt: Date | null
  } & Published,
): Promise<void> {
  await sql`
    insert into publication (id, organisation_id, tree_id, title, note, at, published_at, document_ids, change_ids,
      entries, created_by, session_id)
    values (${asked.id}, ${tree.organisationId}, ${tree.id}, ${asked.title}, ${asked.note}, ${asked.at},
      ${asked.publishedAt}, ${asked.documentIds}::uuid[], ${asked.changeIds}::uuid[], ${asked.entries},
      ${tree.actor.personId}, nullif(${tree.actor.sessionId}, '')::uuid)`.execute(tx)
}

/** One that is to happen, as the job has it. */
export interface DuePublication {
  id: string
  treeId: string
  title: string
  at: Date
  documentIds: string[]
  changeIds: string[]
  count: number
  personId: string
  sessionId: string | null
}

/** Null for one that has happened, has failed or was taken back. */
export async function duePublication(
  db: Connection,
  id: string,
  lock = sql``,
): Promise<DuePublication | null> {
  const { rows } = await sql<DuePublication>`
    select id, tree_id as "treeId", title, at, document_ids as "documentIds", change_ids as "changeIds",
      coalesce(entries, cardinality(document_ids)) as count, created_by as "personId", session_id as "sessionId"
    from publication where id = ${id} and published_at is null and problem is null ${lock}`.execute(db)
  return rows[0] ?? null
}

/** Ids of those whose time has come, the first of them. */
export async function dueIds(db: Connection, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from publication where published_at is null and problem is null and at <= now()
    order by at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function setPublished(
  tx: Tx,
  id: string,
  { at, documentIds, changeIds, entries }: { at: Date } & Published,
): Promise<void> {
  await sql`
    update publication set published_at = ${at}, at = ${at}, document_ids = ${documentIds}::uuid[],
      change_ids = ${changeIds}::uuid[], entries = ${entries}
    where id = ${id}`.execute(tx)
}

/** @returns whether it waited still */
export async function setFailed(tx: Tx, id: string, problem: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update publication set problem = ${problem}
    where id = ${id} and published_at is null and problem is null`.execute(tx)
  return numAffectedRows > 0n
}

/** What has become of entries that are to be published. */
export interface Remaining {
  id: string
  parentId: string
  path: string[]
  aclId: number
  isFolder: boolean
  name: string
  isDeleted: boolean
  isStaged: boolean
  /** Name of the published folder above that was deleted; null for none. */
  goneFolder: string | null
}

export async function remainingOf(tx: Tx, tree: OpenTree, ids: readonly string[]): Promise<Remaining[]> {
  const { rows } = await sql<Remaining>`
    select document.id, document.parent_id as "parentId", document.path, document.acl_id as "aclId",
      document.is_folder as "isFolder", document.name, document.deleted_at is not null as "isDeleted",
      acl.is_staged as "isStaged", case when document.deleted_at is not null then (
        select above.name from unnest(document.path) with ordinality as step(id, place)
        join document above on above.id = step.id join acl of_above on of_above.id = above.acl_id
        where above.id <> document.id and above.deleted_at is not null and not of_above.is_staged
        order by step.place limit 1) end as "goneFolder"
    from document join acl on acl.id = document.acl_id
    where document.id = any(${ids}::uuid[]) and document.tree_id = ${tree.id}`.execute(tx)
  return rows
}

/** A staged change that is to be published, and what has become of its entry. */
export interface RemainingChange extends ChangeRow {
  /** Name of the entry where it was deleted; null where it wasn't. */
  deletedName: string | null
}

/** Those of the changes that are staged still, in their order, whoever may know them. */
export async function remainingChanges(
  tx: Tx,
  tree: OpenTree,
  ids: readonly string[],
): Promise<RemainingChange[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredChange & Pick<RemainingChange, 'deletedName'>>`
    select ${CHANGE_COLUMNS}, case when document.deleted_at is not null then document.name end as "deletedName"
    from staged_change c join document on document.id = c.document_id
    where c.id = any(${ids}::uuid[]) and c.tree_id = ${tree.id} order by c.created_at, c.id`.execute(tx)
  return rows.map(({ deletedName, ...row }) => ({ ...toChange(row), deletedName }))
}
