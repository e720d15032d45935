import { normaliseName } from '../../../../shared/documentNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, DomainError } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { inheritedAcl, listAs } from '../core/acls.ts'
import { folderToChange } from '../core/destinations.ts'
import { childByName, type DocumentNode, nameKey } from '../core/nodes.ts'
import { numberEntries } from '../core/numbers.ts'
import { type DocumentChange, recordChanges } from '../core/record.ts'
import { add, addToTallies, type Tally } from '../core/tallies.ts'
import { changeTree } from '../core/treeLock.ts'

/** Levels of folders below the root; deeper paths would outgrow the index. */
export const MAX_DEPTH = 100

/**
 * Inserts a folder whose name is free, on the list of its parent unless another one is given, staged or not. The caller holds the tree's
 * lock, and records it by `createdFolder`.
 */
export async function insertFolder(
  tx: Tx,
  parent: DocumentNode,
  name: string,
  { at, list, staged = false }: { at?: Date | undefined; list?: number; staged?: boolean } = {},
): Promise<DocumentNode> {
  const { tree } = parent
  if (parent.path.length > MAX_DEPTH) {
    throw badInput(`Folders can be at most ${MAX_DEPTH} levels deep. Please put "${name}" higher up.`)
  }
  const id = newId()
  const inherited = list ?? (await inheritedAcl(tx, tree, parent.aclId))
  const aclId = staged ? await listAs(tx, tree, inherited, true) : inherited
  const modifiedAt = at ?? new Date()
  const path = [...parent.path, id]
  await tx
    .insertInto('document')
    .values({
      id,
      tree_id: tree.id,
      parent_id: parent.id,
      is_folder: true,
      name,
      name_key: nameKey(name),
      path,
      acl_id: aclId,
      created_at: modifiedAt,
      modified_at: modifiedAt,
      organisation_id: tree.organisationId,
    })
    .execute()
  await numberEntries(tx, tree, [id])
  const change = new Map<number, Tally>()
  add(change, aclId, { files: 0, folders: 1 })
  await addToTallies(tx, parent.path, change)
  return {
    tree,
    id,
    parentId: parent.id,
    isFolder: true,
    name,
    extension: '',
    path,
    aclId,
    versionId: null,
    size: null,
    modifiedAt,
  }
}

/** The entry of a new folder, of the moment at which the folder says that it was made. */
export const createdFolder = (node: DocumentNode): DocumentChange => ({
  kind: 'CREATE_FOLDER',
  node,
  at: node.modifiedAt,
})

/**
 * Creates one folder (DOP-01).
 * @throws BAD_USER_INPUT for a name that is not taken, CONFLICT for one that the folder has (DOP-02)
 */
export async function createFolder(
  db: Database,
  actor: Actor,
  input: { treeId: string; parentId: string | null; name: string; staged?: boolean },
): Promise<DocumentNode> {
  const checked = normaliseName(input.name)
  if (!checked.ok) throw badInput(checked.reason, { name: checked.reason })
  const { name } = checked
  return changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const parent = await folderToChange(tx, tree, input.parentId)
    if (await childByName(tx, tree, parent.id, nameKey(name))) {
      const message = `Folder ${name} already exists!`
      throw conflict(message, { name: message })
    }
    const folder = await insertFolder(tx, parent, name, { staged: input.staged ?? false })
    await recordChanges(tx, [createdFolder(folder)])
    return folder
  })
}

/** One input path with its depth and name parts checked, before anything is locked. @throws BAD_USER_INPUT naming the path's input */
function partsOf(path: string, index: number): string[] {
  const fail = (reason: string): never => {
    throw badInput(reason, { [`folderPaths.${index}`]: reason })
  }
  const names = path.split('/')
  if (names.length > MAX_DEPTH) {
    fail(`Folders can be at most ${MAX_DEPTH} levels deep. Please use a shorter path.`)
  }
  return names.map((part) => {
    const checked = normaliseName(part)
    return checked.ok ? checked.name : fail(checked.reason)
  })
}

/** Paths in one request (UPL-04). */
const MAX_PATHS = 50

/** Folders by paths below a folder, the root where it is null. */
export interface CreateFoldersInput {
  treeId: string
  parentId: string | null
  folderPaths: readonly string[]
  at?: Date
  staged?: boolean
}

/**
 * Creates folders by paths below a folder; one that is there already is given as it is, also where others are staged. All
 * or none.
 * @throws BAD_USER_INPUT for a bad name, CONFLICT where a file has the name; `fields` names the path
 */
export async function createFolders(
  db: Database,
  actor: Actor,
  input: CreateFoldersInput,
): Promise<DocumentNode[]> {
  if (input.folderPaths.length > MAX_PATHS) {
    throw badInput(`Please create at most ${MAX_PATHS} folders at a time, not ${input.folderPaths.length}.`)
  }
  const paths = input.folderPaths.map(partsOf)
  return changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const parent = await folderToChange(tx, tree, input.parentId)
    const seen = new Map<string, DocumentNode>()
    const added: DocumentNode[] = []
    const ensure = async (parts: readonly string[], index: number): Promise<DocumentNode> => {
      if (parts.length === 0) return parent
      const key = parts.map(nameKey).join('/')
      const known = seen.get(key)
      if (known) return known
      const above = await ensure(parts.slice(0, -1), index)
      const name = parts.at(-1) ?? ''
      const there = await childByName(tx, tree, above.id, nameKey(name))
      if (there && !there.isFolder) {
        const message = `A file named "${there.name}" already exists there. Please rename one of the two.`
        throw new DomainError('CONFLICT', message, { fields: { [`folderPaths.${index}`]: message } })
      }
      const folder =
        there ?? (await insertFolder(tx, above, name, { at: input.at, staged: input.staged ?? false }))
      if (!there) added.push(folder)
      seen.set(key, folder)
      return folder
    }
    const folders: DocumentNode[] = []
    for (const [index, parts] of paths.entries()) folders.push(await ensure(parts, index))
    await recordChanges(tx, added.map(createdFolder))
    return folders
  })
}
