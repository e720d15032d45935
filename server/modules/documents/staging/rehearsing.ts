import { type RawBuilder, sql } from 'kysely'
import type { Actor, PermissionScope, Viewing } from '../../../access/actor.ts'
import { busy, readable } from '../../../access/errors.ts'
import { requireNotFrozen } from '../../../access/frozenRooms.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { BusyError } from '../../../platform/database/busy.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { readWithin } from '../../../platform/database/rehearsal.ts'
import { rowsLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import { documentsByIds } from '../core/nodes.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { attempt, makeMoves, makePermissions, makeVersions, movesInOrder, Reasons } from './applying.ts'
import { CHANGE_COLUMNS, type ChangeRow, type StoredChange, toChange } from './changeStore.ts'
import { publishStaged } from './publishing.ts'
import type { StagedRow } from './stagedStore.ts'

/**
 * What is rehearsed at most, so that the lock is held for tenths of a second: requests that staged moves or permissions, changes,
 * and entries below what is moved or permitted otherwise.
 */
const MAX_REQUESTS = 50
const MAX_CHANGES = 1000
const MAX_ENTRIES = 10_000

/** Undoes what was rehearsed. */
class Undone extends Error {}

/**
 * Answers a question of somebody who sees a room as others do by what these will see once all that is staged of what is published
 * is published as well: new versions, moves and permissions (STAGE-08). These are made by the publication's own code in a
 * transaction that is undone once the question is answered, under the lock of the documents, so that nobody else ever reads any
 * of it. What a publication would refuse stays as it is, with its mark, as does all where there is more staged than that lock is
 * to be held for. New files and folders are there already (decision 85).
 * @throws RATE_LIMITED while somebody else changes the documents for too long
 */
export async function asItWillBe<T>(db: Database, actor: Actor, read: () => Promise<T>): Promise<T> {
  const staged = actor.viewing ? await stagedIn(db, actor.viewing.place) : []
  const treeIds = isFew(staged) ? staged.map(({ id }) => id) : []
  if (treeIds.length === 0) return read()
  const given: { answer?: { value: T } } = {}
  try {
    await withLock(db, rowsLock('document_tree', treeIds), async (tx) => {
      for (const tree of await openedTrees(tx, actor, treeIds)) {
        await requireNotFrozen(tx, tree.place, tree.id)
        await rehearse(tx, tree, await changesOf(tx, tree))
      }
      given.answer = { value: await readWithin(tx, read) }
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof BusyError) {
      throw busy('Someone is changing this room right now. Please try again in a moment.')
    }
    // In a frozen room nothing is published.
    if (!given.answer && readable(error)?.code === 'CONFLICT') return read()
    if (!(error instanceof Undone)) throw error
  }
  if (!given.answer) throw new Error('What is undone has been read before.')
  return given.answer.value
}

/** SQL: whether a tree is one of the place. */
const isOfPlace = (place: PermissionScope): RawBuilder<unknown> => {
  if (place.kind === 'portfolio') return sql`t.portfolio_id = ${place.portfolioId}`
  if (place.kind === 'holdingCompany') return sql`t.holding_company_id = ${place.holdingCompanyId}`
  return sql`t.organisation_id = ${place.organisationId} and t.type = 'O_AND_M'`
}

interface StagedTree {
  id: string
  requests: number
  changes: number
  entries: number
}

/** The place's trees with staged changes, of a room that is not frozen. */
async function stagedIn(db: Connection, place: PermissionScope): Promise<StagedTree[]> {
  const { rows } = await sql<StagedTree>`
    select t.id, count(*)::int as changes, coalesce(sum(below.entries), 0)::int as entries,
      count(distinct c.batch_id) filter (where c.kind <> 'VERSION')::int as requests
    from document_tree t join staged_change c on c.tree_id = t.id
    left join lateral (
      select sum(tally.files + tally.folders) as entries from folder_tally tally
      where tally.folder_id = c.document_id and c.kind <> 'VERSION') below on true
    where ${isOfPlace(place)}
      and not exists (select from room_freeze frozen where frozen.portfolio_id = t.portfolio_id)
    group by t.id order by t.id`.execute(db)
  return rows
}

function isFew(staged: readonly StagedTree[]): boolean {
  const sumOf = (key: 'requests' | 'changes' | 'entries') => staged.reduce((sum, row) => sum + row[key], 0)
  return (
    sumOf('requests') <= MAX_REQUESTS && sumOf('changes') <= MAX_CHANGES && sumOf('entries') <= MAX_ENTRIES
  )
}

/** Whether a view shows changes that are staged as marks alone, since there are too many to show them as they will be. */
export const isTooMuchStaged = async (
  db: Connection,
  { viewing }: { viewing: Pick<Viewing, 'place'> | null },
): Promise<boolean> => viewing !== null && !isFew(await stagedIn(db, viewing.place))

/** The trees as whoever has the view opens them by themselves, as far as they see all that is in them. */
async function openedTrees(tx: Tx, actor: Actor, treeIds: readonly string[]): Promise<OpenTree[]> {
  const { personId, sessionId } = actor
  const own = await reauthorise(tx, { personId, sessionId, sessionBound: false }, (now) => now)
  const { rows } = await sql<TreeRow>`
    select ${TREE_COLUMNS} from ${TREES} where t.id = any(${treeIds}::uuid[]) order by t.id`.execute(tx)
  return rows.flatMap((row) => {
    const tree = openOrNull(own, row)
    return tree?.rights.admin ? [tree] : []
  })
}

async function changesOf(tx: Tx, tree: OpenTree): Promise<ChangeRow[]> {
  const { rows } = await sql<StoredChange>`
    select ${CHANGE_COLUMNS} from staged_change c join document on document.id = c.document_id
    where c.tree_id = ${tree.id} and document.deleted_at is null
    order by c.created_at, c.id limit ${MAX_CHANGES}`.execute(tx)
  return rows.map(toChange)
}

/** Makes changes in the order of a publication, each that can be made. */
async function rehearse(tx: Tx, tree: OpenTree, changes: readonly ChangeRow[]): Promise<void> {
  const at = new Date()
  const reasons = new Reasons()
  reasons.apart = (step) => apart(tx, step)
  const { before, after } = await movesInOrder(tx, tree, changes)
  await makeMoves(tx, tree, before, { at, reasons })
  const folders = await stagedFolders(tx, tree, after)
  if (folders.length > 0) {
    await attempt(reasons, () => publishStaged(tx, tree, folders, { at, publicationId: newId() }))
  }
  await makeMoves(tx, tree, after, { at, reasons })
  await makeVersions(tx, tree, changes, { at, reasons })
  await makePermissions(tx, tree, changes, { at, reasons })
}

async function apart<T>(tx: Tx, step: () => Promise<T>): Promise<T> {
  await sql`savepoint step`.execute(tx)
  try {
    const result = await step()
    await sql`release savepoint step`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint step`.execute(tx)
    throw error
  }
}

/** Staged folders into which something published is to be moved, with those that they lie in. */
async function stagedFolders(tx: Tx, tree: OpenTree, moves: readonly ChangeRow[]): Promise<StagedRow[]> {
  const ids = moves.flatMap(({ destinationId }) => destinationId ?? [])
  if (ids.length === 0) return []
  const above = (await documentsByIds(tx, tree, ids)).flatMap(({ path }) => path)
  const { rows } = await sql<StagedRow>`
    select document.id, document.parent_id as "parentId", document.path, document.acl_id as "aclId",
      document.is_folder as "isFolder"
    from document join acl on acl.id = document.acl_id
    where document.id = any(${above}::uuid[]) and acl.is_staged and document.deleted_at is null`.execute(tx)
  return rows
}
