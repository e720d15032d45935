import type { Actor } from '../../../access/actor.ts'
import { badInput } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import { PASSING } from '../core/levels.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import { type Given, givenOf } from '../core/renditions.ts'
import { isBeingPrepared } from '../policy.ts'
import type { DocumentVersions, Version } from '../versions/versions.ts'
import type { PagedVersion } from './drawnFiles.ts'

/** A file, of which the current version is meant unless another one is named. */
export interface FileInput {
  treeId: string
  documentId: string
  versionId?: string | null | undefined
}

/** A version of a file, and what the actor is given of it. */
export interface OpenVersion extends Given {
  node: DocumentNode
  /** Null where nothing is given of the file, since its redacted rendition is not made yet (REDACT-21). */
  version: Version | null
}

/** The version whose pages are drawn. */
export const pagedVersion = ({ tree, extension }: DocumentNode, version: Version): PagedVersion => ({
  versionId: version.id,
  organisationId: tree.organisationId,
  extension,
  size: version.storedSize,
})

/** @throws as openDocument; BAD_USER_INPUT for a folder, NOT_FOUND and CONFLICT as versions.one */
export async function openVersion(
  { db, versions }: { db: Database; versions: Pick<DocumentVersions, 'one'> },
  actor: Actor,
  { treeId, documentId, versionId }: FileInput,
): Promise<OpenVersion> {
  const node = await openDocument(db, actor, treeId, documentId)
  if (node.isFolder) throw badInput('A folder has no pages.')
  const [given = { access: PASSING, rendition: null }] = await givenOf(db, [node])
  if (isBeingPrepared(given)) return { node, version: null, ...given }
  const version = await versions.one(actor, {
    treeId,
    documentId,
    versionId: versionId ?? given.rendition?.versionId ?? node.versionId ?? '',
  })
  return { node, version, ...given, rendition: version.rendition }
}
