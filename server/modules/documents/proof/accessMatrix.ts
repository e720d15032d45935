import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { groupsAt, holdingOf, type Moment, membersAt } from '../../../access/past.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { type Acl, givenBy } from '../core/levels.ts'
import { openOrNull, type TreeRow } from '../core/trees.ts'
import { levelText } from './documentAccess.ts'
import { pathsOf } from './pastEntries.ts'
import { filesByList, foldersAt, type ListedFiles, type PastDocument, treeAt } from './pastPlaces.ts'

/** A group that opened the tree without the right of an admin, who has everything. */
export interface MatrixGroup {
  id: string
  name: string
  members: number
}

/** What a group itself had on a folder (who passes through has nothing of it), and how many entries below it that it had otherwise. */
interface MatrixCell {
  groupId: string
  /** In words. */
  level: string
  differing: number
}

export interface MatrixRow {
  folderId: string
  /** Empty for the root. */
  name: string
  path: string
  /** Whether folders are in it. */
  hasFolders: boolean
  cells: MatrixCell[]
}

/** Groups by folders of a tree at a moment (PROOF-03). */
export interface AccessMatrix {
  /** All groups by name, of which `rows` has the chosen ones. */
  groups: MatrixGroup[]
  /** Folders, each before what is in it. @param groupIds of which groups, in their order */
  rows(folders: readonly PastDocument[], groupIds: readonly string[]): MatrixRow[]
  /** The root, then the folders in it; of a folder what is in it. */
  below(folderId: string | null): PastDocument[]
  /** All folders, each before what is in it. */
  all(): PastDocument[]
  /** What a group had otherwise than on the folder: the lists, and what is said of one. Null for an unknown group or folder. */
  differing(
    folderId: string,
    groupId: string,
  ): { level: string; aclIds: ReadonlySet<number>; levelOf: (acl: Acl) => string } | null
}

const words = (access: DocumentAccess | null): string => (access ? levelText(access) : LEVEL_NAMES.NONE)

export async function accessMatrix(db: Connection, now: TreeRow, at: Moment): Promise<AccessMatrix> {
  const tree = await treeAt(db, now, at)
  const [allFolders, files, groups] = await Promise.all([
    foldersAt(db, tree.treeId, at),
    filesByList(db, tree.treeId, at),
    groupsOf(db, tree, at),
  ])
  const acls = await aclsByIds(db, [
    ...allFolders.map(({ aclId }) => aclId),
    ...[...files.values()].flatMap((each) => each.map(({ aclId }) => aclId)),
  ])
  // What is staged is there for nobody yet.
  const isPublished = ({ aclId }: { aclId: number }) => acls.get(aclId)?.isStaged === false
  const folders = allFolders.filter(isPublished)
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const principals = new Map(groups.map(({ id, principalId }) => [id, principalId]))
  const pathOf = pathsOf(folders)
  const levels = levelsOf(acls, tree)
  const counted = countsBelow(inside, (id) => (files.get(id) ?? []).filter(isPublished))
  const cellOf = (folder: PastDocument, groupId: string): MatrixCell => {
    const principalId = principals.get(groupId) ?? ''
    const level = levels(folder.aclId, principalId)
    let differing = 0
    for (const [aclId, count] of counted(folder)) if (levels(aclId, principalId) !== level) differing += count
    return { groupId, level, differing }
  }
  return {
    groups: groups.map(({ id, name, members }) => ({ id, name, members })),
    rows: (some, groupIds) =>
      some.map((folder) => ({
        folderId: folder.id,
        name: folder.name,
        path: pathOf(folder),
        hasFolders: inside.has(folder.id),
        cells: groupIds.filter((id) => principals.has(id)).map((id) => cellOf(folder, id)),
      })),
    below: (folderId) => {
      const top = folderId ?? tree.treeId
      const root = folderId === null ? byId.get(top) : undefined
      return [...(root ? [root] : []), ...(inside.get(top) ?? [])]
    },
    all: () => inOrder(inside, byId.get(tree.treeId)),
    differing: (folderId, groupId) => {
      const [folder, principalId] = [byId.get(folderId), principals.get(groupId)]
      if (!folder || principalId === undefined) return null
      const level = levels(folder.aclId, principalId)
      const ids = [...counted(folder).keys()].filter((aclId) => levels(aclId, principalId) !== level)
      return {
        level,
        aclIds: new Set(ids),
        levelOf: (acl) => words(givenBy(acl, tree.usualLevel)(principalId)),
      }
    },
  }
}

/** The groups that opened the tree without the right of an admin, each with the id by which lists name it. */
async function groupsOf(db: Connection, tree: TreeRow, at: Moment) {
  const place = scopeOf(tree)
  const all = await groupsAt(db, place, at)
  const opening = all.flatMap((group) => {
    const opened = openOrNull(holdingOf(group), tree)
    const [principalId] = opened?.principals ?? []
    return opened && !opened.rights.admin && principalId !== undefined ? [{ ...group, principalId }] : []
  })
  const members = await membersAt(
    db,
    place.organisationId,
    opening.map(({ id }) => id),
    at,
  )
  return opening.map((group) => ({ ...group, members: members.get(group.id) ?? 0 }))
}

/** What a list gives a principal in words, worked out one time for each of both. */
function levelsOf(
  acls: ReadonlyMap<number, Acl>,
  tree: TreeRow,
): (aclId: number, principalId: string) => string {
  const known = new Map<number, { of: (id: string) => DocumentAccess | null; words: Map<string, string> }>()
  return (aclId, principalId) => {
    const acl = acls.get(aclId)
    if (!acl) return LEVEL_NAMES.NONE
    let list = known.get(aclId)
    if (!list) {
      list = { of: givenBy(acl, tree.usualLevel), words: new Map() }
      known.set(aclId, list)
    }
    let word = list.words.get(principalId)
    if (word === undefined) {
      word = words(list.of(principalId))
      list.words.set(principalId, word)
    }
    return word
  }
}

/** How many entries below a folder have each list, at any depth. */
function countsBelow(
  inside: ReadonlyMap<string | null, readonly PastDocument[]>,
  filesOf: (folderId: string) => readonly ListedFiles[],
): (folder: PastDocument) => ReadonlyMap<number, number> {
  const known = new Map<string, Map<number, number>>()
  const count = (folder: PastDocument): Map<number, number> => {
    const mine = known.get(folder.id)
    if (mine) return mine
    const sums = new Map<number, number>()
    const add = (aclId: number, more: number) => sums.set(aclId, (sums.get(aclId) ?? 0) + more)
    for (const each of filesOf(folder.id)) add(each.aclId, each.files)
    for (const child of inside.get(folder.id) ?? []) {
      add(child.aclId, 1)
      for (const [aclId, more] of count(child)) add(aclId, more)
    }
    known.set(folder.id, sums)
    return sums
  }
  return count
}

function inOrder(
  inside: ReadonlyMap<string | null, readonly PastDocument[]>,
  root: PastDocument | undefined,
): PastDocument[] {
  const ordered: PastDocument[] = []
  const visit = (folder: PastDocument) => {
    ordered.push(folder)
    for (const child of inside.get(folder.id) ?? []) visit(child)
  }
  if (root) visit(root)
  return ordered
}
