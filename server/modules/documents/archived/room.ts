import type { TabKind } from '../../../../shared/enumerations.ts'
import { numberedName } from '../../../../shared/numberedNames.ts'
import type { Actor, PermissionScope } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { documentsByIds } from '../core/nodes.ts'
import { numbersOf } from '../core/numbers.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { type IndexLine, walk } from '../exports/exportsIndex.ts'
import { freeName, safeName } from '../zip/names.ts'
import { zipPaths } from '../zip/paths.ts'
import { currentPath, deletedPath, versionPath } from './places.ts'
import {
  type ArchivedDocument,
  type ArchivedFolder,
  type ArchivedPortion,
  type ArchivedVersion,
  REMOVED,
  TREE_FOLDERS,
  WITHDRAWN,
} from './rows.ts'
import { deletedEntries, type StoredVersion, treeIdsOf, versionsOfAll } from './store.ts'

interface RoomSelection {
  room: PermissionScope & { kind: 'portfolio' }
  types: readonly TabKind[]
  withVersions: boolean
}

/** Deleted entries that are read together. */
const PORTION = 500

type PathOf = (version: StoredVersion) => string

const versionFrom = (version: StoredVersion, pathOf: PathOf, isRemoved: boolean): ArchivedVersion => {
  const { id, number, at, personId, size, sha256, withdrawnAt } = version
  const leftOut = isRemoved ? REMOVED : withdrawnAt !== null ? WITHDRAWN : null
  return {
    id,
    number,
    at,
    personId,
    size,
    sha256,
    withdrawnAt,
    leftOut,
    path: leftOut === null ? pathOf(version) : null,
    source: leftOut === null ? { kind: 'ORIGINAL', versionId: id } : null,
  }
}

/**
 * All that is in a room, with what was deleted, for an archive of everything (ARCH-01): each folder before what is in it.
 * The caller has shown that the actor knows the trees whole. @throws as openTree
 */
export async function* archivedRoom(
  db: Connection,
  actor: Actor,
  { room, types, withVersions }: RoomSelection,
): AsyncGenerator<ArchivedPortion> {
  for (const treeId of await treeIdsOf(db, room.portfolioId, types)) {
    const tree = await openTree(db, actor, treeId)
    const folderPaths = new Map<string, string>([[tree.id, '']])
    yield* present(db, tree, folderPaths, withVersions)
    yield* deleted(db, tree, folderPaths, withVersions)
  }
}

async function* present(
  db: Connection,
  tree: OpenTree,
  folderPaths: Map<string, string>,
  withVersions: boolean,
): AsyncGenerator<ArchivedPortion> {
  const paths = zipPaths(tree.id, '')
  const place = (path: string) => ({ tree: TREE_FOLDERS[tree.type], path })
  for await (const lines of walk(db, async () => tree, { id: tree.id, path: '' })) {
    const numbers = await numbersById(db, tree, lines)
    const versions = await versionsOfAll(
      db,
      lines.flatMap(({ entry }) => (entry.isFolder ? [] : [entry.id])),
      !withVersions,
    )
    const portion: ArchivedPortion = { folders: [], documents: [] }
    for (const { entry } of lines) {
      const number = numbers.get(entry.id) ?? null
      const path = paths.of({ ...entry, name: numberedName({ name: entry.name, number }) })
      const common = {
        id: entry.id,
        tree: tree.type,
        name: entry.name,
        number,
        access: entry.aclId,
        deletedAt: null,
        isStaged: tree.stagedLists.has(entry.aclId),
      }
      const parent = entry.parentId === tree.id ? null : entry.parentId
      if (entry.isFolder) {
        folderPaths.set(entry.id, path)
        portion.folders.push({ ...common, parent, path: currentPath(place(path)) })
        continue
      }
      const pathOf: PathOf = ({ isCurrent, number: version }) =>
        isCurrent ? currentPath(place(path)) : versionPath(place(path), version)
      portion.documents.push({
        ...common,
        folder: parent,
        versions: (versions.get(entry.id) ?? []).map((each) => versionFrom(each, pathOf, false)),
      })
    }
    yield portion
  }
}

async function* deleted(
  db: Connection,
  tree: OpenTree,
  folderPaths: Map<string, string>,
  withVersions: boolean,
): AsyncGenerator<ArchivedPortion> {
  const used = new Map<string, Set<string>>()
  const place = (path: string) => ({ tree: TREE_FOLDERS[tree.type], path })
  for (let after: readonly string[] = []; ; ) {
    const entries = await deletedEntries(db, tree.id, after, PORTION)
    if (entries.length === 0) return
    const versions = await versionsOfAll(
      db,
      entries.flatMap(({ id, isFolder }) => (isFolder ? [] : [id])),
      !withVersions,
    )
    const folders: ArchivedFolder[] = []
    const documents: ArchivedDocument[] = []
    for (const { id, parentId, isFolder, name, aclId, deletedAt, isRemoved } of entries) {
      const above = folderPaths.get(parentId) ?? ''
      const among = used.get(above) ?? new Set<string>()
      used.set(above, among)
      const own = freeName(safeName(name), among)
      const path = above === '' ? own : `${above}/${own}`
      const common = { id, tree: tree.type, name, number: null, access: aclId, deletedAt, isStaged: false }
      const parent = parentId === tree.id ? null : parentId
      if (isFolder) {
        folderPaths.set(id, path)
        folders.push({ ...common, parent, path: deletedPath(place(path)) })
        continue
      }
      const pathOf: PathOf = ({ isCurrent, number: version }) =>
        isCurrent ? deletedPath(place(path)) : versionPath(place(`deleted/${path}`), version)
      documents.push({
        ...common,
        folder: parent,
        versions: (versions.get(id) ?? []).map((each) => versionFrom(each, pathOf, isRemoved)),
      })
    }
    yield { folders, documents }
    after = entries.at(-1)?.path ?? []
  }
}

/** Numbers of entries as whoever knows the whole tree sees them. */
async function numbersById(
  db: Connection,
  tree: OpenTree,
  lines: readonly IndexLine[],
): Promise<Map<string, string | null>> {
  if (tree.numbering === 'OFF') return new Map()
  const nodes = await documentsByIds(
    db,
    tree,
    lines.map(({ entry }) => entry.id),
  )
  const numbers = await numbersOf(db, nodes)
  return new Map(nodes.map(({ id }, at) => [id, numbers[at] ?? null]))
}
