import { sql } from 'kysely'
import { normaliseName } from '../../../../shared/documentNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, notFound } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { fileToRead } from '../contents/downloads.ts'
import { foldersToFill } from '../core/destinations.ts'
import { childrenByName, type DocumentNode, nameKey, placeKey, storedId } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { requirePermitted } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import { openFor } from '../core/trees.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'

/** Paths that are looked up together. */
const MAX_PATHS = 1000

/** One content that a file has had. */
export interface Version {
  id: string
  document: DocumentNode
  number: number
  /** Bytes. */
  size: number
  createdAt: Date
  personId: string
  isCurrent: boolean
}

interface VersionInput {
  treeId: string
  documentId: string
  versionId: string
}

/** Versions of files: who may see a document may see what it has been. */
export interface DocumentVersions {
  /** Newest first. @throws NOT_FOUND for what is unknown or hidden */
  list(
    actor: Actor,
    input: { treeId: string; documentId: string },
    page: { limit: number; offset: number },
  ): Promise<Version[]>
  /** For a loader, in the order of the nodes. */
  counts(nodes: readonly DocumentNode[]): Promise<number[]>
  /** One version of a file that the actor sees. @throws NOT_FOUND */
  one(actor: Actor, input: VersionInput): Promise<Version>
  /** @throws FORBIDDEN without the edit right, NOT_FOUND for an unknown version */
  restore(actor: Actor, input: VersionInput): Promise<DocumentNode>
  /** @throws FORBIDDEN without the edit right, NOT_FOUND for an unknown folder, BAD_USER_INPUT for too many */
  taken(
    actor: Actor,
    input: { treeId: string; parentId: string; paths: readonly string[] },
  ): Promise<string[]>
}

async function versionsOf(
  db: Connection,
  document: DocumentNode,
  narrow: { versionId: string } | { limit: number; offset: number },
): Promise<Version[]> {
  const rows = await db
    .selectFrom('document_version')
    .select(['id', 'number', 'size', 'created_at as createdAt', 'created_by as personId'])
    .where('document_id', '=', document.id)
    .$if('versionId' in narrow, (query) =>
      query.where('id', '=', 'versionId' in narrow ? narrow.versionId : ''),
    )
    .orderBy('number', 'desc')
    .limit('limit' in narrow ? narrow.limit : 1)
    .offset('offset' in narrow ? narrow.offset : 0)
    .execute()
  return rows.map((row) => ({ ...row, document, isCurrent: row.id === document.versionId }))
}

async function versionOf(db: Connection, document: DocumentNode, versionId: string): Promise<Version> {
  if (!isId(versionId)) throw notFound('Version')
  const [version] = await versionsOf(db, document, { versionId })
  if (!version) throw notFound('Version')
  return version
}

export const createVersions = (db: Database): DocumentVersions => ({
  list: async (actor, { treeId, documentId }, page) =>
    versionsOf(db, await fileToRead(db, actor, treeId, documentId), page),

  counts: async (nodes) => {
    const { rows } = await sql<{ id: string; count: number }>`
      select document_id as id, max(number) as count from document_version
      where document_id = any(${nodes.map(({ id }) => id)}::uuid[]) group by document_id`.execute(db)
    const counts = new Map(rows.map(({ id, count }) => [id, count]))
    return nodes.map(({ id }) => counts.get(id) ?? 0)
  },

  one: async (actor, { treeId, documentId, versionId }) =>
    versionOf(db, await fileToRead(db, actor, treeId, documentId), versionId),

  restore: (actor, { treeId, documentId, versionId }) =>
    changeTree(db, actor, treeId, 'edit', async (tx, tree) => {
      const document = await fileToRead(tx, tree.actor, treeId, documentId)
      await requirePermitted(tx, tree, [document])
      const version = await versionOf(tx, document, versionId)
      if (version.isCurrent) return document
      const node: DocumentNode = { ...document, versionId, size: version.size, modifiedAt: new Date() }
      await tx
        .updateTable('document')
        .set({ current_version_id: versionId, size: node.size, modified_at: node.modifiedAt })
        .where('id', '=', node.id)
        .execute()
      await recordChanges(tx, [
        { kind: 'UPLOAD', node, versionId, detail: { restored: true }, at: node.modifiedAt },
      ])
      await awaitThumbnails(tx, tree, [node])
      return node
    }),

  taken: async (actor, { treeId, parentId, paths }) => {
    if (paths.length > MAX_PATHS) {
      throw badInput(`Please ask for at most ${MAX_PATHS} paths at a time, not ${paths.length}.`)
    }
    const tree = await openFor(db, actor, treeId, 'edit')
    const folderId = storedId(tree, parentId)
    const folder = folderId === null ? undefined : (await foldersToFill(db, tree, [folderId])).get(folderId)
    if (!folder) throw notFound('Document')
    // Level by level, so that a thousand paths take as many statements as the deepest has names.
    let open = [...new Set(paths)].map((path) => ({ path, names: path.split('/'), at: folder.id }))
    const taken: string[] = []
    while (open.length > 0) {
      const steps = open.flatMap((each) => {
        const checked = normaliseName(each.names[0] ?? '')
        return checked.ok ? [{ ...each, key: nameKey(checked.name) }] : []
      })
      const found = await childrenByName(
        db,
        tree,
        steps.map(({ at, key }) => ({ parentId: at, key })),
      )
      open = steps.flatMap(({ path, names, at, key }) => {
        const node = found.get(placeKey(at, key))
        if (node && !node.isFolder && names.length === 1) taken.push(path)
        return node?.isFolder && names.length > 1 ? [{ path, names: names.slice(1), at: node.id }] : []
      })
    }
    return taken
  },
})
