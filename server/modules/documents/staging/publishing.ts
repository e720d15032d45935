import { sql } from 'kysely'
import { conflict } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { recordOf } from '../changes/entryRecord.ts'
import { aclsByIds, listAs } from '../core/acls.ts'
import { countChangedLists } from '../core/assignLists.ts'
import type { Acl } from '../core/levels.ts'
import { placeNames } from '../core/nameGroups.ts'
import { addRows, type TallyRow } from '../core/tallies.ts'
import { queueTextPlacing } from '../core/textScopes.ts'
import { repairTraversal, updateTraversal } from '../core/traversal.ts'
import type { OpenTree } from '../core/trees.ts'
import type { StagedRow } from './stagedStore.ts'

/** Reasons that are given at most. */
const MAX_REASONS = 20

/** Why nothing of a publication could be published, in sentences. */
export const joined = (reasons: readonly string[]): string => {
  const more = reasons.length - MAX_REASONS
  return [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`${more} more.`] : [])].join(' ')
}

/** A staged list with the one that it becomes. */
interface ListMove {
  from: number
  to: number
}

/**
 * Makes staged entries seen by whom they are permitted to, all of them at one moment, which is when they were uploaded and
 * made for everybody (STAGE-05): access lists are mapped, and of whole folders their groups of names. The caller holds the
 * tree's lock.
 * @throws CONFLICT with the reasons where a name is taken, or a folder above is staged and not among them
 */
export async function publishStaged(
  tx: Tx,
  tree: OpenTree,
  entries: readonly StagedRow[],
  { at, publicationId }: { at: Date; publicationId: string },
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await requirePlaces(tx, tree, ids)
  const moves: ListMove[] = []
  for (const from of new Set(entries.map(({ aclId }) => aclId))) {
    moves.push({ from, to: await listAs(tx, tree, from, false) })
  }
  const partial = await mapWholeFolders(tx, ids, { moves, at })
  await moveTallies(tx, ids, moves)
  await sql`
    update document set acl_id = m.target, created_at = ${at}, modified_at = ${at}
    from unnest(${moves.map(({ from }) => from)}::bigint[], ${moves.map(({ to }) => to)}::bigint[])
      as m(source, target)
    where document.id = any(${ids}::uuid[]) and document.acl_id = m.source`.execute(tx)
  // Before names are placed, whose groups say how often they were changed.
  await recordOf(tx, tree, ids, { kind: 'ADD', at, detail: { publicationId } })
  await placeNames(tx, partial)
  await repairWays(tx, tree, entries, moves)
  await queueTextPlacing(tx, tree.id)
}

/** @throws CONFLICT */
async function requirePlaces(tx: Tx, tree: OpenTree, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ reason: string }>`
    with entry as materialized (
      select id, parent_id, name, name_key from document where id = any(${ids}::uuid[]))
    select distinct format('The folder "%s" is staged. Please publish it as well.', parent.name) as reason
    from entry join document parent on parent.id = entry.parent_id
    where parent.acl_id = any(${[...tree.stagedLists]}::bigint[]) and parent.id <> all(${ids}::uuid[])
    union all
    select format('"%s" already exists in %s.', entry.name,
      case when parent.parent_id is null then 'the top level' else format('"%s"', parent.name) end)
    from entry join document parent on parent.id = entry.parent_id
    -- In a staged folder nothing is published.
    where parent.acl_id <> all(${[...tree.stagedLists]}::bigint[]) and exists (
      select from document other
      where other.parent_id = entry.parent_id and other.name_key = entry.name_key and other.id <> entry.id
        and other.deleted_at is null
        and (other.acl_id <> all(${[...tree.stagedLists]}::bigint[]) or other.id = any(${ids}::uuid[]))
        and (${tree.rights.admin} or exists (
          select from acl where acl.id = other.acl_id
            and (acl.principals is null or acl.principals && ${tree.principals}::uuid[]
              or acl.traversal && ${tree.principals}::uuid[]))))
    limit 1000`.execute(tx)
  if (rows.length > 0) throw conflict(joined(rows.map(({ reason }) => reason)))
}

/**
 * Gives the groups of names and the lists of entries of a folder and a list to the new list, where all in them goes there:
 * all of these were changed at that moment.
 * @returns the ids of the others
 */
async function mapWholeFolders(
  tx: Tx,
  ids: readonly string[],
  { moves, at }: { moves: readonly ListMove[]; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ folderId: string; aclId: number; isWhole: boolean; ids: string[] | null }>`
    with chosen as materialized (
      select parent_id, acl_id, count(*) as size from document where id = any(${ids}::uuid[])
      group by parent_id, acl_id
    ), held as materialized (
      select chosen.parent_id, chosen.acl_id, chosen.size = sum(g.size) as is_whole
      from chosen join name_group g
        on g.folder_id = chosen.parent_id and g.acl_id = chosen.acl_id and not g.is_deleted
      group by chosen.parent_id, chosen.acl_id, chosen.size)
    select parent_id as "folderId", acl_id as "aclId", is_whole as "isWhole",
      case when not is_whole then array(
        select d.id from document d
        where d.parent_id = held.parent_id and d.acl_id = held.acl_id and d.id = any(${ids}::uuid[])) end as ids
    from held`.execute(tx)
  const target = new Map(moves.map(({ from, to }) => [from, to]))
  const whole = rows.filter(({ isWhole }) => isWhole)
  const mapped = sql`
    unnest(${whole.map(({ folderId }) => folderId)}::uuid[], ${whole.map(({ aclId }) => aclId)}::bigint[],
      ${whole.map(({ aclId }) => target.get(aclId) ?? aclId)}::bigint[]) as m(folder_id, source, target)
    where of_folder.folder_id = m.folder_id and of_folder.acl_id = m.source and not of_folder.is_deleted`
  await sql`
    update name_group as of_folder set acl_id = m.target, changes = of_folder.changes + of_folder.size,
      changed_at = greatest(of_folder.changed_at, ${at}), all_changed_at = ${at},
      change_kinds = array(
        select distinct unnest(of_folder.change_kinds
          || array[case when of_folder.is_folder then 'CREATE_FOLDER' else 'UPLOAD' end]) as kind order by kind)
    from ${mapped}`.execute(tx)
  await sql`update folder_list as of_folder set acl_id = m.target from ${mapped}`.execute(tx)
  return rows.flatMap((row) => row.ids ?? [])
}

/** Counts the entries by their new lists in the folders above, before they have them. */
async function moveTallies(tx: Tx, ids: readonly string[], moves: readonly ListMove[]): Promise<void> {
  const { rows } = await sql<TallyRow>`
    select above.id as "folderId", document.acl_id as "aclId",
      count(*) filter (where not document.is_folder)::int as files,
      count(*) filter (where document.is_folder)::int as folders
    from document cross join lateral unnest(document.path[:cardinality(document.path) - 1]) as above(id)
    where document.id = any(${ids}::uuid[]) group by above.id, document.acl_id`.execute(tx)
  const target = new Map(moves.map(({ from, to }) => [from, to]))
  await addRows(
    tx,
    rows.flatMap((row) => [
      { ...row, files: -row.files, folders: -row.folders },
      { ...row, aclId: target.get(row.aclId) ?? row.aclId },
    ]),
  )
}

/** Whoever reads something of it passes through the folders above, and nobody on the way to what is staged still. */
async function repairWays(
  tx: Tx,
  tree: OpenTree,
  entries: readonly StagedRow[],
  moves: readonly ListMove[],
): Promise<void> {
  const folders = entries.filter(({ isFolder }) => isFolder).map(({ id }) => id)
  const changed = await updateTraversal(tx, tree, folders)
  await countChangedLists(tx, folders, changed)
  await placeNames(
    tx,
    changed.flatMap(({ ids }) => ids),
  )
  const chosen = new Set(folders)
  const tops = entries.filter(({ parentId }) => !chosen.has(parentId))
  const { rows } = await sql<{ id: string; aclId: number }>`
    select id, acl_id as "aclId" from document
    where id = any(${[...new Set(tops.map(({ parentId }) => parentId))]}::uuid[])`.execute(tx)
  const listOf = new Map(rows.map(({ id, aclId }) => [id, aclId]))
  const acls = await aclsByIds(tx, [...moves.map(({ from }) => from), ...listOf.values()])
  const chains = new Map<string, { path: string[]; passing: Set<string> }>()
  for (const { parentId, path, aclId } of tops) {
    const passing = besides(acls.get(aclId), acls.get(listOf.get(parentId) ?? -1))
    if (passing.length === 0) continue
    const chain = chains.get(parentId) ?? { path: path.slice(0, -1), passing: new Set() }
    for (const id of passing) chain.passing.add(id)
    chains.set(parentId, chain)
  }
  for (const { path, passing } of chains.values()) await repairTraversal(tx, tree, path, [...passing], true)
}

/** Whoever the first list permits, and the folder's doesn't. */
function besides(acl: Acl | undefined, folder: Acl | undefined): string[] {
  const permitted = folder?.principals
  if (!acl || !permitted) return []
  return [...(acl.principals ?? []), ...acl.traversal].filter((id) => !permitted.includes(id))
}
