import type { DocumentAccess, DocumentLevel } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import {
  type LevelDifference,
  levelDifference,
  usualLevelDifference,
} from '../permissions/levelDifference.ts'
import { type LevelChanges, setLevels } from '../permissions/levels.ts'
import type { MadeChange } from '../permissions/permissionChanges.ts'
import { isGivenWords } from '../policy.ts'
import { type TreeViewingInput, updateTreeViewing } from './treeViewing.ts'

/** What people may do with the content of documents that they see (VIEW). */
export interface DocumentLevels {
  /** For a loader, in the order of the nodes: what their actors are given of them. */
  accesses(nodes: readonly DocumentNode[]): Promise<DocumentAccess[]>
  /** Those of the documents whose words their actors are given now, by id (VIEW-21). */
  withWords(nodes: readonly DocumentNode[]): Promise<ReadonlySet<string>>
  /** @throws as setLevels */
  set(actor: Actor, input: LevelChanges): Promise<MadeChange>
  /** @throws as levelDifference */
  difference(actor: Actor, input: LevelChanges): Promise<LevelDifference>
  /** @throws as usualLevelDifference */
  usualDifference(actor: Actor, input: { treeId: string; level: DocumentLevel }): Promise<LevelDifference>
  /** @throws as updateTreeViewing */
  updateViewing(actor: Actor, input: TreeViewingInput): Promise<OpenTree>
}

export const createLevels = (db: Database): DocumentLevels => ({
  accesses: (nodes) => accessesOf(db, nodes),
  withWords: async (nodes) => {
    const accesses = await accessesOf(db, nodes)
    return new Set(
      nodes.filter((node, at) => isGivenWords(accesses[at] ?? PASSING, node.tree)).map(({ id }) => id),
    )
  },
  set: (actor, input) => setLevels(db, actor, input),
  difference: (actor, input) => levelDifference(db, actor, input),
  usualDifference: (actor, input) => usualLevelDifference(db, actor, input),
  updateViewing: (actor, input) => updateTreeViewing(db, actor, input),
})
