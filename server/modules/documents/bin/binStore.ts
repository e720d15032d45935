import { type RawBuilder, sql } from 'kysely'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { namesKept, principalsKept } from '../changes/closedSince.ts'
import { DELETED_COLUMNS, type DeletedRow } from '../changes/restoration.ts'
import { isOfHeldRoom } from '../contents/heldRooms.ts'
import { isReadable } from '../core/acls.ts'
import type { OpenTree } from '../core/trees.ts'

/** One row of the bin, for its actor. */
export interface BinRow {
  id: string
  name: string
  /** Ids from the root to the document itself. */
  path: string[]
  isFolder: boolean
  deletedAt: Date
  /** Null where it is not known. */
  personId: string | null
  daysLeft: number
  /** Entries that went with it. */
  below: number
  /** Bytes. */
  size: number
}

export interface BinSelection {
  /** Days that deleted documents are kept (BIN-09). */
  days: number
  /** Null for no search. */
  search: string | null
}

/**
 * SQL: the one filter of the bin: `deletion` and `document` of what the actor could see, and what was not closed to all
 * of their principals since (BIN-01); with those that it is still open to as `kept`. Under a legal hold it has no end (BIN-08).
 */
const binOf = (
  tree: OpenTree,
  { days, search }: BinSelection,
  further: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  deletion join document on document.id = deletion.document_id
  cross join lateral (
    select ${tree.rights.admin ? sql`null::uuid[]` : principalsKept(tree)} as ids offset 0) as kept
  ${further}
  where deletion.organisation_id = ${tree.organisationId} and deletion.tree_id = ${tree.id}
    and deletion.for_good_at is null and document.bytes_removed_at is null
    and (document.deleted_at > now() - make_interval(days => ${days}::int) or ${isOfHeldRoom('document')})
    and ${isReadable(tree, 'document.acl_id')} and ${isOpenBy(tree, sql`document.acl_id`)}
    and ${search === null ? sql`true` : sql`strpos(fold_name(document.name_key), (select fold_name(lower(${search})))) > 0`}`

/** SQL: whether the list in that column is open to the actor by one of `kept`. */
const isOpenBy = (tree: OpenTree, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  tree.rights.admin
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from acl where acl.id = ${column} and (${tree.seesStaged} or not acl.is_staged)
        and ${namesKept('acl', sql`kept.ids`)})`

/** SQL: what went with the row's folder, of what the actor could see. */
const contentOf = (tree: OpenTree): RawBuilder<unknown> => sql`
  lateral (
    select coalesce(sum(entries), 0)::float8 as entries, coalesce(sum(bytes), 0)::float8 as bytes
    from deletion_content content
    where content.document_id = deletion.document_id and ${isOpenBy(tree, sql`content.acl_id`)}) as content`

export const BIN_ORDERINGS = ['name', 'deletedAt', 'size'] as const

const COLUMNS: Readonly<Record<(typeof BIN_ORDERINGS)[number], RawBuilder<unknown>>> = {
  name: sql`document.name collate name_order`,
  deletedAt: sql`document.deleted_at`,
  size: sql`coalesce(document.size, content.bytes)`,
}

export async function countBin(db: Connection, tree: OpenTree, selection: BinSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${binOf(tree, selection)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** One page of the bin. */
export async function binPage(
  db: Connection,
  tree: OpenTree,
  selection: BinSelection,
  { by, descending }: Ordering,
  page: { limit: number; offset: number },
): Promise<BinRow[]> {
  const column = COLUMNS[by as keyof typeof COLUMNS]
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<BinRow>`
    select document.id, document.name, document.path, document.is_folder as "isFolder",
      document.deleted_at as "deletedAt", (
        select a.person_id from activity a
        where a.document_id = document.id and a.kind = 'DELETE' and a.at = document.deleted_at
        limit 1) as "personId",
      greatest(1, ceil(extract(epoch from
        document.deleted_at + make_interval(days => ${selection.days}::int) - now()) / 86400))::int as "daysLeft",
      found.entries as below, found.bytes as size
    from (
      select document.id, content.entries, coalesce(document.size, content.bytes)::float8 as bytes,
        row_number() over (order by ${column} ${direction}, document.id) as place
      from ${binOf(tree, selection, sql`cross join ${contentOf(tree)}`)}
      order by place limit ${page.limit} offset ${page.offset}
    ) as found join document on document.id = found.id
    order by found.place`.execute(db)
  return rows
}

/** Those of the documents that the actor's bin lists, locked until the end of the transaction. */
export async function lockedInBin(
  tx: Tx,
  tree: OpenTree,
  ids: readonly string[],
  days: number,
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select ${DELETED_COLUMNS} from ${binOf(tree, { days, search: null })}
      and deletion.document_id = any(${ids}::uuid[])
    for update of deletion`.execute(tx)
  return rows
}
