import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { removeAll } from '../changes/remove.ts'
import { inheritedAcl, listAs } from '../core/acls.ts'
import { type DocumentNode, nodesById } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import { appear } from '../uploads/appear.ts'
import type { Appearing } from '../uploads/publish.ts'
import { type ChangeRow, changesAmong, stageChanges } from './changeStore.ts'

/**
 * Keeps uploads as the next versions of published files (STAGE-03). What was staged of one of them before goes to the bin,
 * whoever staged it, as a staged file does in whose place another comes.
 */
export const stageVersions: Appearing['stageVersions'] = async (tx, tree, versions) => {
  const documentIds = versions.map(({ file }) => file.id)
  await binVersions(tx, tree, await changesAmong(tx, tree, { documentIds, kind: 'VERSION' }))
  await stageChanges(
    tx,
    tree,
    versions.map(({ upload: { versionId, size, sha256, isUnchecked }, file }) => ({
      node: file,
      change: { kind: 'VERSION', content: { versionId, size, sha256, isUnchecked } },
    })),
  )
  // They are confirmed: the hourly look would remove the bytes of what was not.
  const ids = versions.map(({ upload }) => upload.versionId)
  await sql`delete from upload where version_id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Puts the files of staged versions into the bin, each as a staged file that lay beside its document: nobody else meets it, and it
 * comes back as one, or its bytes are removed as those of all that was dropped (BIN-06).
 */
export async function binVersions(tx: Tx, tree: OpenTree, changes: readonly ChangeRow[]): Promise<void> {
  if (changes.length === 0) return
  const documents = await nodesById(
    tx,
    tree,
    changes.map(({ documentId }) => documentId),
  )
  // By that of the document: many share one.
  const lists = new Map<number, number>()
  const stagedList = async (aclId: number): Promise<number> => {
    const list = lists.get(aclId) ?? (await listAs(tx, tree, await inheritedAcl(tx, tree, aclId), true))
    lists.set(aclId, list)
    return list
  }
  const at = new Date()
  const files = new Map<string, DocumentNode>()
  for (const { documentId, content } of changes) {
    const document = documents.get(documentId)
    if (!document || !content) continue
    const id = newId()
    files.set(content.versionId, {
      ...document,
      id,
      path: [...document.path.slice(0, -1), id],
      aclId: await stagedList(document.aclId),
      versionId: content.versionId,
      size: content.size,
      modifiedAt: at,
    })
  }
  const uploads = changes.flatMap(({ content }) => content ?? [])
  await appear(tx, tree, { uploads, published: files, isNew: () => true }, at)
  await removeAll(tx, tree, [...files.values()])
}
