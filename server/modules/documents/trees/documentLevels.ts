import type { DocumentAccess, DocumentLevel } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { type Given, givenOf, type Rendition } from '../core/renditions.ts'
import type { OpenTree } from '../core/trees.ts'
import { type Permitting, permitNow } from '../permissions/askedPermission.ts'
import {
  type LevelDifference,
  levelDifference,
  usualLevelDifference,
} from '../permissions/levelDifference.ts'
import { type LevelChanges, setLevels } from '../permissions/levels.ts'
import type { MadeChange } from '../permissions/permissionChanges.ts'
import { isBeingPrepared, isGivenWordsOfPages } from '../policy.ts'
import { type TreeViewingInput, updateTreeViewing } from './treeViewing.ts'

/** What words of a document are read from: its redacted rendition, or the file itself where that is null. */
export interface WordsSource {
  rendition: Rendition | null
}

/** What people may do with the content of documents that they see (VIEW). */
export interface DocumentLevels {
  /** For a loader, in the order of the nodes: what their actors are given of them. */
  accesses(nodes: readonly DocumentNode[]): Promise<DocumentAccess[]>
  /** For a loader likewise: with the redacted rendition that is given in place of a file. */
  given(nodes: readonly DocumentNode[]): Promise<Given[]>
  /** Those of the documents of which their actors are given words now, with what these are read from, by id (VIEW-21). */
  withWords(nodes: readonly DocumentNode[]): Promise<ReadonlyMap<string, WordsSource>>
  /** @throws as setLevels */
  set(actor: Actor, input: LevelChanges & { staged?: boolean }): Promise<MadeChange>
  /** @throws as levelDifference */
  difference(actor: Actor, input: LevelChanges): Promise<LevelDifference>
  /** @throws as usualLevelDifference */
  usualDifference(actor: Actor, input: { treeId: string; level: DocumentLevel }): Promise<LevelDifference>
  /** @throws as updateTreeViewing */
  updateViewing(actor: Actor, input: TreeViewingInput): Promise<OpenTree>
}

/** @param stage keeps changes for a publication */
export const createLevels = (db: Database, stage: Permitting): DocumentLevels => ({
  accesses: (nodes) => accessesOf(db, nodes),
  given: (nodes) => givenOf(db, nodes),
  withWords: async (nodes) => {
    const given = await givenOf(db, nodes)
    return new Map(
      nodes.flatMap((node, at): [string, WordsSource][] => {
        const { access, rendition } = given[at] ?? { access: PASSING, rendition: null }
        if (isBeingPrepared({ access, rendition }) || !isGivenWordsOfPages(access, node.tree)) return []
        return [[node.id, { rendition }]]
      }),
    )
  },
  set: (actor, { staged = false, ...input }) => setLevels(db, actor, input, staged ? stage : permitNow),
  difference: (actor, input) => levelDifference(db, actor, input),
  usualDifference: (actor, input) => usualLevelDifference(db, actor, input),
  updateViewing: (actor, input) => updateTreeViewing(db, actor, input),
})
