import type { Tx } from '../../../platform/database/database.ts'
import { type ActivityEntry, recordActivity } from '../../activity/index.ts'
import { addChanges } from './nameGroups.ts'
import { type DocumentNode, isStaged } from './nodes.ts'
import { pathsInNames } from './paths.ts'

type Recorded = Pick<DocumentNode, 'tree' | 'id' | 'parentId' | 'path' | 'name' | 'aclId'>

/** What the actor of a tree did to one of its documents. */
export interface DocumentChange extends Pick<ActivityEntry, 'kind' | 'detail' | 'at'> {
  /** As it is after the change. */
  node: Recorded
  /** The version that the change is about; null for none, as of a folder. */
  versionId?: string | null
}

/**
 * Writes changes into the history, in the transaction that makes them, each with the document's path in names as it
 * is by then (HIST-06).
 */
export async function recordChanges(tx: Tx, changes: readonly DocumentChange[]): Promise<void> {
  const folders = await pathsInNames(
    tx,
    changes.map(({ node }) => node.path.slice(0, -1)),
  )
  await recordActivity(
    tx,
    changes.map(({ kind, node, versionId, detail, at }, index) => ({
      kind: kindOf(kind, node),
      personId: node.tree.actor.personId,
      sessionId: node.tree.actor.sessionId,
      organisationId: node.tree.organisationId,
      treeId: node.tree.id,
      documentId: node.id,
      ...(versionId ? { versionId } : {}),
      recordedPath: recordedPath(folders[index], node),
      ...detailOf({ kind, node, detail }),
      ...(at ? { at } : {}),
    })),
  )
  await addChanges(
    tx,
    changes
      .filter(({ kind, node }) => CHANGES.has(kindOf(kind, node)))
      .map(({ kind, node, at }) => ({ documentId: node.id, kind, at })),
  )
}

/** What is done to something staged is in no history: readers would find it there once it is published (STAGE-03). */
const kindOf = (kind: DocumentChange['kind'], node: Recorded): DocumentChange['kind'] =>
  isStaged(node) && CHANGES.has(kind) ? 'STAGE' : kind

const detailOf = ({ kind, node, detail }: Pick<DocumentChange, 'kind' | 'node' | 'detail'>) => {
  const what = kindOf(kind, node) === kind ? {} : { change: kind }
  return detail || 'change' in what ? { detail: { ...detail, ...what } } : {}
}

/** Whether it shows in the histories of all: changes of permissions and labels don't. */
const CHANGES: ReadonlySet<string> = new Set(['UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE'])

function recordedPath(folder: string | undefined, node: Recorded): string {
  if (node.parentId === null) return ''
  return folder ? `${folder}/${node.name}` : node.name
}
