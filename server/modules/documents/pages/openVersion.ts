import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import type { DocumentVersions, Version } from '../versions/versions.ts'
import type { PagedVersion } from './drawnFiles.ts'

/** A file, of which the current version is meant unless another one is named. */
export interface FileInput {
  treeId: string
  documentId: string
  versionId?: string | null | undefined
}

/** A version of a file, and what the actor may have of it. */
export interface OpenVersion {
  node: DocumentNode
  version: Version
  access: DocumentAccess
  asked: PagedVersion
}

/** @throws as openDocument; BAD_USER_INPUT for a folder, NOT_FOUND and CONFLICT as versions.one */
export async function openVersion(
  { db, versions }: { db: Database; versions: Pick<DocumentVersions, 'one'> },
  actor: Actor,
  { treeId, documentId, versionId }: FileInput,
): Promise<OpenVersion> {
  const node = await openDocument(db, actor, treeId, documentId)
  if (node.isFolder) throw badInput('A folder has no pages.')
  const version = await versions.one(actor, {
    treeId,
    documentId,
    versionId: versionId ?? node.versionId ?? '',
  })
  const [access = PASSING] = await accessesOf(db, [node])
  const { organisationId } = node.tree
  const { extension } = node
  return {
    node,
    version,
    access,
    asked: { versionId: version.id, organisationId, extension, size: version.size },
  }
}
