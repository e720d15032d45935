import type { TabKind } from '../../../../shared/enumerations.ts'
import type { PermissionScope } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type TreeRow, treeRowOf } from '../core/trees.ts'
import { listOfRoot, listsOfTree, principalNames, treeIdsOf } from './store.ts'

/** Who may read what in a tree, by names (ARCH-01). */
export interface ArchivedTreeAccess {
  tree: Pick<
    TreeRow,
    | 'treeId'
    | 'treeType'
    | 'permissionsType'
    | 'usualLevel'
    | 'numbering'
    | 'readersSeeEarlierVersions'
    | 'allowRootFiles'
  >
  /** Number of the list of its root. */
  root: number | null
  lists: {
    number: number
    /** Whether all of the room's principals read by it. */
    open: boolean
    given: { name: string; level: string; isRedacted: boolean }[]
    /** Who only passes through. */
    passing: string[]
  }[]
}

/** Access lists of a room's trees, for whoever knows these whole. */
export async function archivedAccess(
  db: Connection,
  room: PermissionScope & { kind: 'portfolio' },
  types: readonly TabKind[],
): Promise<ArchivedTreeAccess[]> {
  const names = await principalNames(db, room.organisationId)
  const found: ArchivedTreeAccess[] = []
  for (const treeId of await treeIdsOf(db, room.portfolioId, types)) {
    const tree = await treeRowOf(db, treeId)
    if (!tree) continue
    const lists = await listsOfTree(db, treeId)
    found.push({
      tree,
      root: await listOfRoot(db, treeId),
      lists: lists.map(({ number, principals, traversal, levels }) => ({
        number,
        open: principals === null,
        given: (principals ?? Object.keys(levels)).flatMap((id) => {
          const name = names.get(id)
          const level = levels[id]?.level ?? (principals === null ? tree.usualLevel : 'ORIGINAL')
          return name === undefined ? [] : [{ name, level, isRedacted: levels[id]?.rendition === 'REDACTED' }]
        }),
        passing: traversal.flatMap((id) => names.get(id) ?? []),
      })),
    })
  }
  return found
}
