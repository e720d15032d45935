import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, notFound } from '../../access/errors.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { recordActivity } from '../activity/index.ts'
import { type Acl, aclsByIds } from './acls.ts'
import { folderToChange, MAX_DEPTH, openToEdit } from './folders.ts'
import { endPassage } from './passage.ts'
import {
  childrenByName,
  type DocumentNode,
  documentsByIds,
  nameKey,
  pathsInNames,
  storedId,
} from './store.ts'
import { countSubtree, remapAcls, shiftTallies, within } from './subtree.ts'
import { lockTree, type OpenTree } from './trees.ts'

/** Documents of one move; a selection on a screen stays below it. */
const MAX_DOCUMENTS = 1000

/** What remains of a list below a folder with the other list: the narrower of both. */
const narrowed = (acl: Acl, folder: Acl): Acl => {
  const allowed = folder.principals
  if (allowed === null) return acl
  const keep = (ids: readonly string[]) => ids.filter((id) => allowed.includes(id))
  return { principals: keep(acl.principals ?? allowed), passage: keep(acl.passage) }
}

/** @throws CONFLICT where a folder would come into itself or below, or a name is taken at the destination */
async function checkPlaces(
  tx: Tx,
  tree: OpenTree,
  destination: DocumentNode,
  sources: readonly DocumentNode[],
): Promise<void> {
  const into = sources.find((source) => destination.path.includes(source.id))
  if (into) throw conflict(`"${into.name}" can't be moved into itself. Please choose another folder.`)
  const taken = await childrenByName(
    tx,
    tree,
    sources.map(({ name }) => ({ parentId: destination.id, key: nameKey(name) })),
  )
  const keys = new Set<string>()
  for (const source of sources) {
    const key = nameKey(source.name)
    const there = [...taken.values()].some((node) => nameKey(node.name) === key && node.id !== source.id)
    if (there || keys.has(key)) {
      throw conflict(`"${source.name}" is there already. Please rename one of the two.`)
    }
    keys.add(key)
  }
}

async function moveOne(
  tx: Tx,
  tree: OpenTree,
  source: DocumentNode,
  destination: DocumentNode,
): Promise<void> {
  const above = source.path.slice(0, -1)
  const counts = await countSubtree(tx, source.id)
  await shiftTallies(tx, above, counts, -1)
  await sql`
    update document
    set path = ${destination.path}::uuid[] || path[${source.path.length}::int:],
        parent_id = case when id = ${source.id} then ${destination.id}::uuid else parent_id end
    where tree_id = ${tree.id} and deleted_at is null and ${within(source.path)}`.execute(tx)
  // What was deleted below goes along, so that its history is found where its folder is.
  await sql`
    update document set path = ${destination.path}::uuid[] || path[${source.path.length}::int:]
    where tree_id = ${tree.id} and deleted_at is not null and ${within(source.path)}`.execute(tx)
  await shiftTallies(tx, destination.path, counts, 1)
  const acl = (await aclsByIds(tx, [destination.aclId])).get(destination.aclId)
  if (acl) await remapAcls(tx, tree, [...destination.path, source.id], (own) => narrowed(own, acl))
  await endPassage(tx, tree, above)
}

/** Levels that the deepest entry of a subtree lies below its top. */
async function heightOf(tx: Tx, tree: OpenTree, source: DocumentNode): Promise<number> {
  const { rows } = await sql<{ depth: number | null }>`
    select max(cardinality(path)) as depth from document
    where tree_id = ${tree.id} and deleted_at is null and ${within(source.path)}`.execute(tx)
  return (rows[0]?.depth ?? source.path.length) - source.path.length
}

/**
 * Moves documents into a folder. Who may see them is from then on the narrower of what they and the folder
 * permit; inside, too.
 * @throws FORBIDDEN without the tree's edit right, NOT_FOUND for what is gone or hidden, CONFLICT for a place
 * that won't do
 */
export const moveDocuments = (
  db: Database,
  actor: Actor,
  input: { treeId: string; destinationParentId: string; sourceDocumentIds: readonly string[] },
): Promise<DocumentNode[]> =>
  db.transaction().execute(async (tx) => {
    const tree = await openToEdit(tx, actor, input.treeId)
    await lockTree(tx, tree.id)
    const ids = [...new Set(input.sourceDocumentIds)].map((id) => storedId(tree, id))
    if (ids.length > MAX_DOCUMENTS) {
      throw badInput(`Please move at most ${MAX_DOCUMENTS} documents at a time; these are ${ids.length}.`)
    }
    const stored = ids.filter((id) => id !== null)
    const found = await documentsByIds(tx, tree, stored)
    if (stored.length < ids.length || found.length < stored.length) throw notFound('Document')
    if (found.some((node) => node.parentId === null)) throw notFound('Document')
    const destination = await folderToChange(tx, tree, input.destinationParentId)
    if (destination.parentId === null && !tree.allowRootFiles && found.some((node) => !node.isFolder)) {
      throw conflict("Files can't lie beside the top folders. Please choose a folder.")
    }
    // What lies in another chosen folder goes with it; what lies there already stays.
    const chosen = new Set(stored)
    const sources = found.filter(
      (node) => node.parentId !== destination.id && !node.path.slice(0, -1).some((id) => chosen.has(id)),
    )
    await checkPlaces(tx, tree, destination, sources)
    for (const source of sources) {
      if (destination.path.length + (await heightOf(tx, tree, source)) > MAX_DEPTH) {
        throw conflict(`Folders can be at most ${MAX_DEPTH} levels deep. Please choose one higher up.`)
      }
    }
    const formerPaths = await pathsInNames(
      tx,
      sources.map((source) => source.path),
    )
    for (const source of sources) await moveOne(tx, tree, source, destination)
    const moved = await documentsByIds(tx, tree, stored)
    const byId = new Map(moved.map((node) => [node.id, node]))
    const paths = await pathsInNames(
      tx,
      sources.map((source) => [...destination.path, source.id]),
    )
    await recordActivity(
      tx,
      sources.map((source, index) => ({
        kind: 'MOVE',
        personId: actor.personId,
        sessionId: actor.sessionId,
        organisationId: tree.organisationId,
        treeId: tree.id,
        documentId: source.id,
        ...(source.versionId ? { versionId: source.versionId } : {}),
        recordedPath: paths[index] ?? source.name,
        detail: { formerPath: formerPaths[index] ?? '', formerIds: source.path },
      })),
    )
    return stored.flatMap((id) => byId.get(id) ?? [])
  })
